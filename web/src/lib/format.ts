import { limitName } from '@clipline/contract/limits.ts';
import { m } from '../paraglide/messages.js';
import { maxFileBytes } from './browser.ts';
import { language, locale } from './language.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

const UNITS = [
  m.ui_size_bytes(),
  m.ui_size_kilobytes(),
  m.ui_size_megabytes(),
  m.ui_size_gigabytes(),
] as const;

/** A time ahead of this clock is just now. */
export const relativeTime = (time: string | number | Date, now = Date.now()): string =>
  ageOf(time, now, m.ui_just_now());

export const relativeTimeWithin = (time: string | number | Date, now = Date.now()): string =>
  ageOf(time, now, m.ui_just_now_within());

function ageOf(time: string | number | Date, now: number, justNow: string): string {
  const then = new Date(time).getTime();
  const age = now - then;
  if (Number.isNaN(then)) return '';
  if (age < MINUTE_MS) return justNow;
  if (age < HOUR_MS) return m.ui_minutes_ago({ count: Math.floor(age / MINUTE_MS) });
  if (age < DAY_MS) return m.ui_hours_ago({ count: Math.floor(age / HOUR_MS) });
  if (age < 7 * DAY_MS) return m.ui_days_ago({ count: Math.floor(age / DAY_MS) });
  return shortDate(then, now);
}

const upTo = (end: number, text: (count: number) => string): string[] =>
  Array.from({ length: end }, (_, count) => text(count));

/** For the server, which writes them into pages. */
export const ages = () => ({
  now: m.ui_just_now_within(),
  minutes: upTo(60, (count) => m.ui_minutes_ago({ count })),
  hours: upTo(24, (count) => m.ui_hours_ago({ count })),
  days: upTo(7, (count) => m.ui_days_ago({ count })),
});

export function shortDate(time: string | number | Date, now = Date.now()): string {
  const date = new Date(time);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  });
}

const midnight = (of: string | number | Date) => new Date(of).setHours(0, 0, 0, 0);

export function dayName(time: string | number | Date, now = Date.now()): string {
  // Days of a change to summer time are an hour shorter or longer.
  const days = Math.round((midnight(time) - midnight(now)) / DAY_MS);
  if (days < -1 || days > 0) return shortDate(time, now);
  const name = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
  return name.charAt(0).toLocaleUpperCase(locale()) + name.slice(1);
}

export const fullDate = (time: string | number | Date): string =>
  new Date(time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** Of today the time alone. */
export const momentAhead = (time: string | number | Date, now = Date.now()): string =>
  midnight(time) === midnight(now)
    ? new Date(time).toLocaleTimeString(locale(), { timeStyle: 'short' })
    : fullDate(time);

export const formatNumber = (value: number): string => value.toLocaleString(locale());

/** One decimal, where it says something. */
export function fileSize(bytes: number, digits = 1): string {
  let unit = 0;
  let value = Math.max(0, bytes);
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  // 1023.96 KB would round to 1024 KB.
  if (unit > 0 && unit < UNITS.length - 1 && Number(value.toFixed(digits)) >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toLocaleString(locale(), { maximumFractionDigits: digits, useGrouping: false })} ${UNITS[unit]}`;
}

export const kilobytes = (bytes: number): string =>
  `${(bytes / 1024).toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })} ${UNITS[1]}`;

/** As limits are named: '4 GB', '1536 MB'. */
export const wholeSize = (bytes: number): string =>
  bytes % 1024 ** 3 === 0 ? `${bytes / 1024 ** 3} ${UNITS[3]}` : `${bytes / 1024 ** 2} ${UNITS[2]}`;

/** As texts name the limit; the English ones are the product's specification. */
export const maxFile = (): string =>
  language() === 'en' ? limitName(maxFileBytes()) : wholeSize(maxFileBytes());
