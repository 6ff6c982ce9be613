import { expect, test } from 'vitest';
import { createEventLimit, type Verdict } from './event-limit.ts';

/** The verdicts on events that come evenly at a rate, until one of them disconnects. */
function verdicts(perSecond: number, seconds: number): Verdict[] {
  const limit = createEventLimit();
  const seen: Verdict[] = [];
  for (let sent = 0; sent < perSecond * seconds && seen.at(-1) !== 'disconnect'; sent++)
    seen.push(limit((sent * 1000) / perSecond));
  return seen;
}

test('what a busy page sends is served for ever', () => {
  expect(new Set(verdicts(100, 60))).toEqual(new Set(['serve']));
});

test('200 events a second are dropped, then disconnected', () => {
  const seen = verdicts(200, 10);
  expect(seen.slice(0, 150)).not.toContain('drop');
  expect(seen.indexOf('drop')).toBeLessThan(400);
  expect(seen.at(-1)).toBe('disconnect');
  expect(seen.length).toBeLessThan(600);
});

test('a burst of a page that comes back is served', () => {
  const limit = createEventLimit();
  expect(new Set(Array.from({ length: 150 }, () => limit(0)))).toEqual(new Set(['serve']));
  expect(limit(0)).toBe('drop');
  expect(limit(1000)).toBe('serve');
});
