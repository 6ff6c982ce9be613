import type { Db, Tx } from '../core/db/database.ts';
import type { ImportTable } from './account.tables.ts';

type Kind = ImportTable['kind'];

/** Which of these exist, as this person's. `within` is the room or the desktop. */
function existing(db: Db, kind: Kind, ids: string[], userId: string, within: string) {
  switch (kind) {
    case 'clip':
      return db
        .selectFrom('clips')
        .select('id')
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null);
    case 'room':
      return db
        .selectFrom('rooms')
        .select('id')
        .where('id', 'in', ids)
        .where('owner_id', '=', userId)
        .where('deleted_at', 'is', null);
    case 'room-item':
      return db
        .selectFrom('room_content')
        .select('id')
        .where('id', 'in', ids)
        .where('room_id', '=', within)
        .where('deleted_at', 'is', null);
    case 'desktop-item':
      return db
        .selectFrom('desktop_items')
        .select('id')
        .where('id', 'in', ids)
        .where('desktop_id', '=', within)
        .where('deleted_at', 'is', null);
  }
}

/**
 * What of an export is here already, with its id here: never gone, or taken over before and not
 * deleted since.
 */
export async function findKnown(
  db: Db,
  userId: string,
  kind: Kind,
  originIds: string[],
  within = '',
): Promise<Map<string, string>> {
  if (originIds.length === 0) return new Map();
  const imported = await db
    .selectFrom('imports')
    .select(['origin_id', 'thing_id'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('origin_id', 'in', originIds)
    .execute();
  const candidates = [...originIds, ...imported.map(({ thing_id }) => thing_id)];
  const found = new Set(
    (await existing(db, kind, candidates, userId, within).execute()).map(({ id }) => id),
  );
  const known = new Map(
    imported
      .filter(({ thing_id }) => found.has(thing_id))
      .map(({ origin_id, thing_id }) => [origin_id, thing_id]),
  );
  for (const id of originIds) if (found.has(id)) known.set(id, id);
  return known;
}

export const noteImported = (tx: Tx, imported: ImportTable) =>
  tx
    .insertInto('imports')
    .values(imported)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'origin_id'])
        .doUpdateSet({ thing_id: imported.thing_id }),
    )
    .execute();

/** Lists go by `desktop_version`; the date is what an export tells again. */
export const backdateDesktopItem = (tx: Tx, itemId: string, createdAt: number) =>
  tx.updateTable('desktop_items').set({ created_at: createdAt }).where('id', '=', itemId).execute();
