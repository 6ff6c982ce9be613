import { transact } from '../core/db/database.ts';
import { isSqliteError } from '../core/db/errors.ts';
import { openStoreBeside } from '../core/db/open.ts';
import { saveSetting } from '../owner/owner.queries.ts';
import type { Config } from '../core/config.ts';
import { createBackup } from './create-backup.ts';
import { runToEnd, withFile } from './run-command.ts';

/** For the admin page. A store that an earlier version wrote last has no place for it. */
async function noteBackup(config: Config): Promise<void> {
  const store = openStoreBeside(config);
  try {
    const now = String(Date.now());
    await transact(store.db, (tx) => saveSetting(tx, 'last backup at', now));
  } catch (error) {
    if (!isSqliteError(error)) throw error;
  } finally {
    await store.close();
  }
}

export const runBackup = withFile('Usage: npm run backup -- FILE', async (config, file) => {
  const { files, damaged, hasSecret } = await createBackup(config, file);
  await noteBackup(config);
  for (const key of damaged)
    console.error(
      `The bytes of the file ${key} have changed since they were stored; they are backed up as they are.`,
    );
  const secret = hasSecret ? 'the secret' : 'no secret: keep APP_SECRET yourself';
  return `${file} holds the store, ${files} file(s) and ${secret}.`;
});

if (import.meta.main) await runToEnd(() => runBackup(process.env, process.argv.slice(2)));
