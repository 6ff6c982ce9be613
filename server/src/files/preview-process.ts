import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { MINUTE_MS } from '../core/time.ts';
import type { Drawn, Task } from './preview.ts';

const PATIENCE = {
  /** Of the processor, for one picture. */
  workMs: 10_000,
  /** By the clock, for one picture. */
  drawingMs: MINUTE_MS,
  startingMs: MINUTE_MS,
  idleMs: MINUTE_MS,
};

export class PreviewsUnavailable extends Error {}

/** The process that draws previews: begun for the first, ended when it has nothing to do. */
export interface PreviewProcess {
  /** One picture after the other. Throws PreviewsUnavailable where the process does not start. */
  draw(bytes: Uint8Array): Promise<Drawn>;
  close(): void;
}

type Said = Drawn | 'ready';

async function start(startingMs: number): Promise<ChildProcess> {
  // It is given nothing of the server's: no settings, no secrets, no output.
  const child = fork(new URL('./preview-child.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  child.unref();
  child.channel?.unref();
  const isReady = await firstOf(child, startingMs);
  if (isReady !== 'ready') throw new PreviewsUnavailable('The process of previews does not start');
  return child;
}

/** What the process says next; undefined where it ends, for whatever reason, or is too slow. */
async function firstOf(child: ChildProcess, mostMs: number): Promise<Said | undefined> {
  const ended = new AbortController();
  const { signal } = ended;
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    ended.abort();
  }, mostMs);
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([said]: Said[]) => said),
      once(child, 'exit', { signal }).then(() => undefined),
    ]);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

export function createPreviewProcess(patience: Partial<typeof PATIENCE> = {}): PreviewProcess {
  const { workMs, drawingMs, startingMs, idleMs } = { ...PATIENCE, ...patience };
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    async draw(bytes) {
      clearTimeout(idle);
      if (child?.connected !== true) child = await start(startingMs);
      const said = firstOf(child, drawingMs);
      child.send({ bytes, mostWorkMs: workMs } satisfies Task, () => {});
      const drawn = await said;
      if (drawn === undefined) end();
      idle = setTimeout(end, idleMs).unref();
      return drawn === undefined || drawn === 'ready' ? 'unfinished' : drawn;
    },
    close() {
      clearTimeout(idle);
      end();
    },
  };
}
