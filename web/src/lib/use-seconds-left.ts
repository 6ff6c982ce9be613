import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** Of so many seconds, by this device's clock, which may be another than the server's. */
export function useSecondsLeft(since: number, seconds: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil(seconds - (Date.now() - since) / SECOND_MS));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), SECOND_MS);
    return () => clearInterval(timer);
  });
  return left;
}

export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
