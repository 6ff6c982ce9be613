import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import type { RoomContentTable } from '../../database/schema.ts';

const DAY_MS = 24 * 3600 * 1000;

export const dayOf = (at: number): number => Math.floor(at / DAY_MS);
export const startOfDay = (day: number): number => day * DAY_MS;

const addToAuthor = prepared((tx, roomId: string, email: string, texts: number, files: number) =>
  tx
    .insertInto('room_authors')
    .values({ room_id: roomId, email, texts, files })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'email']).doUpdateSet((set) => ({
        texts: set('room_authors.texts', '+', set.ref('excluded.texts')),
        files: set('room_authors.files', '+', set.ref('excluded.files')),
      })),
    ),
);
const addToDay = prepared((tx, roomId: string, day: number, texts: number, files: number) =>
  tx
    .insertInto('room_days')
    .values({ room_id: roomId, day, texts, files })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'day']).doUpdateSet((set) => ({
        texts: set('room_days.texts', '+', set.ref('excluded.texts')),
        files: set('room_days.files', '+', set.ref('excluded.files')),
      })),
    ),
);

/**
 * Counts an item of a room in or out; to be called in the transaction that adds, deletes or
 * restores it.
 */
export async function countItem(
  tx: Tx | Db,
  {
    room_id,
    author_email,
    created_at,
    type,
  }: Pick<RoomContentTable, 'room_id' | 'author_email' | 'created_at' | 'type'>,
  by: 1 | -1,
): Promise<void> {
  const [texts, files] = type === 'text' ? [by, 0] : [0, by];
  const day = dayOf(created_at);
  await addToAuthor(tx, room_id, author_email, texts, files);
  await addToDay(tx, room_id, day, texts, files);
  if (by > 0) return;
  await tx
    .deleteFrom('room_authors')
    .where('room_id', '=', room_id)
    .where('email', '=', author_email)
    .where('texts', '=', 0)
    .where('files', '=', 0)
    .execute();
  await tx
    .deleteFrom('room_days')
    .where('room_id', '=', room_id)
    .where('day', '=', day)
    .where('texts', '=', 0)
    .where('files', '=', 0)
    .execute();
}

/** Of a room that is there for nobody any more. */
export async function forgetCounts(tx: Tx, roomId: string): Promise<void> {
  await tx.deleteFrom('room_authors').where('room_id', '=', roomId).execute();
  await tx.deleteFrom('room_days').where('room_id', '=', roomId).execute();
}

const emailsOf = prepared((db, roomId: string) =>
  db.selectFrom('room_authors').select('email').where('room_id', '=', roomId).orderBy('email'),
);

/** The addresses of everybody who added something that is still there. */
export const findAuthorEmails = async (db: Db, roomId: string): Promise<string[]> =>
  (await emailsOf(db, roomId)).map(({ email }) => email);

/** The same people with their names. */
export const findAuthors = prepared((db, roomId: string) =>
  db
    .selectFrom('room_authors as author')
    .innerJoin('users as user', 'user.email', 'author.email')
    .select(['user.email', 'user.name'])
    .where('author.room_id', '=', roomId)
    .orderBy('author.email'),
);

type Kind = 'text' | 'file' | undefined;

const summed = (kind: Kind) =>
  ({
    text: sql<number>`sum(texts)`,
    file: sql<number>`sum(files)`,
    all: sql<number>`sum(texts + files)`,
  })[kind ?? 'all'];

/** How many items these people have in the room; all of them when undefined. */
export async function countByAuthors(
  db: Db,
  roomId: string,
  type: Kind,
  authors: readonly string[] | undefined,
): Promise<number> {
  if (authors?.length === 0) return 0;
  const { count } = await db
    .selectFrom('room_authors')
    .select(sql<number>`coalesce(${summed(type)}, 0)`.as('count'))
    .where('room_id', '=', roomId)
    .$if(authors !== undefined, (query) => query.where('email', 'in', authors ?? []))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many items were added on this day or later. */
export async function countFromDay(
  db: Db,
  roomId: string,
  type: Kind,
  day: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('room_days')
    .select(sql<number>`coalesce(${summed(type)}, 0)`.as('count'))
    .where('room_id', '=', roomId)
    .where('day', '>=', day)
    .executeTakeFirstOrThrow();
  return count;
}
