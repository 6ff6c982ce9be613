import type { Db, Tx } from '../core/db/database.ts';
import { prepared } from '../core/db/prepared.ts';
import type { ClipRow } from '../clips/clips.queries.ts';
import { isLive, type LinkRow } from './links.queries.ts';

/** What a grant that is good gives; also by a link that was used up. */
export type GrantRow = Pick<LinkRow, 'kind' | 'clip_id' | 'epoch' | 'access' | 'label'> & {
  readonly link_id: string;
  readonly owner_id: string;
  readonly ends_at: number;
};
const GRANT = [
  'links.id as link_id',
  'links.user_id as owner_id',
  'links.kind',
  'links.clip_id',
  'links.epoch',
  'links.access',
  'links.label',
  'link_grants.ends_at',
] as const;
const goodGrants = (db: Db, hash: string, now: number) =>
  db
    .selectFrom('link_grants')
    .innerJoin('links', 'links.id', 'link_grants.link_id')
    .where('link_grants.grant_hash', '=', hash)
    .where('link_grants.ends_at', '>', now)
    .whereRef('link_grants.epoch', '=', 'links.epoch')
    .where((eb) => isLive(eb, now));
const grantsByHash = prepared((db, hash: string, now: number) =>
  goodGrants(db, hash, now).select(GRANT),
);
const grantsWithClip = prepared((db, hash: string, now: number, clipId: string) =>
  goodGrants(db, hash, now)
    .leftJoin('clips', (join) => join.on('clips.id', '=', clipId))
    .select(GRANT)
    .selectAll('clips'),
);

export const findGrant = async (db: Db, hash: string): Promise<GrantRow | undefined> =>
  (await grantsByHash(db, hash, Date.now()))[0];

/** The same with a clip, of this link or not: two look-ups would cost twice as much. */
export async function findGrantWithClip(
  db: Db,
  hash: string,
  clipId: string,
): Promise<{ grant: GrantRow; clip: ClipRow | undefined } | undefined> {
  const [row] = await grantsWithClip(db, hash, Date.now(), clipId);
  return row && { grant: row, clip: row.id === null ? undefined : (row as ClipRow) };
}

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
