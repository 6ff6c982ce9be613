import type { TagColor } from '@clipline/contract/tag-colors.ts';
import type { ClipTag } from '@clipline/contract/schemas/tags.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { type Db, type Tx, wakeJob, countOf } from '../core/db/database.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import { UPLOAD_MS } from '../uploads/uploads.limits.ts';
import type { Schema } from '../core/db/schema.ts';
import { HOUR_MS } from '../core/time.ts';
import type { ClipGrant } from './clips.access.ts';
import type { ClipTable } from './clips.tables.ts';
import type { TextKey } from '../texts/search.queries.ts';
import { hashToken, idsOf, rowsPerId } from '../core/ids.ts';

export type ClipRow = ClipTable;
export type ClipHead = Omit<ClipRow, 'content'>;

export const HEAD = [
  'id',
  'user_id',
  'is_favorite',
  'file_count',
  'saved_at',
  'deleted_at',
  'created_at',
  'updated_at',
  'version',
  'content_version',
  'capture_id',
  'awaited_files',
  'address_open',
  'burns_at',
  'via',
] as const;

export const textKeyOf = (clip: ClipHead): TextKey => ({
  holderId: clip.user_id,
  createdAt: clip.created_at,
  thingId: clip.id,
});

export const findClip = preparedOne((db, id: string) =>
  db.selectFrom('clips').selectAll().where('id', '=', id),
);
const newClipsOpen = preparedOne((db, userId: string) =>
  db.selectFrom('users').select('new_clips_open').where('id', '=', userId),
);
export const findClipHead = preparedOne((db, id: string) =>
  db.selectFrom('clips').select(HEAD).where('id', '=', id),
);

export const findDraft = (db: Db, userId: string): Promise<ClipRow | undefined> =>
  db
    .selectFrom('clips')
    .selectAll()
    .where('user_id', '=', userId)
    .where('saved_at', 'is', null)
    .executeTakeFirst();

/** A draft may be older than what its owner wants of new clips. */
export const closeDraft = (tx: Tx, userId: string) =>
  tx
    .updateTable('clips')
    .set({ address_open: 0 })
    .where('user_id', '=', userId)
    .where('saved_at', 'is', null)
    .execute();

const laterThanAll = preparedOne((tx, userId: string, now: number) =>
  tx
    .insertInto('newest_clips')
    .values({ user_id: userId, last_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((set) => ({
        last_at: set
          .case()
          .when('newest_clips.last_at', '>=', set.ref('excluded.last_at'))
          .then(set('newest_clips.last_at', '+', 1))
          .else(set.ref('excluded.last_at'))
          .end(),
      })),
    )
    .returning('last_at'),
);

/**
 * When a clip that is saved now was created: later than all of the person's clips, even if the
 * clock was set back, so that it comes first in lists.
 */
export const nextCreatedAt = async (tx: Tx, userId: string, now: number): Promise<number> =>
  (await laterThanAll(tx, userId, now))?.last_at ?? now;

export const noteCreatedAt = (tx: Tx, userId: string, at: number) =>
  tx
    .insertInto('newest_clips')
    .values({ user_id: userId, last_at: at })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((set) => ({ last_at: set.ref('excluded.last_at') }))
        .where('newest_clips.last_at', '<', at),
    )
    .execute();

export async function insertClip(tx: Tx, clip: ClipRow): Promise<ClipRow> {
  await tx.insertInto('clips').values(clip).execute();
  return clip;
}

export const isListed = ({
  saved_at,
  deleted_at,
}: Pick<ClipHead, 'saved_at' | 'deleted_at'>): boolean => saved_at !== null && deleted_at === null;

async function setListed(tx: Tx, clipIds: readonly string[], listed: number): Promise<void> {
  if (clipIds.length > 0)
    await tx.updateTable('clip_tags').set({ listed }).where('clip_id', 'in', clipIds).execute();
}

/** So that tags count the clips that lists show. */
async function markListed(
  tx: Tx,
  before: readonly ClipHead[],
  changes: Partial<ClipRow>,
): Promise<void> {
  const changed = before.filter((clip) => isListed(clip) !== isListed({ ...clip, ...changes }));
  const [gone, come] = [changed.filter(isListed), changed.filter((clip) => !isListed(clip))];
  await setListed(tx, idsOf(gone), 0);
  await setListed(tx, idsOf(come), 1);
}

export async function updateClips(
  tx: Tx,
  before: readonly ClipHead[],
  changes: Partial<ClipRow>,
): Promise<void> {
  if (before.length === 0) return;
  await tx.updateTable('clips').set(changes).where('id', 'in', idsOf(before)).execute();
  await markListed(tx, before, changes);
}

export async function updateClip<C extends ClipHead>(
  tx: Tx,
  before: C,
  changes: Partial<ClipRow>,
): Promise<C> {
  await updateClips(tx, [before], changes);
  return { ...before, ...changes };
}

