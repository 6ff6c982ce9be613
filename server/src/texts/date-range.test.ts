import { expect, test } from 'vitest';
import { startOfRange } from './search.ts';

const start = (now: string, range: Parameters<typeof startOfRange>[0], timeZone?: string) => {
  const at = startOfRange(range, Date.parse(now), timeZone);
  return at === undefined ? undefined : new Date(at).toISOString();
};

test('ranges begin with today, with Monday, with the first', () => {
  const tuesday = '2026-03-10T23:30:00Z';
  expect(start(tuesday, 'all')).toBe(undefined);
  expect(start(tuesday, 'today')).toBe('2026-03-10T00:00:00.000Z');
  expect(start(tuesday, 'week')).toBe('2026-03-09T00:00:00.000Z');
  expect(start(tuesday, 'month')).toBe('2026-03-01T00:00:00.000Z');
  expect(start('2026-03-09T00:00:00Z', 'week')).toBe('2026-03-09T00:00:00.000Z');
  expect(start('2026-03-08T23:59:59Z', 'week')).toBe('2026-03-02T00:00:00.000Z');
});

test('they are those of where the caller lives', () => {
  const late = '2026-03-31T23:30:00Z';
  expect(start(late, 'today', 'Europe/Berlin')).toBe('2026-03-31T22:00:00.000Z');
  expect(start(late, 'month', 'Europe/Berlin')).toBe('2026-03-31T22:00:00.000Z');
  expect(start(late, 'today', 'America/New_York')).toBe('2026-03-31T04:00:00.000Z');
  expect(start(late, 'today', '+05:30')).toBe('2026-03-31T18:30:00.000Z');
});

test('a month in which the clock was put forward begins at its own midnight', () => {
  expect(start('2026-03-31T12:00:00Z', 'month', 'Europe/Berlin')).toBe('2026-02-28T23:00:00.000Z');
  // There the day began at one o'clock.
  expect(start('2018-11-04T12:00:00Z', 'today', 'America/Sao_Paulo')).toBe(
    '2018-11-04T03:00:00.000Z',
  );
});

test.each([
  ['US/Pacific-New', '2026-03-31T07:00:00.000Z'],
  ['PST', '2026-03-31T07:00:00.000Z'],
  ['SystemV/PST8', '2026-03-31T00:00:00.000Z'],
  ['Etc/Unknown', '2026-03-31T00:00:00.000Z'],
])('%s, which Temporal does not know, has days as well', (zone, begin) => {
  expect(start('2026-03-31T23:30:00Z', 'today', zone)).toBe(begin);
});
