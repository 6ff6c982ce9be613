/** What was said lately, to be said again to a node that missed it. */
export interface Recent {
  /** Answers the number of the message; the first is 1. */
  keep(text: string): number;
  readonly last: number;
  /** Undefined when it was too long ago. */
  get(number: number): string | undefined;
}

export function createRecent(maxLength: number): Recent {
  const texts = new Map<number, string>();
  let [last, length] = [0, 0];
  return {
    keep(text) {
      last += 1;
      texts.set(last, text);
      length += text.length;
      for (const [number, oldest] of texts) {
        if (length <= maxLength || number === last) break;
        texts.delete(number);
        length -= oldest.length;
      }
      return last;
    },
    get last() {
      return last;
    },
    get: (number) => texts.get(number),
  };
}

/** More than this missing at once is not worth asking for. */
const MAX_MISSING = 10_000;
/** A message asked for so often in vain is lost. */
const MAX_ASKED = 5;

/** What this node has heard of another one. */
export interface Heard {
  /** Whether the message is news; notes what is missing before it. */
  take(number: number): boolean;
  /** The other one has said this many; notes what is missing up to there. */
  reached(number: number): void;
  /** The numbers to ask for now. */
  missing(): number[];
  /** Some of what is missing will never come. True once; then it counts as heard. */
  isLost(): boolean;
  /** What is missing up to here will never come. */
  giveUp(): void;
}

/** Begins after the given number. */
export function createHeard(start: number): Heard {
  const missing = new Set<number>();
  let last = start;
  let asked = 0;
  let lost = false;

  const giveUp = () => {
    lost ||= missing.size > 0;
    missing.clear();
    asked = 0;
  };
  const reached = (number: number) => {
    if (number - last > MAX_MISSING) {
      lost = true;
      last = number;
    }
    while (last < number) missing.add(++last);
  };
  return {
    take(number) {
      reached(number);
      const isNews = missing.delete(number);
      if (missing.size === 0) asked = 0;
      return isNews;
    },
    reached,
    missing() {
      if (missing.size > 0 && ++asked > MAX_ASKED) giveUp();
      return [...missing];
    },
    isLost() {
      const was = lost;
      lost = false;
      return was;
    },
    giveUp,
  };
}
