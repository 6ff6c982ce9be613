import { expect, test, vi } from 'vitest';
import { keptFor } from './kept-for.ts';

test('an expensive figure is asked for once in its time, a failure is not kept', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const question = vi
    .fn()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce(1)
    .mockResolvedValueOnce(2);
  const kept = keptFor(1000, question);
  await expect(kept()).rejects.toThrow('away');
  expect([await kept(), await kept()]).toEqual([1, 1]);
  vi.advanceTimersByTime(1000);
  expect([await kept(), await kept()]).toEqual([2, 2]);
  vi.useRealTimers();
});
