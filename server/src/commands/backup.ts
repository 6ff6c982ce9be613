import { createBackup } from './create-backup.ts';
import { runWithFile } from './run-command.ts';

await runWithFile('Usage: npm run backup -- FILE', async (config, file) => {
  const { files, damaged, hasSecret } = await createBackup(config, file);
  for (const key of damaged)
    console.error(
      `The bytes of the file ${key} have changed since they were stored; they are backed up as they are.`,
    );
  const secret = hasSecret ? 'the secret' : 'no secret: keep APP_SECRET yourself';
  return `${file} holds the store, ${files} file(s) and ${secret}.`;
});
