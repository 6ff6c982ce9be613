import { setImmediate } from 'node:timers/promises';
import type { Piecewise } from '@clipline/contract/folding.ts';

/** Of text that unfolds to others, some milliseconds. */
const LONG_TEXT = 16 * 1024;

/** Does one work on texts after the other; whenever it has read so much, others have a turn. */
export type InTurns = <T>(work: Piecewise<T>) => Promise<T>;

export function takeTurns(): InTurns {
  let length = 0;
  return async (work) => {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      length += step.value;
      if (length < LONG_TEXT) continue;
      await setImmediate();
      length = 0;
    }
  };
}
