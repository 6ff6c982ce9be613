import { sql } from 'kysely';
import { type Db, engineOf, type Tx } from '../../database/database.ts';
import { type ClipFilter, conditions, type Slice } from './clip-lists.queries.ts';
import { prepared } from '../../database/prepared.ts';
import { anywhere, fold } from '../../database/search-text.ts';
import {
  firstPlace,
  LONG_TEXT,
  MAX_CANDIDATES,
  nextPlace,
  PLACES,
  trigramsOf,
} from '../../database/trigrams.ts';

const NAME_SEPARATOR = '\n';

const foldNames = (names: string[]) => fold(names.join(NAME_SEPARATOR));

function foldText(content: string) {
  const text = fold(content);
  return { text, is_long: text.length > LONG_TEXT ? 1 : 0 };
}

/** On SQLite a person's places are neighbours, so that a search passes over nobody else's. */
const placeFor = (tx: Db, first: number, last: number) =>
  engineOf(tx) === 'sqlite' ? { place: nextPlace('clip_search', first, last) } : {};

const insertEntry = prepared(
  (
    tx,
    first: number,
    last: number,
    clipId: string,
    userId: string,
    createdAt: number,
    isLong: number,
    text: string,
    names: string,
  ) =>
    tx.insertInto('clip_search').values({
      ...placeFor(tx, first, last),
      clip_id: clipId,
      user_id: userId,
      created_at: createdAt,
      is_long: isLong,
      text,
      names,
    }),
);

/** Makes the clip findable. */
export async function indexClip(
  tx: Tx,
  clip: { id: string; user_id: string; created_at: number; content: string },
  fileNames: string[],
): Promise<void> {
  const first = firstPlace(clip.user_id);
  const { text, is_long } = foldText(clip.content);
  await insertEntry(
    tx,
    first,
    first + PLACES - 1,
    clip.id,
    clip.user_id,
    clip.created_at,
    is_long,
    text,
    foldNames(fileNames),
  );
}

const updateEntry = prepared((tx, clipId: string, text: string, isLong: number) =>
  tx.updateTable('clip_search').set({ text, is_long: isLong }).where('clip_id', '=', clipId),
);

export async function indexText(tx: Tx, clipId: string, content: string): Promise<void> {
  const { text, is_long } = foldText(content);
  await updateEntry(tx, clipId, text, is_long);
}

export const indexNames = (tx: Tx, clipId: string, fileNames: string[]) =>
  tx
    .updateTable('clip_search')
    .set({ names: foldNames(fileNames) })
    .where('clip_id', '=', clipId)
    .execute();

/** Lists no longer show the clip, so that the search does not find it either. */
export const unindexClip = (tx: Tx, clipId: string) =>
  tx.deleteFrom('clip_search').where('clip_id', '=', clipId).execute();

/**
 * The places of clips that may match, when the trigrams leave few; undefined when everything must
 * be looked at.
 */
async function candidates(db: Db, { userId, words }: ClipFilter): Promise<number[] | undefined> {
  const trigrams = engineOf(db) === 'sqlite' ? trigramsOf(words) : undefined;
  if (trigrams === undefined) return undefined;
  const first = firstPlace(userId);
  const matching = await db
    .selectFrom('clip_trigrams')
    .select('rowid as place')
    .where('clip_trigrams', 'match', trigrams as never)
    .where('rowid', '>=', first)
    .where('rowid', '<', first + PLACES)
    .limit(MAX_CANDIDATES)
    .execute();
  if (matching.length === MAX_CANDIDATES) return undefined;
  const long = await db
    .selectFrom('clip_search')
    .select('place')
    .where('user_id', '=', userId)
    .where('is_long', '=', sql.lit(1))
    .limit(MAX_CANDIDATES)
    .execute();
  return long.length === MAX_CANDIDATES
    ? undefined
    : [...matching, ...long].map(({ place }) => place);
}

/** The ids of a page of what a search finds, newest first, and how much it finds altogether. */
export async function searchClips(
  db: Db,
  filter: ClipFilter,
  slice: Slice,
): Promise<{ ids: string[]; total: number }> {
  const places = await candidates(db, filter);
  if (places?.length === 0) return { ids: [], total: 0 };
  const { favorite, type, after } = filter;
  const isNarrow = favorite === true || type === 'file';
  let query = db.selectFrom('clip_search');
  // Without the sign SQLite would rather go through all of the person's clips than straight to
  // these.
  if (places)
    query = query.where(
      sql<boolean>`+clip_search.user_id = ${filter.userId} and clip_search.place in (select value from json_each(${JSON.stringify(places)}))`,
    );
  else if (!isNarrow) query = query.where('clip_search.user_id', '=', filter.userId);
  if (after !== undefined) query = query.where('clip_search.created_at', '>', after);
  for (const word of filter.words) {
    const like = anywhere(word);
    query = query.where(
      sql<boolean>`(clip_search.text like ${like} escape '\\' or clip_search.names like ${like} escape '\\')`,
    );
  }
  if (isNarrow) {
    // Commonly few: their texts alone are looked at. Whose they are is a condition there.
    query = query.where('clip_search.clip_id', 'in', (clips) =>
      clips
        .selectFrom('clips')
        .select('clips.id')
        .where((eb) => eb.and(conditions(eb, filter))),
    );
  } else if (favorite === false || type === 'text') {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('clips')
          .select('clips.id')
          .whereRef('clips.id', '=', 'clip_search.clip_id')
          .where((eb) => eb.and(conditions(eb, filter))),
      ),
    );
  }
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total <= slice.offset) return { ids: [], total };
  // In the order of an index, so that it ends with the page instead of sorting everything that was
  // found.
  const found = await query
    .select('clip_search.clip_id')
    .orderBy('clip_search.created_at', 'desc')
    .orderBy('clip_search.clip_id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
  return { ids: found.map((clip) => clip.clip_id), total };
}
