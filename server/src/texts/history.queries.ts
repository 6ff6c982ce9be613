import type { Db, Tx } from '../core/db/database.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import type { VersionTable } from './texts.tables.ts';
import { idsOf } from '../core/ids.ts';

export type VersionsOf = 'clip_versions' | 'content_versions';

export type VersionRow = VersionTable;
export type VersionHead = Omit<VersionRow, 'packed'>;
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

const forBoth = <Q>(build: (table: VersionsOf) => Q): Readonly<Record<VersionsOf, Q>> => ({
  clip_versions: build('clip_versions'),
  content_versions: build('content_versions'),
});

const findLatest = forBoth((table) =>
  preparedOne((db, thingId: string) =>
    db
      .selectFrom(table)
      .select(HEAD)
      .where('thing_id', '=', thingId)
      .orderBy('version', 'desc')
      .limit(1),
  ),
);

/** What is known of the present text; undefined of one that was never replaced. */
export async function findPresent(
  db: Db,
  table: VersionsOf,
  thingId: string,
): Promise<VersionHead | undefined> {
  const row = await findLatest[table](db, thingId);
  return row?.ended_at === null ? row : undefined;
}

const move = forBoth((table) =>
  prepared((db, version: number, at: number, thingId: string, before: number) =>
    db
      .updateTable(table)
      .set({ version, saved_at: at })
      .where('thing_id', '=', thingId)
      .where('version', '=', before),
  ),
);

/** The present text is replaced, and not kept: what is known of it is known of the next one. */
export const moveVersion = (
  tx: Tx,
  table: VersionsOf,
  { thing_id: thingId, version }: VersionHead,
  to: { readonly version: number; readonly at: number },
) => move[table](tx, to.version, to.at, thingId, version);

export interface VersionFile {
  readonly id: string;
  readonly name: string;
}

/** Those that the thing had; the earliest rows know names alone. */
export const filesOf = ({ files }: Pick<VersionRow, 'files'>): VersionFile[] =>
  (JSON.parse(files) as (VersionFile | string)[]).map((file) =>
    typeof file === 'string' ? { id: '', name: file } : file,
  );

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

const numbersOf = (versions: readonly { readonly version: number }[]) =>
  versions.map(({ version }) => version);

export async function removeVersions(
  tx: Tx,
  table: VersionsOf,
  thingId: string,
  versions: readonly { readonly version: number }[],
): Promise<void> {
  if (versions.length === 0) return;
  await tx
    .deleteFrom(table)
    .where('thing_id', '=', thingId)
    .where('version', 'in', numbersOf(versions))
    .execute();
}

/** What holds a deleted file that a version of a clip still has; the id is that of the clip. */
export const KEPT_FILE = 'version';

export const isKeptFile = async (tx: Tx, clipId: string, fileId: string): Promise<boolean> =>
  (await listEnded(tx, 'clip_versions', clipId)).some((version) =>
    filesOf(version).some(({ id }) => id === fileId),
  );

/**
 * Deleted files that no version of a clip has any more, but for those that are about to come back;
 * returns the blobs they referred to.
 */
export async function removeUnkeptFiles(
  tx: Tx,
  clipId: string,
  comingBack: readonly VersionFile[] = [],
): Promise<string[]> {
  const files = await tx
    .selectFrom('files')
    .select('id')
    .where('holder_kind', '=', KEPT_FILE)
    .where('holder_id', '=', clipId)
    .execute();
  if (files.length === 0) return [];
  const versions = await listEnded(tx, 'clip_versions', clipId);
  const kept = new Set(idsOf([...versions.flatMap(filesOf), ...comingBack]));
  const unkept = files.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (unkept.length === 0) return [];
  const removed = await tx
    .deleteFrom('files')
    .where('id', 'in', unkept)
    .returning('blob_id')
    .execute();
  return [...new Set(removed.map((file) => file.blob_id))];
}

export async function removeAllEnded(
  tx: Tx,
  table: VersionsOf,
  thingIds: readonly string[],
): Promise<void> {
  if (thingIds.length === 0) return;
  await tx
    .deleteFrom(table)
    .where('thing_id', 'in', thingIds)
    .where('ended_at', 'is not', null)
    .execute();
}

/** A decision about all of a thing that were due is made. */
export const setLookAt = (
  tx: Tx,
  table: VersionsOf,
  thingId: string,
  versions: readonly { readonly version: number }[],
  lookAt: number,
) =>
  tx
    .updateTable(table)
    .set({ look_at: lookAt })
    .where('thing_id', '=', thingId)
    .where('version', 'in', numbersOf(versions))
    .execute();

/** Things that are not deleted and have versions about which a decision is due, by their ids. */
export async function listDue(
  db: Db,
  table: VersionsOf,
  now: number,
  after: string,
  limit: number,
): Promise<{ id: string; user_id: string }[]> {
  const due = (things: 'clips' | 'room_content') =>
    db
      .selectFrom(things)
      .select(['id', 'user_id'])
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .where('id', 'in', (where) =>
        where.selectFrom(table).select('thing_id').where('look_at', '<=', now),
      )
      .orderBy('id')
      .limit(limit)
      .execute();
  return table === 'clip_versions' ? due('clips') : due('room_content');
}

export async function listRevisedBy(db: Db, userId: string, limit: number): Promise<string[]> {
  const things = await db
    .selectFrom('room_content')
    .select('id')
    .where('user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('content_versions')
          .select('version')
          .whereRef('thing_id', '=', 'room_content.id')
          .where('ended_at', 'is not', null),
      ),
    )
    .limit(limit)
    .execute();
  return idsOf(things);
}

export const removeVersionsOfAuthor = (tx: Tx, userId: string) =>
  tx
    .deleteFrom('content_versions')
    .where('thing_id', 'in', (where) =>
      where.selectFrom('room_content').select('id').where('user_id', '=', userId),
    )
    .execute();
