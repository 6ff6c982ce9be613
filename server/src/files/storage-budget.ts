import { ProductError } from '@clipline/contract/errors.ts';
import type { StorageUse } from './storage-use.queries.ts';

const MEGABYTE = 1024 ** 2;
/** Rows take room of their own, however short the texts in them. */
const MAX_THINGS = { person: 2_000_000, signedOut: 1_000_000 };
/** So much of what is for all who are signed out may come from one network. */
const NETWORKS_SHARE = 5;
/** So much of what a person may store may come through their drop links: the rest stays theirs. */
const SENDERS_SHARE = 4;
/** Kept free for what still has to be written when the disk is full: deleting, signing in. */
const RESERVE = { bytes: 256 * MEGABYTE, part: 0.05 };
const DISK_FRESH_MS = 1000;

/** Nothing is looked up again before; what is added meanwhile is counted here. */
const FRESH_MS = 2000;
/** After so much, or so long, it is looked up in any case: others may have added and deleted. */
const STALE = { bytes: 64 * MEGABYTE, things: 5000, ms: 10 * 60 * 1000 };
const MAX_KNOWN = 10_000;

/** A user who is about to add something. */
export interface Adding {
  readonly userId: string | null;
  /** Another user adds it, through a drop link of this person. */
  readonly isSent?: boolean | undefined;
  /** Tells networks of signed-out callers apart. */
  readonly networkHash: string;
  /** At most so many; what is not known beforehand counts as a whole file. */
  readonly bytes: number;
  /** How many of them are still on their way: 0 in the end, for good. */
  readonly coming?: (() => number) | undefined;
}

export interface StorageBudget {
  /** Throws STORAGE_FULL. */
  require(adding: Adding): Promise<void>;
}

interface Known {
  use: { bytes: number; things: number };
  added: { bytes: number; things: number };
  readAt: number;
  reading: Promise<void> | undefined;
}

export interface StorageBudgetSources {
  readonly ofPerson: (userId: string) => Promise<StorageUse>;
  /** What came through the drop links of a person. */
  readonly sentTo: (userId: string) => Promise<StorageUse>;
  readonly ofSignedOut: (networkHash?: string) => Promise<StorageUse>;
  readonly disk: () => Promise<{ readonly free: number; readonly total: number }>;
  readonly perPersonMb: number;
  readonly signedOutMb: number;
}

/** What is known of this owner; who was asked for longest ago gives way. */
function knownOf(known: Map<string, Known>, owner: string): Known {
  const found = known.get(owner) ?? {
    use: { bytes: 0, things: 0 },
    added: { bytes: 0, things: 0 },
    readAt: -Infinity,
    reading: undefined,
  };
  known.delete(owner);
  known.set(owner, found);
  const [eldest] = known.keys();
  if (known.size > MAX_KNOWN && eldest !== undefined) known.delete(eldest);
  return found;
}

async function read(entry: Known, find: () => Promise<StorageUse>): Promise<void> {
  const before = { ...entry.added };
  const use = await find();
  entry.use = { ...use };
  entry.added.bytes -= before.bytes;
  entry.added.things -= before.things;
  entry.readAt = performance.now();
}
const refresh = (entry: Known, find: () => Promise<StorageUse>): Promise<void> =>
  (entry.reading ??= read(entry, find).finally(() => (entry.reading = undefined)));

const isOver = ({ use, added }: Known, bytes: number, max: StorageUse): boolean =>
  use.bytes + added.bytes + bytes > max.bytes || use.things + added.things + 1 > max.things;

/** Throws STORAGE_FULL where so many bytes more are too many. */
async function count(
  entry: Known,
  bytes: number,
  max: StorageUse,
  find: () => Promise<StorageUse>,
): Promise<void> {
  const age = performance.now() - entry.readAt;
  const { added } = entry;
  if (entry.readAt === -Infinity || (isOver(entry, bytes, max) && age > FRESH_MS))
    await refresh(entry, find);
  else if (added.bytes > STALE.bytes || added.things > STALE.things || age > STALE.ms)
    // No caller waits for it, and its failure stops none.
    void refresh(entry, find).catch(() => {});
  if (isOver(entry, bytes, max)) throw new ProductError('STORAGE_FULL');
  added.bytes += bytes;
  added.things += 1;
}

interface DiskLeft {
  bytes: number;
  readAt: number;
  /** What was granted and is still on its way: free until it has come, but spoken for. */
  readonly coming: Set<() => number>;
}

function sumComing(coming: Set<() => number>): number {
  let sum = 0;
  for (const each of coming) {
    const bytes = each();
    if (bytes === 0) coming.delete(each);
    sum += bytes;
  }
  return sum;
}

async function requireDisk(
  left: DiskLeft,
  disk: StorageBudgetSources['disk'],
  { bytes, coming }: Adding,
): Promise<void> {
  if (bytes > left.bytes || performance.now() - left.readAt > DISK_FRESH_MS) {
    const { free, total } = await disk();
    const reserve = Math.min(RESERVE.bytes, total * RESERVE.part);
    const usable = free - reserve - sumComing(left.coming);
    if (usable < bytes) throw new ProductError('STORAGE_FULL');
    // Only what was good is remembered: what is freed counts at once.
    Object.assign(left, { bytes: usable, readAt: performance.now() });
  }
  left.bytes -= bytes;
  if (coming) left.coming.add(coming);
}

/**
 * What anybody may store in all. Sums are read from the store now and then, beside the event loop,
 * and what this process takes in meanwhile is added to them: several nodes, or many calls at one
 * moment, may go over the limit by what they carry, never by more.
 */
export function createStorageBudget(sources: StorageBudgetSources): StorageBudget {
  const known = new Map<string, Known>();
  const left: DiskLeft = { bytes: 0, readAt: -Infinity, coming: new Set() };
  const countFor = (
    owner: string,
    bytes: number,
    max: StorageUse,
    find: () => Promise<StorageUse>,
  ) => count(knownOf(known, owner), bytes, max, find);

  async function requireShare({ userId, isSent, networkHash, bytes }: Adding): Promise<void> {
    if (userId !== null) {
      const max = { bytes: sources.perPersonMb * MEGABYTE, things: MAX_THINGS.person };
      const sent = { bytes: max.bytes / SENDERS_SHARE, things: max.things / SENDERS_SHARE };
      if (isSent) await countFor(`sent to ${userId}`, bytes, sent, () => sources.sentTo(userId));
      return countFor(`person ${userId}`, bytes, max, () => sources.ofPerson(userId));
    }
    const all = { bytes: sources.signedOutMb * MEGABYTE, things: MAX_THINGS.signedOut };
    const share = { bytes: all.bytes / NETWORKS_SHARE, things: all.things / NETWORKS_SHARE };
    await countFor(`network ${networkHash}`, bytes, share, () => sources.ofSignedOut(networkHash));
    await countFor('signed out', bytes, all, () => sources.ofSignedOut());
  }

  return {
    async require(adding) {
      await requireDisk(left, sources.disk, adding);
      try {
        await requireShare(adding);
      } catch (error) {
        // What is refused is not kept, however much of it still comes.
        if (adding.coming) left.coming.delete(adding.coming);
        throw error;
      }
    },
  };
}
