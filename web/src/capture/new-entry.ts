import { randomId } from '../lib/random-id.ts';
import { DAY_MS } from '../lib/time.ts';
import type { Entry } from './entry.ts';

const MAX_ENTRIES = 200;
const MAX_BYTES = 100 * 1024 ** 2;
const TEXT_BYTES = 3;

/** An entry that nothing has happened to yet. */
export const newEntry = (
  about: Pick<Entry, 'userId' | 'content' | 'state'>,
  files: readonly File[],
): Entry => ({
  ...about,
  id: randomId(),
  createdAt: Date.now(),
  files: files.map(({ name, type, size }) => ({ name, type, size })),
  error: null,
  clipId: null,
  filesSent: 0,
  tried: false,
  undone: false,
});

/** What waited for a decision for a day: any site can put something there. */
export const isOver = ({ state, createdAt }: Entry): boolean =>
  state === 'held' && Date.now() - createdAt > DAY_MS;

/** At most what it takes in the store. */
const sizeOf = ({ content, files }: Pick<Entry, 'content' | 'files'>): number =>
  files.reduce((sum, { size }) => sum + size, content.length * TEXT_BYTES);

/** Whether this browser can keep one more beside those it has. */
export async function hasCapacity(entry: Entry, kept: readonly Entry[]): Promise<boolean> {
  const size = sizeOf(entry);
  const used = kept.reduce((sum, each) => sum + sizeOf(each), 0);
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  const free = quota === undefined || usage === undefined ? Infinity : (quota - usage) / 2;
  return kept.length < MAX_ENTRIES && used + size <= MAX_BYTES && size <= free;
}
