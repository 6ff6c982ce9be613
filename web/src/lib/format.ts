const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** 'Just now', '4m ago', '3h ago', '2d ago', then a short date. A time ahead of this clock is just now. */
export function relativeTime(time: string | number | Date, now = Date.now()): string {
  const then = new Date(time).getTime();
  const age = now - then;
  if (Number.isNaN(then)) return '';
  if (age < MINUTE) return 'Just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d ago`;
  return shortDate(then, now);
}

/** '5 Nov', and '5 Nov 2024' in another year, as the reader's language writes it. */
export function shortDate(time: string | number | Date, now = Date.now()): string {
  const date = new Date(time);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) });
}

export const fullDate = (time: string | number | Date): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** '0 Bytes', '1.7 MB': powers of 1024, one decimal where it says something. */
export function fileSize(bytes: number): string {
  let unit = 0;
  let value = Math.max(0, bytes);
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  // 1023.96 KB would round to 1024 KB.
  if (unit > 0 && unit < UNITS.length - 1 && Number(value.toFixed(1)) >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`;
}

/** '12.3 KB', whatever the size. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
