import type { Db, Tx } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { VersionTable } from '../../platform/database/schema.ts';

/** Where the versions of a kind of thing are. */
export type VersionsOf = 'clip_versions' | 'content_versions';

export type VersionRow = VersionTable;
/** Without the text. */
export type VersionHead = Omit<VersionRow, 'packed'>;
/** Of a text that was replaced. */
export type EndedVersion = VersionHead & { readonly ended_at: number };

const HEAD = [
  'thing_id',
  'version',
  'saved_at',
  'burst_at',
  'by_kind',
  'by_id',
  'by_label',
  'ended_at',
  'look_at',
  'is_last_own',
  'chars',
  'bytes',
  'files',
] as const;

const latestOf = (table: VersionsOf) =>
  prepared((db, thingId: string) =>
    db
      .selectFrom(table)
      .select(HEAD)
      .where('thing_id', '=', thingId)
      .orderBy('version', 'desc')
      .limit(1),
  );
const latest = {
  clip_versions: latestOf('clip_versions'),
  content_versions: latestOf('content_versions'),
};

/** What is known of the present text; undefined of one that was never replaced. */
export async function findPresent(
  db: Db,
  table: VersionsOf,
  thingId: string,
): Promise<VersionHead | undefined> {
  const [row] = await latest[table](db, thingId);
  return row?.ended_at === null ? row : undefined;
}

/** Each engine's query is compiled once: it runs with nearly every save of a text. */
const continueOf = (table: VersionsOf) =>
  prepared(
    (
      db,
      version: number,
      at: number,
      thingId: string,
      before: number,
      byKind: VersionRow['by_kind'],
      byId: string,
      burstSince: number,
    ) =>
      db
        .updateTable(table)
        .set({ version, saved_at: at })
        .where('thing_id', '=', thingId)
        .where('version', '=', before)
        .where('ended_at', 'is', null)
        .where('by_kind', '=', byKind)
        .where('by_id', '=', byId)
        .where('burst_at', '>=', burstSince)
        .where('burst_at', '<=', at)
        .returning('version'),
  );
const continuing = {
  clip_versions: continueOf('clip_versions'),
  content_versions: continueOf('content_versions'),
};

/** One more save of a burst that began since; false when the present text is of no such burst. */
export async function continueBurst(
  tx: Tx,
  table: VersionsOf,
  before: Pick<VersionRow, 'thing_id' | 'version'>,
  saving: Pick<VersionRow, 'version' | 'saved_at' | 'by_kind' | 'by_id'>,
  burstSince: number,
): Promise<boolean> {
  const { version, saved_at: at, by_kind: byKind, by_id: byId } = saving;
  const moved = await continuing[table](
    tx,
    version,
    at,
    before.thing_id,
    before.version,
    byKind,
    byId,
    burstSince,
  );
  return moved.length > 0;
}

export const insertVersion = (tx: Tx, table: VersionsOf, row: VersionRow) =>
  tx.insertInto(table).values(row).execute();

export const updateVersion = (
  tx: Tx,
  table: VersionsOf,
  { thing_id, version }: Pick<VersionRow, 'thing_id' | 'version'>,
  change: Partial<VersionRow>,
) =>
  tx
    .updateTable(table)
    .set(change)
    .where('thing_id', '=', thing_id)
    .where('version', '=', version)
    .execute();

/** Those of a thing that can be had again, newest first. */
export const listEnded = (db: Db, table: VersionsOf, thingId: string, endedSince = 0) =>
  db
    .selectFrom(table)
    .select(HEAD)
    .where('thing_id', '=', thingId)
    .where('ended_at', 'is not', null)
    .where('ended_at', '>=', endedSince)
    .orderBy('version', 'desc')
    .execute() as Promise<EndedVersion[]>;

export const findEnded = (
  db: Db,
  table: VersionsOf,
  thingId: string,
  version: number,
  endedSince: number,
): Promise<VersionRow | undefined> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('thing_id', '=', thingId)
    .where('version', '=', version)
    .where('ended_at', '>=', endedSince)
    .executeTakeFirst();

export async function removeVersions(
  tx: Tx,
  table: VersionsOf,
  thingId: string,
  versions: readonly number[],
): Promise<void> {
  if (versions.length === 0) return;
  await tx
    .deleteFrom(table)
    .where('thing_id', '=', thingId)
    .where('version', 'in', versions)
    .execute();
}

export const removeAllEnded = (tx: Tx, table: VersionsOf, thingId: string) =>
  tx.deleteFrom(table).where('thing_id', '=', thingId).where('ended_at', 'is not', null).execute();

/** A decision about all of a thing that were due is made. */
export const setLookAt = (
  tx: Tx,
  table: VersionsOf,
  thingId: string,
  versions: readonly number[],
  lookAt: number,
) =>
  tx
    .updateTable(table)
    .set({ look_at: lookAt })
    .where('thing_id', '=', thingId)
    .where('version', 'in', versions)
    .execute();

/** Things that are not deleted and have versions about which a decision is due, and whose they are. */
export async function listDue(
  db: Db,
  table: VersionsOf,
  now: number,
  limit: number,
): Promise<{ id: string; user_id: string }[]> {
  const due = (things: 'clips' | 'room_content') =>
    db
      .selectFrom(things)
      .select(['id', 'user_id'])
      .where('deleted_at', 'is', null)
      .where('id', 'in', (where) =>
        where.selectFrom(table).select('thing_id').where('look_at', '<=', now),
      )
      .limit(limit)
      .execute();
  return table === 'clip_versions' ? due('clips') : due('room_content');
}

/** With the account of who wrote them. */
export const removeVersionsOfAuthor = (tx: Tx, userId: string) =>
  tx
    .deleteFrom('content_versions')
    .where('thing_id', 'in', (where) =>
      where.selectFrom('room_content').select('id').where('user_id', '=', userId),
    )
    .execute();
