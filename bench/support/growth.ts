import type { Figures } from './measured-process.ts';
import { median } from './statistics.ts';

/** Figures of one moment of a long run. */
export interface Sample extends Figures {
  readonly second: number;
}

export interface Growth {
  readonly what: string;
  readonly unit: string;
  readonly perHour: number;
  /** From the beginning to the end of what was judged. */
  readonly total: number;
  readonly limit: number;
}

/** The beginning fills caches and compiles code: it is not judged. */
const WARM_UP_SHARE = 1 / 3;
const MEGABYTE = 1024 ** 2;

/**
 * Over the judged part of a run of any length: more than caches, collections and the load's own
 * connections (64 at most) explain, less than any leak leaves of half an hour with its hundred
 * thousand responses and a thousand sockets that come and go.
 */
const limits = { held: 8, rss: 96, descriptors: 80 };

/** The median of the slopes between all pairs (Theil and Sen): a few odd samples do not move it. */
function slope(points: readonly (readonly [number, number])[]): number {
  const slopes = points.flatMap(([x1, y1], at) =>
    points.slice(at + 1).map(([x2, y2]) => (y2 - y1) / (x2 - x1)),
  );
  return slopes.length > 0 ? median(slopes) : 0;
}

/** What grew by how much once the program was warm. */
export function growthOf(samples: readonly Sample[]): Growth[] {
  const judged = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const seconds = (judged.at(-1)?.second ?? 0) - (judged[0]?.second ?? 0);
  const grown = (
    what: string,
    unit: string,
    limit: number,
    valueOf: (sample: Sample) => number,
  ): Growth => {
    const perSecond = slope(judged.map((sample) => [sample.second, valueOf(sample)] as const));
    return { what, unit, perHour: perSecond * 3600, total: perSecond * seconds, limit };
  };
  return [
    grown('memory held', 'MB', limits.held, ({ held }) => held / MEGABYTE),
    grown('memory resident', 'MB', limits.rss, ({ rss }) => rss / MEGABYTE),
    grown('descriptors', '', limits.descriptors, ({ descriptors = 0 }) => descriptors),
  ];
}

export const isLeaking = ({ total, limit }: Growth): boolean => total > limit;
