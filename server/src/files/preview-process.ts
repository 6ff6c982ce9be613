import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { MINUTE_MS } from '../core/time.ts';
import type { Picture } from './preview.ts';

const MAX_DRAWING_MS = 10_000;
const MAX_STARTING_MS = MINUTE_MS;
const IDLE_MS = MINUTE_MS;

export class PreviewsUnavailable extends Error {}

/** The process that draws previews: begun for the first, ended when it has nothing to do. */
export interface PreviewProcess {
  /**
   * One picture after the other; null for one that cannot be decoded, or takes too long. Throws
   * PreviewsUnavailable where the process does not start.
   */
  draw(bytes: Uint8Array): Promise<Picture | null>;
  close(): void;
}

type Said = Picture | null | 'ready';

async function start(): Promise<ChildProcess> {
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
  const isReady = await firstOf(child, MAX_STARTING_MS);
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

export function createPreviewProcess(mostMs = MAX_DRAWING_MS, idleMs = IDLE_MS): PreviewProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    async draw(bytes) {
      clearTimeout(idle);
      if (child?.connected !== true) child = await start();
      const said = firstOf(child, mostMs);
      child.send(bytes, () => {});
      const picture = await said;
      if (picture === undefined) end();
      idle = setTimeout(end, idleMs).unref();
      return picture === undefined || picture === 'ready' ? null : picture;
    },
    close() {
      clearTimeout(idle);
      end();
    },
  };
}
