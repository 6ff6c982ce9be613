import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScheduler } from './jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a job runs at its interval, one at a time', async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const run = vi.fn(() => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    return gate.promise;
  });
  const scheduler = createScheduler([{ name: 'slow', everyMs: 100, run }], vi.fn());
  scheduler.start();
  await vi.advanceTimersByTimeAsync(99);
  expect(run).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(1);
  gates[0]?.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(2);
  gates[1]?.resolve();
  await scheduler.stop();
});

test('what runs hourly also runs within two minutes of a start, one job after another', async () => {
  const began: number[] = [];
  const start = Date.now();
  const jobs = Array.from({ length: 8 }, (_, index) => ({
    name: String(index),
    everyMs: 3_600_000,
    run: async () => began.push(Date.now() - start),
  }));
  const scheduler = createScheduler(jobs, vi.fn());
  scheduler.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(new Set(began).size).toBe(8);
  expect(Math.min(...began)).toBeGreaterThan(10_000);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(began).toHaveLength(16);
  await scheduler.stop();
});

test('a failure is told and does not end the job, nor the others', async () => {
  const onError = vi.fn();
  const [bad, good] = [vi.fn(() => Promise.reject(new Error('no'))), vi.fn(async () => {})];
  const jobs = [
    { name: 'bad', everyMs: 10, run: bad },
    { name: 'good', everyMs: 10, run: good },
  ];
  const scheduler = createScheduler(jobs, onError);
  scheduler.start();
  await vi.advanceTimersByTimeAsync(25);
  expect([bad.mock.calls.length, good.mock.calls.length]).toEqual([2, 2]);
  expect(onError.mock.calls.map(([job]) => job)).toEqual(['bad', 'bad']);
  await scheduler.stop();
});

test('stopping waits for what runs and begins nothing more', async () => {
  const gate = Promise.withResolvers<void>();
  const run = vi.fn(() => gate.promise);
  const scheduler = createScheduler([{ name: 'slow', everyMs: 10, run }], vi.fn());
  scheduler.start();
  await vi.advanceTimersByTimeAsync(10);
  const stopped = vi.fn();
  const stopping = scheduler.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(100);
  expect(stopped).not.toHaveBeenCalled();
  gate.resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(1);
});

test('work that another node does is left out here', async () => {
  const run = vi.fn(async () => {});
  const scheduler = createScheduler([{ name: 'job', everyMs: 10, run }], vi.fn(), async () => {});
  scheduler.start();
  await vi.advanceTimersByTimeAsync(50);
  expect(run).not.toHaveBeenCalled();
  await scheduler.stop();
});
