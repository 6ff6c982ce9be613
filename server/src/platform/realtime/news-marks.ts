import { newId } from '../ids.ts';
import type { RedisLink } from '../redis/redis.ts';

/** A page connects within this long of its first read, or reads once more. */
const KEPT_MS = 60_000;

/**
 * The mark of a channel stays the same for as long as nothing is published there. Who reads
 * something, begins to listen, and is told the same mark twice has missed nothing between. One that
 * was forgotten makes a page read once more, and no page miss anything.
 */
export interface NewsMarks {
  /**
   * To be asked before what it stands for is read, and after a socket has joined. Never rejects:
   * where the mark cannot be known, it is one that nobody is told again.
   */
  of(channel: string): Promise<string>;
  /** Something is about to be published. */
  end(channels: readonly string[]): void;
  /** Marks may have stayed although something was published: all made until now are void. */
  endAll(): void;
}

function marksOfOneNode(): NewsMarks {
  /** The eldest first. */
  const marks = new Map<string, { readonly mark: string; readonly madeAt: number }>();
  function forgetOld(now: number): void {
    for (const [channel, { madeAt }] of marks) {
      if (now - madeAt < KEPT_MS) return;
      marks.delete(channel);
    }
  }
  return {
    async of(channel) {
      const now = performance.now();
      forgetOld(now);
      const made = marks.get(channel) ?? { mark: newId(), madeAt: now };
      // One that is there keeps its place.
      marks.set(channel, made);
      return made.mark;
    },
    end(channels) {
      for (const channel of channels) marks.delete(channel);
    },
    endAll: () => marks.clear(),
  };
}

/**
 * Kept in Redis, by the connection that publishes: it takes commands in their order, so a mark has
 * ended on every node before any of them can have heard the news.
 */
function marksOfNodes({ commands, prefix }: RedisLink): NewsMarks {
  const keyOf = (channel: string) => `${prefix}mark:${channel}`;
  let trustedFrom = Number.NEGATIVE_INFINITY;
  return {
    async of(channel) {
      const made = newId();
      if (performance.now() < trustedFrom) return made;
      try {
        return (await commands.set(keyOf(channel), made, 'PX', KEPT_MS, 'NX', 'GET')) ?? made;
      } catch {
        return made;
      }
    },
    end(channels) {
      // Where this fails, so does the publishing: all read again when Redis is back (nodes.ts).
      commands.del(channels.map(keyOf)).catch(() => {});
    },
    // By then Redis has forgotten them.
    endAll: () => void (trustedFrom = performance.now() + KEPT_MS),
  };
}

export const createNewsMarks = (redis: RedisLink | undefined): NewsMarks =>
  redis ? marksOfNodes(redis) : marksOfOneNode();
