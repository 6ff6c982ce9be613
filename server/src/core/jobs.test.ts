import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScheduler, type Job, LOOK_MS } from './jobs.ts';

const SELDOM_MS = 100_000;
let scheduler: ReturnType<typeof createScheduler>;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
function start(
  jobs: readonly Job[],
  ...rest: Parameters<typeof createScheduler> extends [unknown, ...infer R] ? Partial<R> : never
): void {
  const [onError = vi.fn(), exclusively] = rest;
  scheduler = createScheduler(jobs, onError, exclusively);
  scheduler.start();
}
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await scheduler.stop();
  vi.useRealTimers();
});

/** Each run ends when the next gate is opened. */
function slowWork() {
  const gates: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((resolve) => gates.push(resolve)));
  return { run, end: () => gates.shift()?.() };
}

test('a job runs at its interval, one at a time', async () => {
  const { run, end } = slowWork();
  start([{ name: 'slow', everyMs: 20_000, run }]);
  await pass(19_999);
  expect(run).toHaveBeenCalledTimes(0);
  await pass(100_000);
  expect(run).toHaveBeenCalledTimes(1);
  end();
  await pass(20_000);
  expect(run).toHaveBeenCalledTimes(2);
  end();
});

test('it runs at the moment it names, however often it is woken before', async () => {
  let due: number | null = null;
  const run = vi.fn(async () => void (due = null));
  const nextDue = vi.fn(async () => due);
  start([{ name: 'due', everyMs: LOOK_MS, run, nextDue }]);
  await pass(1);
  due = Date.now() + 15_000;
  await pass(14_999);
  expect(run).toHaveBeenCalledTimes(0);
  await pass(1);
  expect(run).toHaveBeenCalledTimes(1);
  nextDue.mockClear();
  await pass(4 * LOOK_MS);
  expect([run.mock.calls.length, nextDue.mock.calls.length]).toEqual([1, 4]);
  due = Date.now() + 100;
  for (let count = 0; count < 20; count++) {
    scheduler.wake('due');
    await pass(5);
  }
  await pass(50);
  expect(run).toHaveBeenCalledTimes(2);
  expect(nextDue.mock.calls.length).toBeLessThan(20);
  scheduler.wake('another');
});

test('woken while it runs, it runs once more', async () => {
  const { run, end } = slowWork();
  start([{ name: 'slow', everyMs: LOOK_MS, run }]);
  await pass(1);
  scheduler.wake('slow');
  await pass(1000);
  expect(run).toHaveBeenCalledTimes(1);
  end();
  await pass(100);
  expect(run).toHaveBeenCalledTimes(2);
  end();
  await pass(100);
  expect(run).toHaveBeenCalledTimes(2);
});

test('what stays due is tried again, and keeps nothing else from running', async () => {
  const run = vi.fn(async () => {});
  start([{ name: 'stuck', everyMs: LOOK_MS, run, nextDue: async () => 0 }]);
  await pass(LOOK_MS);
  expect(run.mock.calls.length).toBeLessThan(50);
  expect(run.mock.calls.length).toBeGreaterThan(10);
});

test('what runs hourly also runs within two minutes of a start, one job after another', async () => {
  const began: number[] = [];
  const from = Date.now();
  start(
    Array.from({ length: 8 }, (_, index) => ({
      name: String(index),
      everyMs: 3_600_000,
      run: async () => began.push(Date.now() - from),
    })),
  );
  await pass(120_000);
  expect(new Set(began).size).toBe(8);
  expect(Math.min(...began)).toBeGreaterThan(10_000);
  await pass(3_600_000);
  expect(began).toHaveLength(16);
});

test('a failure is told and does not end the job, nor the others', async () => {
  const onError = vi.fn();
  const [bad, good] = [vi.fn(() => Promise.reject(new Error('no'))), vi.fn(async () => {})];
  start(
    [
      { name: 'bad', everyMs: LOOK_MS, run: bad },
      { name: 'good', everyMs: LOOK_MS, run: good },
    ],
    onError,
  );
  await pass(1.5 * LOOK_MS);
  expect([bad.mock.calls.length, good.mock.calls.length]).toEqual([2, 2]);
  expect(onError.mock.calls.map(([job]) => job)).toEqual(['bad', 'bad']);
});

test('stopping waits a while for what runs and begins nothing more', async () => {
  const { run, end } = slowWork();
  start([{ name: 'slow', everyMs: LOOK_MS, run }]);
  await pass(10);
  const [stopped, late] = [vi.fn(), vi.fn()];
  void scheduler.stop().then(stopped);
  await pass(100);
  expect(stopped).not.toHaveBeenCalled();
  end();
  await pass(0);
  expect(stopped).toHaveBeenCalled();
  scheduler.wake('slow');
  await pass(SELDOM_MS);
  expect(run).toHaveBeenCalledTimes(1);

  const hanging = slowWork();
  start([{ name: 'hangs', everyMs: LOOK_MS, run: hanging.run }]);
  await pass(10);
  void scheduler.stop().then(late);
  await pass(8000);
  expect(late).toHaveBeenCalled();
  hanging.end();
});

test('work that another node does is left out here', async () => {
  const run = vi.fn(async () => {});
  start([{ name: 'job', everyMs: LOOK_MS, run }], vi.fn(), async () => {});
  await pass(5 * LOOK_MS);
  expect(run).not.toHaveBeenCalled();
});
