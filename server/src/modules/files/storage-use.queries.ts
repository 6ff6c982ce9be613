import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** What a user takes of the store: texts and files together, and how many things they are. */
export interface StorageUse {
  readonly bytes: number;
  readonly things: number;
}

const sumOf = (uses: readonly { bytes: number | null; things: number }[]): StorageUse => ({
  bytes: uses.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  things: uses.reduce((sum, { things }) => sum + things, 0),
});
const textBytes = sql<number | null>`sum(octet_length(content))`.as('bytes');

/** What is kept for repeats of calls that create: an answer may hold half a megabyte of text. */
const answersTo = (db: Db) =>
  db
    .selectFrom('idempotency')
    .select(({ fn }) => [
      fn.sum<number | null>(sql`octet_length(reply)`).as('bytes'),
      fn.countAll<number>().as('things'),
    ]);

/** What was deleted and can be brought back counts too: it is still there. */
export async function findUseOfPerson(db: Db, userId: string): Promise<StorageUse> {
  const clips = (state: 'is' | 'is not') =>
    db
      .selectFrom('clips')
      .select(({ fn }) => [textBytes, fn.countAll<number>().as('things')])
      .where('user_id', '=', userId)
      .$if(state === 'is', (q) => q.where('saved_at', 'is not', null))
      .where('deleted_at', state, null)
      .executeTakeFirstOrThrow();
  const clipFiles = (state: 'is' | 'is not') =>
    db
      .selectFrom('clips')
      .innerJoin('files', (join) =>
        join.onRef('files.holder_id', '=', 'clips.id').on('files.holder_kind', '=', 'clip'),
      )
      .select(({ fn }) => [
        fn.sum<number | null>('files.size').as('bytes'),
        fn.countAll<number>().as('things'),
      ])
      .where('clips.user_id', '=', userId)
      .$if(state === 'is', (q) =>
        q.where('clips.saved_at', 'is not', null).where('clips.file_count', '>', sql.lit(0)),
      )
      .where('clips.deleted_at', state, null)
      .executeTakeFirstOrThrow();
  /** Deleted ones that earlier versions of clips still have. */
  const keptFiles = db
    .selectFrom('clips')
    .innerJoin('files', (join) =>
      join.onRef('files.holder_id', '=', 'clips.id').on('files.holder_kind', '=', 'version'),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('files.size').as('bytes'),
      fn.countAll<number>().as('things'),
    ])
    .where('clips.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const versions = (
    table: 'clip_versions' | 'content_versions',
    things: 'clips' | 'room_content',
  ) =>
    db
      .selectFrom(table)
      .select(({ fn }) => [
        fn.sum<number | null>(sql`octet_length(packed)`).as('bytes'),
        fn.countAll<number>().as('things'),
      ])
      .where('thing_id', 'in', (where) =>
        where.selectFrom(things).select('id').where('user_id', '=', userId),
      )
      .executeTakeFirstOrThrow();
  const items = db
    .selectFrom('room_content')
    .select(({ fn }) => [textBytes, fn.countAll<number>().as('things')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const itemFiles = db
    .selectFrom('room_content')
    .innerJoin('files', (join) =>
      join.onRef('files.holder_id', '=', 'room_content.id').on('files.holder_kind', '=', 'room'),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('files.size').as('bytes'),
      fn.countAll<number>().as('things'),
    ])
    .where('room_content.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const desktop = db
    .selectFrom('desktops')
    .select(({ fn }) => [
      fn.sum<number | null>('byte_count').as('bytes'),
      fn.coalesce(fn.sum<number>('item_count'), sql.lit(0)).as('things'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const deletedDesktopItems = db
    .selectFrom('desktops')
    .innerJoin('desktop_items as item', 'item.desktop_id', 'desktops.id')
    .select(({ fn }) => [
      fn.sum<number | null>('item.bytes').as('bytes'),
      fn.countAll<number>().as('things'),
    ])
    .where('desktops.user_id', '=', userId)
    .where('item.deleted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  // Short rows, but of things that come and go they stay for a long time.
  const remembered = async (table: 'captures' | 'links') => {
    const { things } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('things'))
      .where('user_id', '=', userId)
      .where('clip_id', 'is', null)
      .executeTakeFirstOrThrow();
    return { bytes: 0, things };
  };
  return sumOf([
    await clips('is'),
    await clips('is not'),
    await clipFiles('is'),
    await clipFiles('is not'),
    await keptFiles,
    await versions('clip_versions', 'clips'),
    await versions('content_versions', 'room_content'),
    await items,
    await itemFiles,
    await desktop,
    await deletedDesktopItems,
    await remembered('captures'),
    await remembered('links'),
    await answersTo(db).where('user_id', '=', userId).executeTakeFirstOrThrow(),
  ]);
}

/** What others sent to a user through drop links. */
export async function findUseOfSent(db: Db, userId: string): Promise<StorageUse> {
  return sumOf([
    await db
      .selectFrom('clips')
      .select(({ fn }) => [textBytes, fn.countAll<number>().as('things')])
      .where('user_id', '=', userId)
      .where('via', 'is not', null)
      .executeTakeFirstOrThrow(),
    await db
      .selectFrom('clips')
      .innerJoin('files', (join) =>
        join.onRef('files.holder_id', '=', 'clips.id').on('files.holder_kind', '=', 'clip'),
      )
      .select(({ fn }) => [
        fn.sum<number | null>('files.size').as('bytes'),
        fn.countAll<number>().as('things'),
      ])
      .where('clips.user_id', '=', userId)
      .where('clips.via', 'is not', null)
      .executeTakeFirstOrThrow(),
  ]);
}

/**
 * Of desktops that are nobody's but a browser's: all, or those that one network began; and what is
 * kept of calls of those who are signed out.
 */
export async function findUseOfSignedOut(db: Db, networkHash?: string): Promise<StorageUse> {
  return sumOf([
    await db
      .selectFrom('desktops')
      .select(({ fn }) => [
        fn.sum<number | null>('byte_count').as('bytes'),
        fn.coalesce(fn.sum<number>('item_count'), sql.lit(0)).as('things'),
      ])
      .where('user_id', 'is', null)
      .$if(networkHash !== undefined, (q) => q.where('network_hash', '=', networkHash ?? ''))
      .executeTakeFirstOrThrow(),
    // Until nobody can bring them back.
    await db
      .selectFrom('desktops')
      .innerJoin('desktop_items as item', 'item.desktop_id', 'desktops.id')
      .select(({ fn }) => [
        fn.sum<number | null>('item.bytes').as('bytes'),
        fn.countAll<number>().as('things'),
      ])
      .where('desktops.user_id', 'is', null)
      .where('item.deleted_at', 'is not', null)
      .$if(networkHash !== undefined, (q) =>
        q.where('desktops.network_hash', '=', networkHash ?? ''),
      )
      .executeTakeFirstOrThrow(),
    await answersTo(db)
      .where('user_id', 'is', null)
      .where('network_hash', networkHash === undefined ? 'is not' : '=', networkHash ?? null)
      .executeTakeFirstOrThrow(),
  ]);
}
