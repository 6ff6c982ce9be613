import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrations } from '../../../server/src/migrations/migrations.ts';
import { openStore } from '../../../server/src/core/db/open.ts';
import { migrate } from '../../../server/src/core/db/migrate.ts';
import { type Person, signUp } from '../../../server/testing/factories.ts';

const main = fileURLToPath(new URL('../../../server/start.mjs', import.meta.url));
/** For what is waited for, not measured. */
export const PATIENT = { timeout: 120_000 };

const APP_SECRET = 'a secret for tests of faults, 32 bytes or more';

/** The server as a process of its own, so that it can be ended, starved and lied to. */
export interface ServerProcess {
  /** Such as http://127.0.0.1:40123. */
  readonly url: string;
  readonly child: ChildProcess;
  /** What it wrote so far. */
  readonly printed: { readonly out: string; readonly err: string };
  /** Resolves with the exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  kill(): Promise<void>;
}

interface Start {
  readonly environment?: Record<string, string>;
  /** A module that runs before the server's own. */
  readonly preload?: URL;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-faults-'));
  folders.push(folder);
  return folder;
}

/** For afterEach: ends every process that still runs and removes every folder. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    }),
  );
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

function launch(dataDir: string, { environment = {}, preload }: Start) {
  const child = spawn(process.execPath, [...(preload ? ['--import', preload.href] : []), main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      APP_SECRET,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const printed = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (printed.out += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (printed.err += chunk));
  return { child, ended, printed };
}

/** Starts the server on the folder and waits until it listens. */
export async function startServer(dataDir: string, start: Start = {}): Promise<ServerProcess> {
  const { child, ended, printed } = launch(dataDir, start);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /Listening on http:\/\/localhost:(\d+)\n/.exec(printed.out)?.[1];
      if (found) resolve(`http://127.0.0.1:${found}`);
    });
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${printed.err}`)));
  });
  return {
    url,
    child,
    printed,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A start that must fail: its exit code and the lines it left. */
export async function refusedStart(
  dataDir: string,
  start: Start = {},
): Promise<{ code: number | null; lines: string[] }> {
  const { child, ended, printed } = launch(dataDir, start);
  child.stdout?.on('data', () => {
    if (printed.out.includes('Listening on')) child.kill('SIGKILL');
  });
  const code = await ended;
  return { code, lines: `${printed.out}${printed.err}`.split('\n').filter(Boolean) };
}

/** A new store in the folder, with people who are signed in. */
export async function prepareStore<const N extends readonly string[]>(
  dataDir: string,
  ...names: N
): Promise<{ [K in keyof N]: Person }> {
  const store = openStore({ DATA_DIR: dataDir, DATABASE_URL: undefined }, () => {});
  try {
    await migrate(store.db, migrations);
    const people: Person[] = [];
    for (const name of names)
      people.push(await signUp({ store }, { name, email: `${name.toLowerCase()}@example.com` }));
    return people as { [K in keyof N]: Person };
  } finally {
    await store.close();
  }
}
