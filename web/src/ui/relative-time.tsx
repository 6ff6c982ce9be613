import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { fullDate, relativeTime, relativeTimeWithin } from '../lib/format.ts';

const EVERY_MS = 30_000;
const ticks = createStore(() => 0);
if (typeof window !== 'undefined')
  setInterval(() => ticks.setState((count) => count + 1, true), EVERY_MS);

export interface RelativeTimeProps {
  time: string;
  within?: boolean;
  className?: string;
}

export function RelativeTime({ time, within = false, className }: RelativeTimeProps) {
  useStore(ticks);
  return (
    <time dateTime={time} title={fullDate(time)} className={className}>
      {within ? relativeTimeWithin(time) : relativeTime(time)}
    </time>
  );
}
