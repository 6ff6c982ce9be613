import { describe, expect, it } from 'vitest';
import { dayName, fileSize, kilobytes, relativeTime, shortDate } from './format.ts';

const now = new Date('2026-06-15T12:00:00Z').getTime();
const ago = (ms: number) => relativeTime(now - ms, now);

describe('relativeTime', () => {
  it.each([
    [0, 'Just now'],
    [59_999, 'Just now'],
    [60_000, '1m ago'],
    [3_599_999, '59m ago'],
    [3_600_000, '1h ago'],
    [86_399_999, '23h ago'],
    [86_400_000, '1d ago'],
    [7 * 86_400_000 - 1, '6d ago'],
    [7 * 86_400_000, shortDate(now - 7 * 86_400_000, now)],
    [-7_200_000, 'Just now'],
  ])('%i ms ago reads %s', (ms, text) => expect(ago(ms)).toBe(text));

  it('says nothing about a time that is none', () => expect(relativeTime('soon', now)).toBe(''));
});

it.each([
  ['2026-06-15T00:00:00', 'Today'],
  ['2026-06-15T23:59:59', 'Today'],
  ['2026-06-14T23:59:59', 'Yesterday'],
  ['2026-06-14T00:00:00', 'Yesterday'],
  ['2026-06-13T23:59:59', shortDate('2026-06-13T23:59:59', now)],
])('%s is %s', (time, name) =>
  expect(dayName(time, new Date('2026-06-15T12:00:00').getTime())).toBe(name),
);

it('a short date names another year', () => {
  expect(shortDate('2024-11-05T12:00:00Z', now)).toContain('2024');
  expect(shortDate('2026-01-05T12:00:00Z', now)).not.toContain('2026');
});

it.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_048_575, '1 MB'],
  [10_485_760, '10 MB'],
  [1_782_579, '1.7 MB'],
  [5 * 1024 ** 3, '5 GB'],
  [5000 * 1024 ** 3, '5000 GB'],
])('%i bytes are %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));

it('kilobytes always have one decimal', () =>
  expect([kilobytes(0), kilobytes(12_600)]).toEqual(['0.0 KB', '12.3 KB']));
