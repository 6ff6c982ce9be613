import { fold, foldUpTo } from '@clipline/contract/folding.ts';
import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import { mayGoOn } from '../core/db/sqlite-reader.ts';
import { prepared } from '../core/db/prepared.ts';
import { giveTurn } from '../core/queue.ts';
import type { Schema } from '../core/db/schema.ts';

/**
 * Whose text it is, when it was made, and of what: lists are in this order, and so are the texts of
 * one holder in the store, so that a search reads no one else's.
 */
export interface TextKey {
  readonly holderId: string;
  readonly createdAt: number;
  readonly thingId: string;
}

const NAME_SEPARATOR = '\n';
/** No text is longer unfolded but one of letters that unfold to many, whose end is not searched. */
const MAX_FOLDED = MAX_TEXT_BYTES + 64 * 1024;
const foldText = (text: string) => foldUpTo(text, MAX_FOLDED);
const foldNames = (names: readonly string[]) => fold(names.join(NAME_SEPARATOR));

const insertText = prepared(
  (tx, holderId: string, createdAt: number, thingId: string, names: string, text: string) =>
    tx.insertInto('search_texts').values({
      holder_id: holderId,
      created_at: createdAt,
      thing_id: thingId,
      names,
      text,
    }),
);

export const addText = async (
  tx: Tx | Db,
  { holderId, createdAt, thingId }: TextKey,
  text: string,
  names: readonly string[],
) => insertText(tx, holderId, createdAt, thingId, foldNames(names), foldText(text));

const updateText = prepared(
  (tx, text: string, holderId: string, createdAt: number, thingId: string) =>
    tx
      .updateTable('search_texts')
      .set({ text })
      .where('holder_id', '=', holderId)
      .where('created_at', '=', createdAt)
      .where('thing_id', '=', thingId),
);

export const changeText = async (
  tx: Tx | Db,
  { holderId, createdAt, thingId }: TextKey,
  text: string,
) => updateText(tx, foldText(text), holderId, createdAt, thingId);

export const changeNames = (tx: Tx, key: TextKey, names: readonly string[]) =>
  tx
    .updateTable('search_texts')
    .set({ names: foldNames(names) })
    .where('holder_id', '=', key.holderId)
    .where('created_at', '=', key.createdAt)
    .where('thing_id', '=', key.thingId)
    .execute();

export interface SearchedThing {
  readonly key: TextKey;
  readonly text: string;
  readonly names: readonly string[];
}

export async function addTexts(tx: Tx, things: readonly SearchedThing[]): Promise<void> {
  for (const { key, text, names } of things) {
    // The longest text takes some 20 ms to fold.
    await giveTurn();
    await addText(tx, key, text, names);
  }
}

/** What lists no longer show, the search does not find either: things of one holder. */
export async function removeTexts(tx: Tx, keys: readonly TextKey[]): Promise<void> {
  const [first] = keys;
  if (!first) return;
  const wanted = keys.map(
    ({ createdAt, thingId }) => sql`(cast(${createdAt} as bigint), ${thingId})`,
  );
  await tx
    .deleteFrom('search_texts')
    .where('holder_id', '=', first.holderId)
    .where(sql<SqlBool>`(created_at, thing_id) in (values ${sql.join(wanted)})`)
    .execute();
}

export const removeText = (tx: Tx, key: TextKey) => removeTexts(tx, [key]);

type TextsBuilder = ExpressionBuilder<Schema, 'search_texts'>;

/**
 * The text or a name holds this word, which is one of `searchWords`. A backslash would be read in
 * two ways, by PostgreSQL's `standard_conforming_strings`.
 */
export function holds(eb: TextsBuilder, word: string): Expression<SqlBool> {
  const pattern = `%${word.replace(/[~%_]/g, '~$&')}%`;
  const like = (column: 'text' | 'names') =>
    sql<SqlBool>`${eb.ref(`search_texts.${column}`)} like ${pattern} escape '~'`;
  return eb.or([like('text'), like('names')]);
}

export type TextOrder = 'asc' | 'desc';

export interface TextSearch {
  readonly holderId: string;
  /** What must be true of a text, its words among it; cheap conditions first. */
  readonly conditions: (eb: TextsBuilder) => readonly Expression<SqlBool>[];
  /** By what they are sorted before their time. */
  readonly first?: ((eb: TextsBuilder) => Expression<string>) | undefined;
  readonly order: TextOrder;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A page of the ids of what is found, and how much is found altogether, in one pass. `scans` looks
 * beside the event loop and ends what takes too long.
 */
export async function findTexts(
  scans: Db,
  { holderId, conditions, first, order, limit, offset }: TextSearch,
): Promise<{ ids: string[]; total: number }> {
  const found = scans
    .selectFrom('search_texts')
    .where('search_texts.holder_id', '=', holderId)
    .where(({ ref }) => mayGoOn(scans, ref('search_texts.created_at')))
    .where((eb) => eb.and(conditions(eb)))
    .select((eb) => [
      'search_texts.created_at',
      'search_texts.thing_id',
      sql<string>`${first ? first(eb) : sql`''`}`.as('first'),
    ]);
  const { rows } = await sql<{ total: number; thing_id: string | null }>`
    with found as materialized ${found}
    select counted.total, page.thing_id
    from (select count(*) as total from found) as counted
    left join (
      select first, created_at, thing_id from found
      order by first ${sql.raw(order)}, created_at ${sql.raw(order)}, thing_id ${sql.raw(order)}
      limit ${limit} offset ${offset}
    ) as page on 1 = 1
    order by page.first ${sql.raw(order)}, page.created_at ${sql.raw(order)}, page.thing_id ${sql.raw(order)}`.execute(
    scans,
  );
  return {
    ids: rows.flatMap(({ thing_id }) => thing_id ?? []),
    total: rows[0]?.total ?? 0,
  };
}
