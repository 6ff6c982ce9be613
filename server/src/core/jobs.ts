export interface Job {
  readonly name: string;
  /** The longest from the end of a run to the next, so that slow ones never pile up. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  readonly nextDue?: () => Promise<number | null>;
  /** It is about this node's own sockets or memory, so every node does it. */
  readonly onEveryNode?: boolean;
}

/** Besides being woken: the message of another node can be lost with its connection. */
export const LOOK_MS = 10_000;

export const CLOSE_SESSIONS = 'close sockets of ended sessions';

/** The caller that wakes a job is answered before; many who do share a run. */
const WAKE_MS = 20;
/** What is due although it was just done did not work out. */
const AGAIN_MS = 250;
const STOP_MS = 5000;

/** A server that restarts each hour does seldom jobs too; spread, as each may read much. */
const FIRST_RUNS = { fromMs: 30_000, toMs: 110_000 };

interface Scheduled {
  readonly job: Job;
  timer?: NodeJS.Timeout | undefined;
  running?: Promise<void> | undefined;
  isWoken: boolean;
}

export function createScheduler(
  jobs: readonly Job[],
  onError: (job: string, error: unknown) => void,
  exclusively = (work: () => Promise<void>) => work(),
) {
  const all = new Map<string, Scheduled>();
  let stopped = false;

  function schedule(each: Scheduled, inMs: number): void {
    clearTimeout(each.timer);
    if (!stopped) each.timer = setTimeout(() => void (each.running = run(each)), inMs);
  }

  async function run(each: Scheduled): Promise<void> {
    const { job } = each;
    each.isWoken = false;
    let inMs = job.everyMs;
    const work = async () => {
      if (!job.nextDue) return void (await job.run());
      const due = async () => ((await job.nextDue?.()) ?? Infinity) - Date.now();
      let dueIn = await due();
      if (dueIn <= 0) {
        await job.run();
        dueIn = Math.max(await due(), AGAIN_MS);
      }
      inMs = Math.min(inMs, dueIn);
    };
    try {
      await (job.onEveryNode === true ? work() : exclusively(work));
    } catch (error) {
      if (!stopped) onError(job.name, error);
    }
    each.running = undefined;
    schedule(each, each.isWoken ? WAKE_MS : inMs);
  }

  return {
    start(): void {
      const { fromMs, toMs } = FIRST_RUNS;
      for (const [index, job] of jobs.entries()) {
        const each = { job, isWoken: false };
        all.set(job.name, each);
        schedule(
          each,
          job.everyMs <= LOOK_MS
            ? 0
            : Math.min(job.everyMs, fromMs + ((toMs - fromMs) * index) / jobs.length),
        );
      }
    },
    wake(name: string): void {
      const each = all.get(name);
      if (!each || each.isWoken) return;
      each.isWoken = true;
      if (!each.running) schedule(each, WAKE_MS);
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const { timer } of all.values()) clearTimeout(timer);
      const waited = Promise.withResolvers<void>();
      const timer = setTimeout(waited.resolve, STOP_MS);
      const running = Promise.all([...all.values()].flatMap((each) => each.running ?? []));
      await Promise.race([running, waited.promise]);
      clearTimeout(timer);
    },
  };
}
