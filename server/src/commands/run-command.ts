import path from 'node:path';
import { inspect } from 'node:util';
import { loadConfig } from '../config.ts';
import { type Config, ConfigError } from '../core/config.ts';
import { printableLines } from '../core/printable.ts';
import { Refusal } from './refusal.ts';

/** Ends with one clear line and exit code 1 when it cannot be done. */
export async function runToEnd(work: () => Promise<string>): Promise<void> {
  process.umask(0o077);
  try {
    console.log(printableLines(await work()));
  } catch (error) {
    const isExpected = error instanceof Refusal || error instanceof ConfigError;
    const { syscall, message } = error as NodeJS.ErrnoException;
    // What an archive or a store holds may be anything, and its names stand in what is said of it.
    const said = isExpected || syscall !== undefined ? message : inspect(error);
    console.error(printableLines(said));
    process.exitCode = 1;
  }
}

/** A command with one argument, the name of a file. */
export const withFile =
  (usage: string, work: (config: Config, file: string) => Promise<string>) =>
  async (environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> => {
    const [file, ...rest] = args;
    if (file === undefined || file === '' || rest.length > 0) throw new Refusal(usage);
    // npm runs the command in the project's folder, wherever it was called.
    return work(loadConfig(environment), path.resolve(environment['INIT_CWD'] ?? '.', file));
  };
