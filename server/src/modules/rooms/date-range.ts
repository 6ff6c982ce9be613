import type { DateRange } from '@clipline/contract/schemas/common.ts';

const DAY_MS = 24 * 3600 * 1000;
const DAYS_BACK: Record<Exclude<DateRange, 'all'>, number> = { today: 0, week: 7, month: 30 };

/**
 * Where a range begins: at the start of today, some days back; undefined for all time. The offset
 * is the one that `Date.getTimezoneOffset()` gives, in minutes; without it days are those of UTC.
 */
export function startOfRange(
  range: DateRange,
  now: number,
  timezoneOffset = 0,
): number | undefined {
  if (range === 'all') return undefined;
  const offset = timezoneOffset * 60_000;
  const startOfToday = Math.floor((now - offset) / DAY_MS) * DAY_MS + offset;
  return startOfToday - DAYS_BACK[range] * DAY_MS;
}
