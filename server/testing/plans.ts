import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import type { Tx } from '../src/core/db/database.ts';
import type { Store } from '../src/core/db/open.ts';

/** How the engine does what the work asks for; PostgreSQL looks through small tables. */
export async function plansOf(store: Store, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  await store.db.transaction().execute(async (tx) => {
    const isSqlite = store.engine === 'sqlite';
    if (!isSqlite) await sql`set local enable_seqscan = off`.execute(tx);
    const explain = isSqlite ? 'explain query plan' : 'explain';
    const asked: CompiledQuery[] = [];
    const recorder: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(tx.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await work(tx.withPlugin(recorder));
    for (const { sql: text, parameters } of asked) {
      const query = CompiledQuery.raw(`${explain} ${text}`, [...parameters]);
      const { rows } = await tx.executeQuery<Record<string, unknown>>(query);
      plans.push(`${text}: ${rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('; ')}`);
    }
  });
  return plans;
}
