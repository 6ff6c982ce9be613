import { migrations } from '../src/migrations/migrations.ts';
import { openStore } from '../src/core/db/open.ts';
import { bringUpToDate } from '../src/core/db/migrate.ts';

/**
 * A process that brings the store of a folder up to date and, before the last step is noted, ends as
 * by a power cut.
 */
const store = openStore({ DATABASE_URL: undefined, DATA_DIR: process.argv[2] ?? '' }, () => {});
const last = Object.keys(migrations).at(-1) ?? '';
const dying = {
  ...migrations,
  [last]: { up: async () => void process.kill(process.pid, 'SIGKILL') },
};
await bringUpToDate(store, dying);
