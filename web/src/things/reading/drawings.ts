import type { Drawing } from './parse.ts';
import type { Asked } from './parser.ts';

/** By the clock, and long for a busy machine: the page goes on meanwhile. */
const PATIENCE_MS = 3000;

let running: Promise<Worker> | undefined;

function start(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./parser.ts', import.meta.url), { type: 'module' });
    worker.onmessage = () => resolve(worker);
    worker.onerror = reject;
  });
}

async function ask(asked: Asked, patience: number): Promise<Drawing | null> {
  const worker = await (running ??= start());
  return new Promise((resolve) => {
    const end = () => {
      worker.terminate();
      running = undefined;
      resolve(null);
    };
    const late = setTimeout(end, patience);
    worker.onerror = end;
    worker.onmessage = ({ data }: MessageEvent<Drawing | null>) => {
      clearTimeout(late);
      resolve(data);
    };
    worker.postMessage(asked);
  });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * A text as it is drawn, by a worker of its own, one after another. Null where that takes too long,
 * is too much for a page, or nobody waits for it any more.
 */
export function drawingOf(
  asked: Asked,
  signal: AbortSignal,
  patience = PATIENCE_MS,
): Promise<Drawing | null> {
  const drawing = last
    .then(() => (signal.aborted ? null : ask(asked, patience)))
    .catch(() => {
      running = undefined;
      return null;
    });
  last = drawing;
  return drawing;
}
