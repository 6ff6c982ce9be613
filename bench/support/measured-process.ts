import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Figures {
  /** User and system time since the process began. */
  readonly cpuMicroseconds: number;
  /** Resident bytes, after a garbage collection. */
  readonly rss: number;
  /** Bytes of the heap and of buffers that are still referred to. */
  readonly held: number;
  /** Open files and sockets; undefined where the system does not tell. */
  readonly descriptors: number | undefined;
  /** By how many ms timers came late since the figures were last asked for. */
  readonly loop: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** A server in a process of its own, ours or a peer, whose cost can be read. */
export interface MeasuredProcess {
  readonly url: string;
  /** Everything at once, after a garbage collection. */
  figures(): Promise<Figures>;
  /**
   * User and system time since the process began, in µs. No collection is asked for, which would
   * count as work.
   */
  cpu(): Promise<number>;
  /** The most bytes that were resident since this was last asked. */
  peak(): Promise<number>;
  /** The same without files that are mapped, such as the store's. */
  ownPeak(): Promise<number>;
  /** The longest turn of the event loop since this was last asked, in µs of processor time. */
  hold(): Promise<number>;
  stop(): Promise<void>;
}

/** As under `npm start`, where what Node compiles is kept; here in a folder of this run. */
const compiled = mkdtempSync(path.join(tmpdir(), 'clipline-bench-compiled-'));
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }));

const report = new URL('report.ts', import.meta.url).href;

/** Starts a module that prints `Listening on http://…`. */
export async function startMeasured(
  module: URL,
  environment: Record<string, string>,
): Promise<MeasuredProcess> {
  const child: ChildProcess = fork(fileURLToPath(module), {
    // As `npm start` runs it.
    execArgv: ['--expose-gc', '--import', report],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      NODE_COMPILE_CACHE: compiled,
      HOST: '127.0.0.1',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${module.pathname} ended with ${code}`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const found = /^Listening on (http:\S+)/.exec(line)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
  });
  const ask = async <T>(question: string): Promise<T> => {
    const answer = once(child, 'message');
    child.send(question);
    return (await answer)[0] as T;
  };
  return {
    url,
    figures: () => ask('figures'),
    cpu: () => ask('cpu'),
    peak: () => ask('peak'),
    ownPeak: () => ask('ownPeak'),
    hold: () => ask('hold'),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
