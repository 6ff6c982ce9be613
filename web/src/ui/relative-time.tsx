import { useEffect, useState } from 'react';
import { fullDate, relativeTime, relativeTimeWithin } from '../lib/format.ts';

const EVERY_MS = 30_000;

export interface RelativeTimeProps {
  time: string;
  /** In the middle of a sentence: 'just now' instead of 'Just now'. */
  within?: boolean;
  className?: string;
}

export function RelativeTime({ time, within = false, className }: RelativeTimeProps) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={time} title={fullDate(time)} className={className}>
      {within ? relativeTimeWithin(time) : relativeTime(time)}
    </time>
  );
}
