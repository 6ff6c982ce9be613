import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { each, type Sides } from './measure.ts';
import { options } from './options.ts';

/** A server in a process of its own, a build of the product or a peer, whose cost can be read. */
export interface Program {
  readonly url: string;
  readonly dataDir: string;
  /** Of the link to a first account, which a build prints while nobody runs it. */
  readonly setUpPath: Promise<string>;
  /** User and system time since the process began, in µs. */
  cpu(): Promise<number>;
  /** Resident bytes after a garbage collection. */
  resident(): Promise<number>;
  stop(): Promise<void>;
}

const HERE = fileURLToPath(new URL('../..', import.meta.url));
const report = new URL('report.ts', import.meta.url).href;

const scratch = mkdtempSync(path.join(tmpdir(), 'clipline-bench-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
export const freshFolder = (): string => mkdtempSync(path.join(scratch, 'data-'));

const running = new Set<Program>();
export const stopAll = () => Promise.all([...running].map((program) => program.stop()));

async function run(
  file: string,
  flags: readonly string[],
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Program> {
  const child = fork(file, {
    execArgv: [...flags, '--expose-gc', '--import', report],
    env: {
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      APP_SECRET: 'a secret for measurements only, 32 bytes or more',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const setUp = Promise.withResolvers<string>();
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const found = /^Listening on (http:\S+)/.exec(line)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
      const link = /^First account: http:\/\/[^/]+(\S+)/.exec(line)?.[1];
      if (link) setUp.resolve(link);
    });
  });
  const ask = async (question: string): Promise<number> => {
    const answer = once(child, 'message');
    child.send(question);
    return (await answer)[0] as number;
  };
  const program: Program = {
    url,
    dataDir,
    setUpPath: setUp.promise,
    cpu: () => ask('cpu'),
    resident: () => ask('resident'),
    async stop() {
      running.delete(program);
      child.kill('SIGTERM');
      await exited;
    },
  };
  running.add(program);
  return program;
}

export const startPeer = (module: URL): Promise<Program> =>
  run(fileURLToPath(module), [], freshFolder());

/** Starts the build of a checkout with the flags that its `npm start` gives. */
export function startProduct(
  checkout: string,
  dataDir: string,
  environment?: Record<string, string>,
): Promise<Program> {
  const { scripts } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const flags = (scripts.start.split('exec node ')[1] ?? '').split(' ');
  const file = path.join(checkout, flags.pop() ?? '');
  return run(file, flags, dataDir, environment);
}

export const builds: Sides<string> = {
  here: HERE,
  ...(options.against !== undefined && { before: options.against }),
};

export function copyOf(dataDir: string): string {
  const copy = freshFolder();
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

/** The oldest build fills a store through the API: each build is then given a copy of it. */
export async function seed<T>(
  fill: (product: Program) => Promise<T>,
): Promise<{ readonly dataDir: string; readonly seeded: T }> {
  const product = await startProduct(builds['before'] ?? HERE, freshFolder());
  const seeded = await fill(product);
  await product.stop();
  return { dataDir: product.dataDir, seeded };
}

export async function startBuilds<T>(
  fill: (product: Program) => Promise<T>,
): Promise<{ readonly sides: Sides<Program>; readonly seeded: T }> {
  const { dataDir, seeded } = await seed(fill);
  const sides = await each(builds, (checkout) => startProduct(checkout, copyOf(dataDir)));
  return { sides, seeded };
}
