/**
 * Which modules of the app become one file. Left alone, every module that another set of pages
 * needs is a file of its own, most of them of a few hundred bytes, and a browser asks a server
 * without HTTP/2 for six at a time: on a slow line it waits for each six.
 */

/** A piece of the app that some pages need and others do not, as the bundler cuts it by itself. */
export interface Piece {
  readonly modules: readonly string[];
  readonly bytes: number;
  /** Indexes of the pieces that it imports. */
  readonly imports: readonly number[];
  /** What every page begins with, a page, or what is loaded later: a file of its own. */
  readonly isEntry: boolean;
}

/** So many bytes may a page load in place of one more file. */
const BYTES_FOR_A_FILE = 8000;
/** And so many that it does not need, in all. */
const MAX_NEEDLESS_BYTES = 12_000;

class Joined {
  modules: string[];
  bytes: number;
  imports = new Set<Joined>();
  readonly mayJoin: boolean;

  constructor({ modules, bytes, isEntry }: Piece) {
    this.modules = [...modules];
    this.bytes = bytes;
    this.mayJoin = !isEntry;
  }
}

function closureOf(roots: Iterable<Joined>): Set<Joined> {
  // A set shows what is added while it is walked.
  const found = new Set(roots);
  for (const piece of found) for (const imported of piece.imports) found.add(imported);
  return found;
}

const bytesOf = (pieces: Iterable<Joined>): number =>
  [...pieces].reduce((sum, { bytes }) => sum + bytes, 0);

/** What one page loads, as far as it is decided here. */
interface Load {
  readonly roots: readonly Joined[];
  readonly maxBytes: number;
  pieces: Set<Joined>;
  bytes: number;
}

/** Whether they would import each other by way of a third. */
const wouldCircle = (one: Joined, other: Joined): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([from, to]) => closureOf([...from!.imports].filter((piece) => piece !== to)).has(to!));

/** What is gained by making one file of two; none where that is too much for a page. */
function gainOf(
  one: Joined,
  other: Joined,
  loads: readonly Load[],
  closures: ReadonlyMap<Joined, Set<Joined>>,
): number {
  let gain = 0;
  for (const { pieces, bytes, maxBytes } of loads) {
    const hasOne = pieces.has(one);
    const hasOther = pieces.has(other);
    if (hasOne && hasOther) gain += BYTES_FOR_A_FILE;
    if (hasOne === hasOther) continue;
    let needless = 0;
    let files = -1;
    for (const piece of closures.get(hasOne ? other : one) ?? []) {
      if (pieces.has(piece)) continue;
      needless += piece.bytes;
      files += 1;
    }
    if (bytes + needless > maxBytes) return 0;
    gain -= needless + BYTES_FOR_A_FILE * files;
  }
  return gain;
}

/** Makes one piece of two: of `other` nothing is left. */
function join(one: Joined, other: Joined, all: Set<Joined>): void {
  all.delete(other);
  one.modules.push(...other.modules);
  one.bytes += other.bytes;
  for (const imported of other.imports) one.imports.add(imported);
  for (const { imports } of all) if (imports.delete(other)) imports.add(one);
  one.imports.delete(one);
}

/**
 * Modules that are to be one file, those first that others import. `pages` are the pieces that each
 * page begins with. As long as it makes a page's files fewer for few bytes more, the two pieces are
 * joined for which that is best.
 */
export function planChunks(
  pieces: readonly Piece[],
  pages: readonly (readonly number[])[],
): string[][] {
  const made = pieces.map((piece) => new Joined(piece));
  for (const [index, { imports }] of pieces.entries())
    for (const imported of imports) made[index]!.imports.add(made[imported]!);
  const loads = pages.map((page): Load => {
    const roots = page.map((index) => made[index]!);
    const loaded = closureOf(roots);
    const bytes = bytesOf(loaded);
    return { roots, pieces: loaded, bytes, maxBytes: bytes + MAX_NEEDLESS_BYTES };
  });
  const all = new Set(loads.flatMap((load) => [...load.pieces]));
  const isEverywhere = (piece: Joined) => loads.every((load) => load.pieces.has(piece));
  // What imports a page would take it along; what every page begins with stays by itself.
  const joinable = () =>
    [...all].filter((piece) =>
      [...closureOf([piece])].every(
        (each) => each.mayJoin || (each !== piece && isEverywhere(each)),
      ),
    );

  const pagesOf = (piece: Joined) => loads.map((load) => Number(load.pieces.has(piece))).join('');
  for (const alike of Map.groupBy(joinable(), pagesOf).values())
    for (const [index, one] of alike.entries())
      for (const other of alike.slice(index + 1))
        if (all.has(one) && all.has(other) && !wouldCircle(one, other)) join(one, other, all);

  for (;;) {
    for (const load of loads) {
      load.pieces = closureOf(load.roots);
      load.bytes = bytesOf(load.pieces);
    }
    const closures = new Map([...all].map((piece) => [piece, closureOf([piece])]));
    const free = joinable();
    const pairs = free.flatMap((one, index) =>
      free
        .slice(index + 1)
        .map((other) => ({ one, other, gain: gainOf(one, other, loads, closures) })),
    );
    const best = pairs
      .filter(({ gain }) => gain > 0)
      .toSorted((a, b) => b.gain - a.gain)
      .find(({ one, other }) => !wouldCircle(one, other));
    if (!best) {
      const depth = (piece: Joined) => closures.get(piece)?.size ?? 0;
      return free.toSorted((a, b) => depth(a) - depth(b)).map(({ modules }) => modules);
    }
    join(best.one, best.other, all);
  }
}
