import { vi } from 'vitest';
import { runToEnd } from '../src/commands/run-command.ts';

/** Runs a command of the operator in this process. */
export async function runCommand(work: () => Promise<string>) {
  const ran = { code: 0, out: '', error: '' };
  vi.spyOn(console, 'log').mockImplementation((line: string) => (ran.out += `${line}\n`));
  vi.spyOn(console, 'error').mockImplementation((line: string) => (ran.error += `${line}\n`));
  await runToEnd(work);
  vi.restoreAllMocks();
  ran.code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return ran;
}
