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

/**
 * What anybody may store in all. Sums are read from the store now and then, beside the event loop,
 * and what this process takes in meanwhile is added to them: several nodes, or many calls at one
 * moment, may go over the limit by what they carry, never by more.
 */
export function createStorageBudget(sources: StorageBudgetSources): StorageBudget {
  const known = new Map<string, Known>();

  function knownOf(owner: string): Known {
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

  async function count(
    owner: string,
    bytes: number,
    max: StorageUse,
    find: () => Promise<StorageUse>,
  ): Promise<void> {
    const entry = knownOf(owner);
    const age = () => performance.now() - entry.readAt;
    const isOver = () =>
      entry.use.bytes + entry.added.bytes + bytes > max.bytes ||
      entry.use.things + entry.added.things + 1 > max.things;
    if (entry.readAt === -Infinity || (isOver() && age() > FRESH_MS)) await refresh(entry, find);
    else if (
      entry.added.bytes > STALE.bytes ||
      entry.added.things > STALE.things ||
      age() > STALE.ms
    )
      // No caller waits for it, and its failure stops none.
      void refresh(entry, find).catch(() => {});
    if (isOver()) throw new ProductError('STORAGE_FULL');
    entry.added.bytes += bytes;
    entry.added.things += 1;
  }

  let disk = { left: 0, readAt: -Infinity };
  async function requireDisk(bytes: number): Promise<void> {
    if (bytes > disk.left || performance.now() - disk.readAt > DISK_FRESH_MS) {
      const { free, total } = await sources.disk();
      const left = free - Math.min(RESERVE.bytes, total * RESERVE.part);
      if (left < bytes) throw new ProductError('STORAGE_FULL');
      // Only what was good is remembered: what is freed counts at once.
      disk = { left, readAt: performance.now() };
    }
    disk.left -= bytes;
  }

  return {
    async require({ userId, isSent, networkHash, bytes }) {
      await requireDisk(bytes);
      if (userId !== null) {
        const max = { bytes: sources.perPersonMb * MEGABYTE, things: MAX_THINGS.person };
        const sent = { bytes: max.bytes / SENDERS_SHARE, things: max.things / SENDERS_SHARE };
        if (isSent) await count(`sent to ${userId}`, bytes, sent, () => sources.sentTo(userId));
        return count(`person ${userId}`, bytes, max, () => sources.ofPerson(userId));
      }
      const all = { bytes: sources.signedOutMb * MEGABYTE, things: MAX_THINGS.signedOut };
      const share = { bytes: all.bytes / NETWORKS_SHARE, things: all.things / NETWORKS_SHARE };
      await count(`network ${networkHash}`, bytes, share, () => sources.ofSignedOut(networkHash));
      await count('signed out', bytes, all, () => sources.ofSignedOut());
    },
  };
}
