import { migrations } from '../src/migrations/migrations.ts';
import { openStore } from '../src/core/db/open.ts';
import { bringUpToDate } from '../src/core/db/migrate.ts';

/**
 * A process that brings the store of a folder up to date and, before the given statement, ends as
 * by a power cut. It prints how many statements there were when it came through.
 */
const [folder = '', last = ''] = process.argv.slice(2);
const store = openStore({ DATABASE_URL: undefined, DATA_DIR: folder }, () => {});
let statements = 0;
const db = store.db.withPlugin({
  transformQuery({ node }) {
    statements += 1;
    if (statements > Number(last)) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
});
const patient = () => ({ db, close: async () => {} });
await bringUpToDate({ ...store, patient }, migrations);
console.log(statements);
await store.close();
