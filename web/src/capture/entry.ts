import { ApiError } from '../lib/api-error.ts';
import { randomId } from '../lib/random-id.ts';
import { DAY_MS } from '../lib/time.ts';

export interface Refusal {
  readonly text: string;
  readonly status: number;
}

/** Something that is to become a clip, and is kept by this browser until the server has it. */
export interface Entry {
  /** The captureId: however often it is sent, it is one clip. */
  readonly id: string;
  /** Whose clip it will be; null before the log-in. */
  readonly userId: string | null;
  readonly createdAt: number;
  readonly content: string;
  readonly files: readonly {
    readonly name: string;
    readonly type: string;
    readonly size: number;
  }[];
  /** 'held': came from another program, and waits for a person to decide. */
  readonly state: 'held' | 'waiting' | 'sending' | 'failed';
  readonly error: Refusal | null;
  readonly clipId: string | null;
  readonly filesSent: number;
  /** Of files that go in parts: what was begun of them, by their place in the list. */
  readonly uploads?: Readonly<Record<number, string>>;
  /** It may have reached the server, whether or not a reply came. */
  readonly tried: boolean;
  /** It was taken back: what the server has of it, if anything, is to go for good. */
  readonly undone: boolean;
  /** It holds a secret, so the address of its clip is closed; false: opened again by its owner. */
  readonly closed?: boolean;
}

export type Verdict =
  /** The network, or the server's bad moment: again in a while. */
  | 'later'
  | 'signed-out'
  /** It was saved, and deleted by its owner since. */
  | 'gone'
  /** Not as it is: a person has to decide. */
  | 'refused';

const MOMENTARY = new Set([404, 408, 425, 429]);

/**
 * A 404 is momentary: the clip of a file that is sent went meanwhile, which the next attempt learns
 * from the clip itself.
 */
export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof ApiError)) return 'later';
  const { status, code, sessionEnded } = error;
  if (sessionEnded) return 'signed-out';
  // Without a code it is the word of something in between: of what is too large that is the last.
  if (code === undefined && status !== 413) return 'later';
  if (status === 401) return 'signed-out';
  if (status === 410) return 'gone';
  return MOMENTARY.has(status) || (status >= 500 && status !== 507) ? 'later' : 'refused';
}

/** Some time after this many attempts in vain: 2 s, doubling to five minutes. */
export const delayAfter = (attempts: number): number =>
  Math.min(300_000, 2000 * 2 ** Math.min(attempts - 1, 10));

const MAX_ENTRIES = 200;
export const MAX_BYTES = 100 * 1024 ** 2;
const TEXT_BYTES = 3;

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
export const sizeOf = ({ content, files }: Pick<Entry, 'content' | 'files'>): number =>
  files.reduce((sum, { size }) => sum + size, content.length * TEXT_BYTES);

export async function hasCapacity(entry: Entry, kept: readonly Entry[]): Promise<boolean> {
  const size = sizeOf(entry);
  const used = kept.reduce((sum, each) => sum + sizeOf(each), 0);
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  const free = quota === undefined || usage === undefined ? Infinity : (quota - usage) / 2;
  return kept.length < MAX_ENTRIES && used + size <= MAX_BYTES && size <= free;
}
