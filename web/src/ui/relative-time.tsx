import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;

/**
 * The age of something, kept fresh. `format` and `full` come from lib/format; parts of ui know no
 * data.
 */
export function RelativeTime({
  time,
  format,
  full,
  className,
}: {
  time: string;
  format: (time: string) => string;
  full: (time: string) => string;
  className?: string;
}) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={time} title={full(time)} className={className}>
      {format(time)}
    </time>
  );
}
