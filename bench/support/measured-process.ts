import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Figures {
  /** User and system time since the process began. */
  readonly cpuMicroseconds: number;
  /** Resident bytes, after a garbage collection. */
  readonly rss: number;
}

/** A server in a process of its own, ours or a peer, whose cost can be read. */
export interface MeasuredProcess {
  readonly url: string;
  figures(): Promise<Figures>;
  stop(): Promise<void>;
}

const report = new URL('report.ts', import.meta.url).href;

/** Starts a module that prints `Listening on http://…`. */
export async function startMeasured(module: URL, environment: Record<string, string>): Promise<MeasuredProcess> {
  const child: ChildProcess = fork(fileURLToPath(module), {
    execArgv: ['--expose-gc', '--import', report],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
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
  return {
    url,
    async figures() {
      const answer = once(child, 'message');
      child.send('figures');
      return (await answer)[0] as Figures;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
