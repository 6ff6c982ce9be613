import { restoreBackup } from './restore-backup.ts';
import { runToEnd, withFile } from './run-command.ts';

export const runRestore = withFile('Usage: npm run restore -- FILE', async (config, file) => {
  const { files, rows, hasSecret } = await restoreBackup(config, file);
  const { DATA_DIR, S3_BUCKET } = config;
  const store = rows === undefined ? DATA_DIR : `PostgreSQL with ${rows} rows, each compared,`;
  const place = S3_BUCKET === undefined ? DATA_DIR : `the bucket ${S3_BUCKET}`;
  const secret =
    hasSecret || rows !== undefined
      ? ''
      : ' The backup has no secret: start with the same APP_SECRET as before, or every file link and session ends.';
  return `${store} holds the store, ${place} the ${files} file(s) of ${file}.${secret}`;
});

if (import.meta.main) await runToEnd(() => runRestore(process.env, process.argv.slice(2)));
