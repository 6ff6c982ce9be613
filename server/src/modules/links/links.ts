import type { Link } from '@clipline/contract/schemas/links.ts';
import { LINK_READER, type LinksToClips, type LivingGrant } from '../clips/viewers.ts';
import type { ClipNews } from '../clips/clips.news.ts';
import type { Db } from '../../platform/database/database.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { hashToken, keyed, keyedId } from '../../platform/ids.ts';
import type { Channels } from '../../platform/realtime/channels.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '../../platform/time.ts';
import type { Files } from '../files/files.ts';
import type { PlanOf } from '../plans/plans.ts';
import { stateOf } from './links.access.ts';
import {
  findGrant,
  findGrantWithClip,
  findTitles,
  type GrantRow,
  type LinkRow,
  listOpenedLinks,
} from './links.queries.ts';
import { clipChannel } from '../clips/clips.news.ts';

/** What links need of the rest of the program. */
export interface Links {
  readonly db: Db;
  readonly files: Files;
  readonly channels: Channels;
  readonly planOf: PlanOf;
  readonly limits: RateLimits;
  readonly news: ClipNews;
  /** Tokens and grants follow from it. */
  readonly secret: string;
  readonly publicUrl: string;
}

const TITLE_LENGTH = 100;
/** How long a user has a link open. */
export const GRANT_MS = 12 * HOUR_MS;
/** Links to files are good for so long beyond it; openings are noted to the minute. */
const OPENED_MS = GRANT_MS + 3 * HOUR_MS;
export const toTheMinute = (time: number): number => time - (time % MINUTE_MS);

const isoOrNull = (time: number | null) => (time === null ? null : isoTime(time));

/** 128 bits: its owner can copy it again, and who reads the store cannot. */
export const tokenOf = (secret: string, { id, generation }: Pick<LinkRow, 'id' | 'generation'>) =>
  keyedId(secret, 'link', id, String(generation));

/** 256 bits: the same opener of the same link always gets the same. */
export const grantOf = (
  secret: string,
  { id, generation }: Pick<LinkRow, 'id' | 'generation'>,
  opener: string,
): string => keyed(secret, 'link grant', id, String(generation), opener);

function titleOf(link: LinkRow, clip: { text: string; file: string | null } | undefined): string {
  if (link.kind === 'inbox') return link.label ?? '';
  const line = clip?.text
    .split('\n')
    .map((each) => each.trim())
    .find((each) => each !== '');
  return [...(line ?? clip?.file ?? '')].slice(0, TITLE_LENGTH).join('');
}

/** The address of a link; of one that was never renewed unless said otherwise. */
export const urlOf = (
  { secret, publicUrl }: Pick<Links, 'secret' | 'publicUrl'>,
  id: string,
  generation = 1,
): string => `${publicUrl}/s/${tokenOf(secret, { id, generation })}`;

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

/** What links to files rest on for those who have this link open. */
const readerOf = (linkId: string, epoch: number) => `${LINK_READER}${linkId}.${epoch}`;

const presentGrant = (row: GrantRow): LivingGrant => ({
  linkId: row.link_id,
  clipId: row.clip_id,
  access: row.access === 'edit' ? 'edit' : 'read',
  label: row.label,
  reader: readerOf(row.link_id, row.epoch),
  endsAt: row.ends_at,
});

/** What clips ask of links. */
export const linksToClips: LinksToClips = {
  async findGrant(db, grant) {
    const row = await findGrant(db, hashToken(grant));
    return row && presentGrant(row);
  },
  async findGrantWithClip(db, grant, clipId) {
    const found = await findGrantWithClip(db, hashToken(grant), clipId);
    return found && { grant: presentGrant(found.grant), clip: found.clip };
  },
  async listOpened(db, clipId) {
    const rows = await listOpenedLinks(db, clipId, Date.now() - OPENED_MS);
    return rows.map(({ id, epoch }) => ({ linkId: id, reader: readerOf(id, epoch) }));
  },
  async mayRead(db, clipId, reader) {
    const now = Date.now();
    const rows = await listOpenedLinks(db, clipId, now - OPENED_MS);
    return rows.some(
      ({ id, epoch, expires_at: end }) =>
        reader === readerOf(id, epoch) && (end === null || end > now),
    );
  },
};

/** Those who have the link open leave. */
export function closeLink(
  { channels }: Pick<Links, 'channels'>,
  { id, clip_id: clipId }: Pick<LinkRow, 'id' | 'clip_id'>,
): void {
  if (clipId !== null) channels.close(clipChannel.opened(clipId, id), 'link:closed', { clipId });
}
