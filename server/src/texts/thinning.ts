import { MAX_VERSION_BYTES, MAX_VERSIONS } from '@clipline/contract/limits.ts';
import { DAY_MS, HOUR_MS } from '../core/time.ts';

const ALL_MS = DAY_MS;
const HOURLY_MS = 7 * DAY_MS;

export interface KeptVersion {
  readonly version: number;
  /** When it was replaced: from then on it can only be had as a version. */
  readonly ended_at: number;
  readonly is_last_own: number;
  readonly bytes: number;
}

/** Versions that lie in one and the same stretch of time stand for each other. */
function stretchOf({ ended_at: at, version }: KeptVersion, now: number): string {
  if (now - at < ALL_MS) return `version ${version}`;
  return now - at < HOURLY_MS
    ? `hour ${Math.floor(at / HOUR_MS)}`
    : `day ${Math.floor(at / DAY_MS)}`;
}

export function lookAgainAt(endedAt: number, now: number): number {
  const age = now - endedAt;
  if (age < ALL_MS) return endedAt + ALL_MS;
  return age < HOURLY_MS ? endedAt + HOURLY_MS : now + DAY_MS;
}

/**
 * Which of the versions of a text, newest first, time has passed by: those older than the plan
 * allows, and of those of one stretch all but the newest. The owner's last text before another
 * user's change only goes for its age.
 */
export function outOfTime<V extends KeptVersion>(
  newestFirst: readonly V[],
  historyDays: number,
  now: number,
): V[] {
  const taken = new Set<string>();
  return newestFirst.filter((each) => {
    if (now - each.ended_at >= historyDays * DAY_MS) return true;
    const stretch = stretchOf(each, now);
    const isTaken = taken.has(stretch);
    taken.add(stretch);
    return isTaken && !each.is_last_own;
  });
}

/**
 * Which of them are too many: all but the newest, whoever wrote them, and beside these the newest of
 * the owner's texts before another user's change. What was replaced last stays however long it is.
 */
export function overLimits<V extends KeptVersion>(newestFirst: readonly V[]): V[] {
  const own = newestFirst.find((each) => each.is_last_own);
  let bytes = 0;
  return newestFirst.filter((each, index) => {
    bytes += each.bytes;
    const isOver = index >= MAX_VERSIONS || bytes > MAX_VERSION_BYTES;
    return isOver && index > 0 && each !== own;
  });
}
