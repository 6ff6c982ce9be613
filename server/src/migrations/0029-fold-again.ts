import { fold } from '@clipline/contract/folding.ts';
import { type Kysely, sql, SqliteAdapter } from 'kysely';

/** Each may be half a megabyte. */
const BATCH = 100;

interface Entry {
  readonly holder_id: string;
  readonly created_at: number;
  readonly thing_id: string;
  readonly names: string;
  readonly text: string;
}

/** What was folded as another version did; plain text is as it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const bytes = (column: string) =>
    isSqlite
      ? sql`length(cast(${sql.ref(column)} as blob))`
      : sql`octet_length(${sql.ref(column)})`;
  let last: Entry | undefined;
  for (;;) {
    const { rows }: { rows: Entry[] } = await sql<Entry>`
      select holder_id, created_at, thing_id, names, text from search_texts
      where (length(text) <> ${bytes('text')} or length(names) <> ${bytes('names')})
        and (holder_id, created_at, thing_id) >
          (${last?.holder_id ?? ''}, ${last?.created_at ?? 0}, ${last?.thing_id ?? ''})
      order by holder_id, created_at, thing_id limit ${BATCH}`.execute(db);
    for (const { holder_id, created_at, thing_id, names, text } of rows) {
      const folded = { names: fold(names), text: fold(text) };
      if (folded.names !== names || folded.text !== text)
        await sql`update search_texts set names = ${folded.names}, text = ${folded.text}
          where holder_id = ${holder_id} and created_at = ${created_at} and thing_id = ${thing_id}`.execute(
          db,
        );
    }
    last = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}
