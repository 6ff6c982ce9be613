import { sql } from 'kysely';
import { type Db, engineOf } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import {
  firstPlace,
  MAX_CANDIDATES,
  nextPlace,
  PLACES,
  trigramsOf,
} from '../../database/trigrams.ts';

/** A word of a search, folded, and the addresses of the authors whom it names. */
export interface SearchedWord {
  readonly word: string;
  readonly authors: readonly string[];
}

const insertPlace = prepared((tx, first: number, last: number, contentId: string) =>
  tx
    .insertInto('room_places')
    .values({ place: nextPlace('room_places', first, last), content_id: contentId }),
);

/** Enters an item of a room into the trigrams; triggers keep it there as its text is. */
export async function indexItem(tx: Db, roomId: string, contentId: string): Promise<void> {
  const first = firstPlace(roomId);
  if (engineOf(tx) === 'sqlite') await insertPlace(tx, first, first + PLACES - 1, contentId);
}

/** In one query, for each is a way to the reader's thread and back. */
const findWithTrigrams = prepared((db, trigrams: string, first: number, beyond: number) =>
  db
    .selectFrom('room_places')
    .select('content_id')
    .where(
      sql<boolean>`place in (
        select place from (select rowid as place from room_trigrams
          where room_trigrams match ${trigrams} and rowid >= ${first} and rowid < ${beyond} limit ${sql.lit(MAX_CANDIDATES)})
        union all
        select place from (select place from room_places
          where is_long = 1 and place >= ${first} and place < ${beyond} limit ${sql.lit(MAX_CANDIDATES)}))`,
    ),
);

async function withTrigrams(
  db: Db,
  roomId: string,
  trigrams: string,
): Promise<string[] | undefined> {
  const first = firstPlace(roomId);
  const found = await findWithTrigrams(db, trigrams, first, first + PLACES);
  return found.length >= MAX_CANDIDATES ? undefined : found.map(({ content_id }) => content_id);
}

async function addedBy(
  db: Db,
  roomId: string,
  authors: readonly string[],
): Promise<string[] | undefined> {
  const items = await db
    .selectFrom('room_content')
    .select('id')
    .where('room_id', '=', roomId)
    .where('deleted_at', 'is', null)
    .where('author_email', 'in', authors)
    .limit(MAX_CANDIDATES)
    .execute();
  return items.length === MAX_CANDIDATES ? undefined : items.map(({ id }) => id);
}

/**
 * The items that may match, perhaps with some of other rooms, when trigrams and authors leave few;
 * undefined when everything must be looked at.
 */
export async function findCandidates(
  db: Db,
  roomId: string,
  words: readonly SearchedWord[],
): Promise<string[] | undefined> {
  if (engineOf(db) !== 'sqlite') return undefined;
  const inTextOnly = words.filter(({ authors }) => authors.length === 0).map(({ word }) => word);
  const together = trigramsOf(inTextOnly);
  if (together !== undefined) return withTrigrams(db, roomId, together);
  // Every word may be a name: an item then matches the longest by its text or by its author.
  const [longest] = words
    .filter(({ authors }) => authors.length > 0)
    .toSorted((a, b) => b.word.length - a.word.length);
  const trigrams = longest && trigramsOf([longest.word]);
  if (!longest || trigrams === undefined) return undefined;
  const byAuthor = await addedBy(db, roomId, longest.authors);
  const byText = byAuthor && (await withTrigrams(db, roomId, trigrams));
  return byText && [...new Set([...byAuthor, ...byText])];
}
