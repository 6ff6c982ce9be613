/** Events that one socket may send at once, and how many a second it earns back. */
const BURST = 150;
const PER_SECOND = 100;
/** Events dropped before the socket is closed; half of them are forgiven each second. */
const MAX_DROPPED = 50;

export type Verdict = 'serve' | 'drop' | 'disconnect';

/**
 * Counts the events of one socket; `now` is in ms and never goes back. What takes longer to read
 * weighs more than 1.
 */
export function createEventLimit(): (now: number, weight?: number) => Verdict {
  let left = BURST;
  let dropped = 0;
  let last = Number.NaN;
  return (now, weight = 1) => {
    const seconds = Number.isNaN(last) ? 0 : (now - last) / 1000;
    last = now;
    left = Math.min(BURST, left + seconds * PER_SECOND);
    dropped *= 0.5 ** seconds;
    if (left >= weight) {
      left -= weight;
      return 'serve';
    }
    dropped += 1;
    return dropped >= MAX_DROPPED ? 'disconnect' : 'drop';
  };
}
