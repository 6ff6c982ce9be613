import { newId } from '../ids.ts';

/** A page connects within this long of its first read, or reads once more. */
const KEPT_MS = 60_000;

/**
 * The mark of a channel stays the same for as long as nothing is published there. Who reads
 * something, begins to listen, and is told the same mark twice has missed nothing between.
 */
export interface NewsMarks {
  /** To be asked before what it stands for is read, and after a socket has joined. */
  of(channel: string): string;
  /** Something was published. */
  end(channel: string): void;
}

/**
 * Of one node: what another one publishes would not end a mark here. One that was forgotten makes
 * a page read once more, and no page miss anything.
 */
export function createNewsMarks(): NewsMarks {
  /** The eldest first. */
  const marks = new Map<string, { readonly mark: string; readonly madeAt: number }>();
  function forgetOld(now: number): void {
    for (const [channel, { madeAt }] of marks) {
      if (now - madeAt < KEPT_MS) return;
      marks.delete(channel);
    }
  }
  return {
    of(channel) {
      const now = performance.now();
      forgetOld(now);
      const made = marks.get(channel) ?? { mark: newId(), madeAt: now };
      // One that is there keeps its place.
      marks.set(channel, made);
      return made.mark;
    },
    end: (channel) => void marks.delete(channel),
  };
}