export const findLatestClip = (
  db: Db,
  userId: string,
  withSent: boolean,
): Promise<ClipRow | undefined> =>
  db
    .selectFrom('clips')
    .selectAll()
    .where('user_id', '=', userId)
    .where('saved_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('awaited_files', '=', 0)
    .$if(!withSent, (q) => q.where('via', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const listClipsOf = (db: Db, userId: string, limit: number) =>
  db.selectFrom('clips').select('id').where('user_id', '=', userId).limit(limit).execute();

export const removeClip = (tx: Tx, id: string) =>
  tx.deleteFrom('clips').where('id', '=', id).execute();

export const findNewClipsOpen = async (tx: Tx, userId: string): Promise<number> =>
  (await newClipsOpen(tx, userId))?.new_clips_open ?? 0;

export const CLOSE_LINKS = 'close links';

export async function endLinksTo(tx: Tx, clipIds: readonly string[], now: number): Promise<void> {
  if (clipIds.length === 0) return;
  await tx
    .updateTable('links')
    .set({ revoked_at: now, closes_at: now })
    .where('clip_id', 'in', clipIds)
    .where('revoked_at', 'is', null)
    .execute();
  await wakeJob(tx, CLOSE_LINKS);
}

/** Those that were not revoked, whether or not they can still be opened. */
export const listLinksTo = async (tx: Tx, clipId: string): Promise<string[]> =>
  idsOf(
    await tx
      .selectFrom('links')
      .select('id')
      .where('clip_id', '=', clipId)
      .where('revoked_at', 'is', null)
      .execute(),
  );

export const removeDraft = (tx: Tx, id: string) =>
  tx.deleteFrom('clips').where('id', '=', id).where('saved_at', 'is', null).execute();

export const removeDraftsBefore = (db: Db, before: number) =>
  db.deleteFrom('clips').where('saved_at', 'is', null).where('created_at', '<', before).execute();

export const listDeletedBefore = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('clips')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', before)
    .limit(limit)
    .execute();

/** Unless they were restored meanwhile; returns those removed. */
export async function purgeClips(tx: Tx, ids: string[], before: number): Promise<string[]> {
  if (ids.length === 0) return [];
  const purged = await tx
    .deleteFrom('clips')
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', before)
    .returning('id')
    .execute();
  return idsOf(purged);
}

export const countAwaiting = (db: Db, userId: string, isSent: boolean): Promise<number> =>
  countOf(
    db
      .selectFrom('clips')
      .where('user_id', '=', userId)
      .where('awaited_files', '>', sql.lit(0))
      .where('deleted_at', 'is', null)
      .where('via', isSent ? 'is not' : 'is', null),
  );

export async function listAwaitingSince(db: Db, before: number, limit: number): Promise<string[]> {
  const clips = await db
    .selectFrom('clips')
    .select('id')
    .where('awaited_files', '>', sql.lit(0))
    .where('deleted_at', 'is', null)
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploads')
            .select(sql`1`.as('one'))
            .whereRef('place_id', '=', 'clips.id')
            // Of those a part came since.
            .where('expires_at', '>', before + UPLOAD_MS),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return idsOf(clips);
}

export async function listBurnt(db: Db, now: number): Promise<string[]> {
  return idsOf(await db.selectFrom('clips').select('id').where('burns_at', '<=', now).execute());
}

export async function findNextBurning(db: Db): Promise<number | null> {
  const next = await db
    .selectFrom('clips')
    .select('burns_at')
    .where('burns_at', 'is not', null)
    .orderBy('burns_at')
    .limit(1)
    .executeTakeFirst();
  return next?.burns_at ?? null;
}

const carried = (db: Db) =>
  db
    .selectFrom('clip_tags')
    .innerJoin('tags', 'tags.id', 'clip_tags.tag_id')
    .select(['clip_tags.clip_id', 'tags.id', 'tags.name', 'tags.color'])
    .orderBy('tags.name_key');

const carriedByOne = prepared((db, clipId: string) =>
  carried(db).where('clip_tags.clip_id', '=', clipId),
);
const anyTag = preparedOne((db, userId: string) =>
  db.selectFrom('tags').select('id').where('user_id', '=', userId).limit(1),
);

async function listCarried(db: Db, userId: string, clipIds: readonly string[]) {
  const [first] = clipIds;
  if (first === undefined) return [];
  if (clipIds.length === 1) return carriedByOne(db, first);
  // Most have none, and a query of many ids is built anew each time.
  if (!(await anyTag(db, userId))) return [];
  return carried(db).where('clip_tags.clip_id', 'in', clipIds).execute();
}

export async function listTagsOf(
  db: Db,
  userId: string,
  clipIds: readonly string[],
): Promise<ClipTag[][]> {
  const rows = await listCarried(db, userId, clipIds);
  return rowsPerId(clipIds, rows, ({ clip_id }) => clip_id).map((tags) =>
    tags.map(({ id, name, color }) => ({ id, name, color: color as TagColor })),
  );
}

export const GRANT_MS = 12 * HOUR_MS;
/** Signed addresses of files outlive a grant by this; openings are noted to the minute. */
const OPENED_MS = GRANT_MS + 3 * HOUR_MS;

/** What a grant gives that is good: of an inbox, of sealed bytes, or of a link to this clip. */
export interface Grant extends ClipGrant {
  readonly kind: Schema['links']['kind'];
  readonly ownerId: string;
  readonly clipId: string | null;
}

export const LINK_READER = 'link.';
const readerOf = (linkId: string, epoch: number) => `${LINK_READER}${linkId}.${epoch}`;

const isLive = (eb: ExpressionBuilder<Schema, 'links'>, now: number): Expression<SqlBool> =>
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
