import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { secretIn } from '../../server/testing/log-canaries.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { typedPasswords } from './watch-pages.ts';

const main = fileURLToPath(new URL('../../server/start.mjs', import.meta.url));

/** The product as an operator runs it: a process of its own, on data of its own. */
export interface Product {
  /** Such as http://localhost:40123. */
  readonly url: string;
  readonly dataDir: string;
  readonly mailbox: Mailbox;
  /** By which the first account is made; waits until it is printed. */
  setUpLink(): Promise<string>;
  /** Ends the process without warning. */
  kill(): Promise<void>;
  /** Runs again on the same data and port. */
  start(): Promise<void>;
  /** Stops as an operator does; returns the exit code. */
  terminate(): Promise<number | null>;
  /** Ends the process and removes its data. */
  dispose(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** What servers logged since the last look. */
const log: string[] = [];

/** The secrets in what servers logged since this was asked the last time. */
export const secretsTold = (): string[] =>
  log.splice(0).flatMap((line) => {
    const secret = secretIn(line, typedPasswords);
    return secret === undefined ? [] : [`The log of the server tells ${secret}: ${line}`];
  });

/** Without a mail server, mails are shown to the operator with the links that they carry. */
const isLog = (line: string) => line.startsWith('{');
const FIRST_ACCOUNT = 'First account: ';

/**
 * Resolves once the process says that it listens; rejects with what it said when it ends before.
 * Keeps what it logs for `secretsTold`.
 */
async function listening(child: ChildProcess, onSetUpLink: (link: string) => void): Promise<void> {
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => {
    said.push(chunk.toString());
    log.push(chunk.toString());
  });
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code) =>
      reject(new Error(`The server ended with ${code}: ${said.join('')}`)),
    );
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (isLog(line)) log.push(line);
      else said.push(`${line}\n`);
      if (line.startsWith('Listening on ')) resolve();
      if (line.startsWith(FIRST_ACCOUNT)) onSetUpLink(line.slice(FIRST_ACCOUNT.length));
    });
  });
}

/**
 * Starts the product on a port of its own, from this tree unless another program is named. Another
 * process may take the port first; then on another one.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  program = main,
  tries = 3,
): Promise<Product> {
  try {
    return await startOn(await freePort(), environment, program);
  } catch (error) {
    if (tries <= 1 || !/already in use/.test(String(error))) throw error;
    return startProduct(environment, program, tries - 1);
  }
}

async function startOn(
  port: number,
  environment: Record<string, string>,
  program: string,
): Promise<Product> {
  const url = `http://localhost:${port}`;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-e2e-'));
  let child: ChildProcess | undefined;
  let setUpLink = Promise.withResolvers<string>();

  const start = async () => {
    child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env['PATH'] ?? '',
        // What is copied and scanned begins with the address that the stories are at, on each machine.
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'debug',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    setUpLink = Promise.withResolvers<string>();
    await listening(child, setUpLink.resolve);
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null)
      return running?.exitCode ?? null;
    const exited = once(running, 'exit');
    running.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  };

  try {
    await start();
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    url,
    dataDir,
    mailbox: openMailbox(path.join(dataDir, 'outbox')),
    setUpLink: () => setUpLink.promise,
    start,
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    async dispose() {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
