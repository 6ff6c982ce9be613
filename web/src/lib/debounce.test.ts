import { beforeEach, expect, it, vi } from 'vitest';
import { debounce } from './debounce.ts';

beforeEach(() => vi.useFakeTimers());

it('runs the last of several calls, once', () => {
  const work = vi.fn<(text: string) => void>();
  const run = debounce(work, 100);
  run('a');
  vi.advanceTimersByTime(99);
  run('b');
  vi.advanceTimersByTime(99);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work.mock.calls).toEqual([['b']]);
});

it('runs at once when it is flushed, and not at all when it is cancelled', () => {
  const work = vi.fn<(text: string) => void>();
  const run = debounce(work, 100);
  run('a');
  run.flush();
  run.flush();
  expect(work.mock.calls).toEqual([['a']]);
  run('b');
  run.cancel();
  run.flush();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});

it('calls that go on without end are not put off for ever', () => {
  const work = vi.fn<(text: string) => void>();
  const run = debounce(work, 100, 250);
  for (const text of 'abcdefgh') {
    run(text);
    vi.advanceTimersByTime(60);
  }
  vi.runAllTimers();
  // Of eight calls in 480 ms.
  expect(work.mock.calls).toEqual([['e'], ['h']]);
});
