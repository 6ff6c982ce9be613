import type { Link } from '@clipline/contract/schemas/links.ts';
import type { Db } from '../core/db/database.ts';
import { titleFrom } from '../core/title.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { stateOf } from './links.access.ts';
import { findTitles, type LinkRow } from './links.queries.ts';
import { type Links, urlOf } from './links.ts';

const TITLE_LENGTH = 100;

function titleOf(link: LinkRow, clip: { text: string; file: string | null } | undefined): string {
  if (link.kind === 'inbox') return link.label ?? '';
  return titleFrom(clip?.text ?? '', TITLE_LENGTH) || titleFrom(clip?.file ?? '', TITLE_LENGTH);
}

/** Links as their owner sees them. */
export async function presentLinks(
  links: Pick<Links, 'secret' | 'publicUrl'>,
  db: Db,
  rows: readonly LinkRow[],
  now: number,
): Promise<Link[]> {
  const titles = await findTitles(db, [...new Set(rows.flatMap(({ clip_id: id }) => id ?? []))]);
  return rows.map((row) => ({
    id: row.id,
    url: urlOf(links, row.id, row.generation),
    kind: row.kind,
    clipId: row.clip_id,
    title: titleOf(row, titles.get(row.clip_id ?? '')),
    access: row.access,
    label: row.label,
    expiresAt: isoOrNull(row.expires_at),
    maxViews: row.max_views,
    views: row.views,
    burn: row.burn === 1,
    hasPassword: row.password_hash !== null,
    notify: row.notify === 1,
    state: stateOf(row, now),
    createdAt: isoTime(row.created_at),
    lastOpenedAt: isoOrNull(row.last_opened_at),
  }));
}

export async function presentLink(links: Links, db: Db, row: LinkRow): Promise<Link> {
  const [presented] = await presentLinks(links, db, [row], Date.now());
  return presented as Link;
}
