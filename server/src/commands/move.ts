import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config.ts';
import type { Config } from '../platform/config.ts';
import { SECRET } from './archive.ts';
import { Refusal } from './refusal.ts';
import { type Moved, type MoveOptions, moveStore } from './move-store.ts';
import { runToEnd } from './run-command.ts';

const USAGE =
  'Usage: npm run move -- --to postgres://USER@HOST/DATABASE [--data-dir FOLDER] [--accept-damage]';

function optionsOf(args: string[]): MoveOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        'data-dir': { type: 'string' },
        'accept-damage': { type: 'boolean' },
      },
    }));
  } catch {
    throw new Refusal(USAGE);
  }
  const { to = '', 'data-dir': dataDir, 'accept-damage': acceptDamage } = values;
  // The text may hold a password, so that it is not told.
  if (
    !URL.canParse(to) ||
    !['postgres:', 'postgresql:'].includes(new URL(to).protocol) ||
    dataDir === ''
  )
    throw new Refusal(USAGE);
  // npm runs the command in the project's folder, wherever it was called.
  return {
    to,
    acceptDamage,
    dataDir:
      dataDir === undefined ? undefined : path.resolve(process.env['INIT_CWD'] ?? '.', dataDir),
  };
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password) shown.password = '...';
  if (shown.searchParams.has('password')) shown.searchParams.set('password', '...');
  return shown.href;
}

const named = (name: string, keys: readonly string[]) =>
  keys.length > 0 ? [`${name} in the source: ${keys.join(', ')}`] : [];

function summary(config: Config, { to, dataDir }: MoveOptions, moved: Moved): string {
  const secret = path.join(config.DATA_DIR, SECRET);
  const files = config.S3_ENDPOINT
    ? 'S3_*          as they are set now'
    : `DATA_DIR      ${dataDir ?? config.DATA_DIR}`;
  const { tables, rows, files: count, before } = moved;
  return [
    before
      ? 'This move came to its end before, and the source has not changed since.'
      : `Moved ${rows.toLocaleString('en')} rows of ${tables} tables and ${count.toLocaleString('en')} files. All of them were compared.`,
    ...named('Files without bytes', moved.missing),
    ...named('Files with damaged bytes', moved.damaged),
    `${config.DATA_DIR} is as it was. Start Clipline on the target with these variables, the others as before:`,
    `  DATABASE_URL  ${withoutPassword(to)}`,
    `  ${files}`,
    existsSync(secret) && !process.env['APP_SECRET']
      ? `  APP_SECRET    the content of ${secret}`
      : '  APP_SECRET    as it is set now',
    'Do not start it without DATABASE_URL again: what people save there would be missing here.',
  ].join('\n');
}

await runToEnd(async () => {
  const options = optionsOf(process.argv.slice(2));
  const config = loadConfig(process.env);
  return summary(config, options, await moveStore(config, options, console.log));
});
