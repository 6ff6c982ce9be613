import type { DateRange } from '@clipline/contract/schemas/common.ts';

/** Intl knows zones that Temporal has under another name alone, and some that it has not at all. */
function inZone(instant: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
  const otherName = () => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  for (const name of [() => timeZone, otherName])
    try {
      return instant.toZonedDateTimeISO(name());
    } catch {
      // The next may do.
    }
  return instant.toZonedDateTimeISO('UTC');
}

/**
 * Where a range begins: with today, with Monday, with the first of the month, where the caller
 * lives; undefined for all time. A zone that is not known counts as UTC.
 */
export function startOfRange(range: DateRange, now: number, timeZone = 'UTC'): number | undefined {
  if (range === 'all') return undefined;
  const today = inZone(Temporal.Instant.fromEpochMilliseconds(now), timeZone).startOfDay();
  const days = { today: 0, week: today.dayOfWeek - 1, month: today.day - 1 }[range];
  return today.subtract({ days }).startOfDay().epochMilliseconds;
}
