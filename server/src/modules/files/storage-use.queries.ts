import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** What somebody takes of the store: texts and files together, and how many things they are. */
export interface StorageUse {
  readonly bytes: number;
  readonly things: number;
}

const sumOf = (uses: readonly { bytes: number | null; things: number }[]): StorageUse => ({
  bytes: uses.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  things: uses.reduce((sum, { things }) => sum + things, 0),
});
const textBytes = sql<number | null>`sum(octet_length(content))`.as('bytes');

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
  return sumOf([
    await clips('is'),
    await clips('is not'),
    await clipFiles('is'),
    await clipFiles('is not'),
    await versions('clip_versions', 'clips'),
    await versions('content_versions', 'room_content'),
    await items,
    await itemFiles,
    await desktop,
    await deletedDesktopItems,
  ]);
}

/** Of desktops that are nobody's but a browser's: all, or those that one network began. */
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
  ]);
}
