import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { prepared } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { hashToken } from '../core/ids.ts';
import { HOUR_MS } from '../core/time.ts';
import type { ClipGrant } from './clips.access.ts';
import type { ClipRow } from './clips.queries.ts';

/** How long a user has a link open. */
export const GRANT_MS = 12 * HOUR_MS;
/** Signed addresses of files outlive a grant by this; openings are noted to the minute. */
const OPENED_MS = GRANT_MS + 3 * HOUR_MS;

/** What a grant gives that is good: of an inbox, or of a link to this clip. */
export interface Grant extends ClipGrant {
  readonly kind: 'clip' | 'inbox';
  readonly ownerId: string;
  /** Null for an inbox. */
  readonly clipId: string | null;
}

/** What signed addresses of files begin with that were made for a holder who opened a link. */
export const LINK_READER = 'link.';
const readerOf = (linkId: string, epoch: number) => `${LINK_READER}${linkId}.${epoch}`;

/** Neither revoked nor over. */
export const isLive = (eb: ExpressionBuilder<Schema, 'links'>, now: number): Expression<SqlBool> =>
  eb.and([
    eb('links.revoked_at', 'is', null),
    eb.or([eb('links.expires_at', 'is', null), eb('links.expires_at', '>', now)]),
  ]);

const goodGrants = prepared((db, hash: string, clipId: string, now: number) =>
  db
    .selectFrom('link_grants')
    .innerJoin('links', 'links.id', 'link_grants.link_id')
    .leftJoin('clips', (join) => join.on('clips.id', '=', clipId))
    .where('link_grants.grant_hash', '=', hash)
    .where('link_grants.ends_at', '>', now)
    .whereRef('link_grants.epoch', '=', 'links.epoch')
    .where((eb) => isLive(eb, now))
    .select([
      'links.id as link_id',
      'links.user_id as owner_id',
      'links.kind',
      'links.clip_id',
      'links.epoch',
      'links.access',
      'links.label',
      'link_grants.ends_at',
    ])
    .selectAll('clips'),
);

/** With the clip of this id, whichever clip the grant is of. Undefined unless the grant is good. */
export async function findGrantWithClip(
  db: Db,
  grant: string,
  clipId: string,
): Promise<{ grant: Grant; clip: ClipRow | undefined } | undefined> {
  const [row] = await goodGrants(db, hashToken(grant), clipId, Date.now());
  if (!row) return undefined;
  return {
    grant: {
      linkId: row.link_id,
      ownerId: row.owner_id,
      kind: row.kind,
      clipId: row.clip_id,
      access: row.access === 'edit' ? 'edit' : 'read',
      label: row.label,
      reader: readerOf(row.link_id, row.epoch),
      endsAt: row.ends_at,
    },
    clip: row.id === null ? undefined : (row as ClipRow),
  };
}

/** Undefined unless the grant is good; also by a link that was used up. */
export const findGrant = async (db: Db, grant: string): Promise<Grant | undefined> =>
  (await findGrantWithClip(db, grant, ''))?.grant;

/** A grant that ended may be given out again by its opener: it is then a new one. */
export const keepGrant = (
  tx: Tx,
  grant: { grant_hash: string; link_id: string; epoch: number; ends_at: number },
) =>
  tx
    .insertInto('link_grants')
    .values(grant)
    .onConflict((conflict) =>
      conflict.column('grant_hash').doUpdateSet({ epoch: grant.epoch, ends_at: grant.ends_at }),
    )
    .execute();

const opened = prepared((db, clipId: string, since: number, now: number) =>
  db
    .selectFrom('links')
    .select(['id', 'epoch'])
    .where('clip_id', '=', clipId)
    .where('last_opened_at', '>=', since)
    .where((eb) => isLive(eb, now)),
);

/** The links by which others may have the clip open now, and what they read its files by. */
export async function listOpened(
  db: Db,
  clipId: string,
): Promise<{ readonly linkId: string; readonly reader: string }[]> {
  const now = Date.now();
  const rows = await opened(db, clipId, now - OPENED_MS, now);
  return rows.map(({ id, epoch }) => ({ linkId: id, reader: readerOf(id, epoch) }));
}
