import type { DateRange } from '@clipline/contract/schemas/common.ts';

/**
 * Where a range begins: with today, with Monday, with the first of the month, where the caller
 * lives; undefined for all time. Throws RangeError for a zone that is none.
 */
export function startOfRange(range: DateRange, now: number, timeZone = 'UTC'): number | undefined {
  if (range === 'all') return undefined;
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  const days = { today: 0, week: today.dayOfWeek - 1, month: today.day - 1 }[range];
  return today.subtract({ days }).startOfDay().epochMilliseconds;
}
