/** Events that one socket may send at once, and how many a second it earns back. */
const BURST = 150;
const PER_SECOND = 100;
/** Events dropped before the socket is closed; half of them are forgiven each second. */
const MAX_DROPPED = 50;

export type Verdict = 'serve' | 'drop' | 'disconnect';

/** Counts the events of one socket; `now` is in ms and never goes back. */
export function createEventLimit(): (now: number) => Verdict {
  let left = BURST;
  let dropped = 0;
  let last = Number.NaN;
  return (now) => {
    const seconds = Number.isNaN(last) ? 0 : (now - last) / 1000;
    last = now;
    left = Math.min(BURST, left + seconds * PER_SECOND);
    dropped *= 0.5 ** seconds;
    if (left >= 1) {
      left -= 1;
      return 'serve';
    }
    dropped += 1;
    return dropped >= MAX_DROPPED ? 'disconnect' : 'drop';
  };
}
