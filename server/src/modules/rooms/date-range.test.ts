import { expect, test } from 'vitest';
import { startOfRange } from './date-range.ts';

const now = Date.parse('2026-03-10T23:30:00Z');
const start = (range: Parameters<typeof startOfRange>[0], timezoneOffset?: number) => {
  const at = startOfRange(range, now, timezoneOffset);
  return at === undefined ? undefined : new Date(at).toISOString();
};

test('ranges begin at the start of today, 7 and 30 days back', () => {
  expect(start('all')).toBe(undefined);
  expect(start('today')).toBe('2026-03-10T00:00:00.000Z');
  expect(start('week')).toBe('2026-03-03T00:00:00.000Z');
  expect(start('month')).toBe('2026-02-08T00:00:00.000Z');
});

test('today is the day where the caller lives', () => {
  expect(start('today', -60)).toBe('2026-03-10T23:00:00.000Z');
  expect(start('today', 300)).toBe('2026-03-10T05:00:00.000Z');
});
