/** By the clock, for what does not work but waits, as for a disk. */
const MAX_CLOCK_MS = 30_000;

interface Clocks {
  readonly now: () => number;
  /** The work of this thread alone: what else runs on the machine takes nothing of it. */
  readonly worked: () => number;
}

const ofThread: Clocks = {
  now: () => performance.now(),
  worked() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** Begins a read that may be so much work; then tells, as often as it is asked, if it may go on. */
export function readLimit(mostWorkMs: number, { now, worked }: Clocks = ofThread): () => boolean {
  const [begunAt, before] = [now(), worked()];
  // The clock is soon read, and never behind the work.
  let looksAt = begunAt + mostWorkMs;
  return () => {
    const at = now();
    if (at <= looksAt) return true;
    const left = mostWorkMs - (worked() - before);
    looksAt = Math.min(at + left, begunAt + MAX_CLOCK_MS);
    return left > 0 && at <= begunAt + MAX_CLOCK_MS;
  };
}
