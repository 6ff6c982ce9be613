import { useEffect } from 'react';
import { lan } from './lan.ts';

const STATUS_POLL_MS = 2000;

/** Keeps what the screen shows about sharing true, should an event have been missed. */
export function useLanStatus(): void {
  useEffect(() => {
    const poll = setInterval(lan.check, STATUS_POLL_MS);
    return () => clearInterval(poll);
  }, []);
}
