import { restoreBackup } from './restore-backup.ts';
import { runWithFile } from './run-command.ts';

await runWithFile('Usage: npm run restore -- FILE', async (config, file) => {
  const { files, hasSecret } = await restoreBackup(config, file);
  const secret = hasSecret
    ? ''
    : ' The backup has no secret: start with the same APP_SECRET as before, or every file link and session ends.';
  return `${config.DATA_DIR} holds the store and ${files} file(s) of ${file}.${secret}`;
});
