/** Work that is done again and again while the program runs. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /** It is about this node's own sockets or memory, so every node does it. */
  readonly onEveryNode?: boolean;
}

export interface Scheduler {
  start(): void;
  /** Begins nothing more and waits for what runs. */
  stop(): Promise<void>;
}

/** Runs the work unless another node is at it. */
export type Exclusively = (work: () => Promise<void>) => Promise<void>;

/** One node: each job is here or nowhere. */
const alone: Exclusively = (work) => work();

async function runOnce(
  job: Job,
  onError: (job: string, error: unknown) => void,
  exclusively: Exclusively,
): Promise<void> {
  const work = async () => void (await job.run());
  try {
    await (job.onEveryNode === true ? work() : exclusively(work));
  } catch (error) {
    onError(job.name, error);
  }
}

/**
 * The first run of jobs that are seldom: a server that restarts each hour must do them as well. They
 * are spread, since each may read much of the store.
 */
const FIRST_RUNS = { fromMs: 30_000, toMs: 110_000 };

/**
 * Runs each job at its interval, never twice at a time. The first run comes one interval after the
 * start, or within two minutes.
 */
export function createScheduler(
  jobs: readonly Job[],
  onError: (job: string, error: unknown) => void,
  exclusively = alone,
): Scheduler {
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  /** The interval counts from the end of a run, so that slow ones never pile up. */
  function schedule(job: Job, inMs = job.everyMs): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runOnce(job, onError, exclusively).finally(() => {
        running.delete(run);
        schedule(job);
      });
      running.add(run);
    }, inMs);
    timers.add(timer);
  }

  return {
    start: () =>
      jobs.forEach((job, index) => {
        const { fromMs, toMs } = FIRST_RUNS;
        schedule(job, Math.min(job.everyMs, fromMs + ((toMs - fromMs) * index) / jobs.length));
      }),
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
