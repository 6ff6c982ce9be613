import type { Link } from '@clipline/contract/schemas/links.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { idsOf, keyed, keyedId } from '../core/ids.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { titleFrom } from '../core/title.ts';
import { listFiles, SEALED } from '../files/files.queries.ts';
import { findTitles, type LinkRow } from './links.queries.ts';

/** 128 bits: its owner can copy it again, and who reads the store cannot. */
export const tokenOf = ({ config }: App, { id, generation }: Pick<LinkRow, 'id' | 'generation'>) =>
  keyedId(config.APP_SECRET, 'link', id, String(generation));

/** 256 bits: the same opener of the same link always gets the same. */
export const grantOf = (
  { config }: App,
  { id, generation }: Pick<LinkRow, 'id' | 'generation'>,
  opener: string,
): string => keyed(config.APP_SECRET, 'link grant', id, String(generation), opener);

export const urlOf = (app: App, origin: string, id: string, generation = 1): string =>
  `${origin}/s/${tokenOf(app, { id, generation })}`;

const TITLE_LENGTH = 100;

function titleOf(link: LinkRow, clip: { text: string; file: string | null } | undefined): string {
  if (link.kind !== 'clip') return link.label ?? '';
  return titleFrom(clip?.text ?? '', TITLE_LENGTH) || titleFrom(clip?.file ?? '', TITLE_LENGTH);
}

export async function presentLinks(
  app: App,
  db: Db,
  rows: readonly LinkRow[],
  origin: string,
): Promise<Link[]> {
  const titles = await findTitles(db, [...new Set(rows.flatMap(({ clip_id: id }) => id ?? []))]);
  const sealed = idsOf(rows.filter(({ kind }) => kind === 'sealed'));
  const stored = new Map(
    (await listFiles(db, SEALED, sealed)).map((file) => [file.holder_id, file.size]),
  );
  return rows.map((row) => ({
    id: row.id,
    url: urlOf(app, origin, row.id, row.generation),
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
    state: row.state,
    createdAt: isoTime(row.created_at),
    lastOpenedAt: isoOrNull(row.last_opened_at),
    ...(row.kind === 'sealed' ? { bytes: stored.get(row.id) ?? 0 } : {}),
  }));
}

export async function presentLink(app: App, db: Db, row: LinkRow, origin: string): Promise<Link> {
  const [presented] = await presentLinks(app, db, [row], origin);
  return presented as Link;
}
