import { setTimeout as delay } from 'node:timers/promises';
import { main } from './commands.ts';
import { FAILED } from './failure.ts';
import { systemClipboard } from './system-clipboard.ts';
import { escaped } from './terminal.ts';

process.on('SIGINT', () => process.exit(130));
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The reader of the pipe has read enough.
  if (code === 'EPIPE') process.exit(0);
  process.stderr.write(`${escaped(`Not written: ${message}`)}\n`, () => process.exit(FAILED));
});
const { env, stdin, stdout, stderr } = process;
const machine = { env, stdin, stdout, stderr, wait: delay, clipboard: systemClipboard };
const code = await main(process.argv.slice(2), machine);
// At once: a standard input that is still open would be waited for.
if (code !== 0) process.exit(code);
