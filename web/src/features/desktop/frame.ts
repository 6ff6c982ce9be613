import { MAX_COORDINATE } from '@clipline/contract/limits.ts';
import type { Position, Size } from '@clipline/contract/schemas/desktop.ts';

/** Where a block stands and how large it is, in pixels of the board. */
export interface Frame extends Position, Size {}

/** What a block may not leave. */
export type Bounds = Size;

export const SNAP = 8;
/** Smaller, and its buttons would not fit. */
export const SMALLEST: Size = { width: 168, height: 112 };

const snap = (value: number): number => Math.round(value / SNAP) * SNAP;
const between = (low: number, value: number, high: number): number =>
  Math.max(low, Math.min(value, high));

/** As it is shown: whatever other clients stored, a block can be seen and reached. */
export const shownFrame = ({ position, size }: { position: Position; size: Size }): Frame => ({
  x: between(0, position.x, MAX_COORDINATE),
  y: between(0, position.y, MAX_COORDINATE),
  width: Math.max(SMALLEST.width, size.width),
  height: Math.max(SMALLEST.height, size.height),
});

export const sameFrame = (a: Frame, b: Frame): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** A block that reaches over the edge already may stay, and come back. */
export function moved(frame: Frame, dx: number, dy: number, bounds: Bounds): Frame {
  const right = Math.max(frame.x, Math.floor((bounds.width - frame.width) / SNAP) * SNAP);
  const bottom = Math.max(frame.y, Math.floor((bounds.height - frame.height) / SNAP) * SNAP);
  return {
    ...frame,
    x: between(0, snap(frame.x + dx), right),
    y: between(0, snap(frame.y + dy), bottom),
  };
}

export function resized(frame: Frame, dx: number, dy: number, bounds: Bounds): Frame {
  const widest = Math.max(frame.width, Math.floor((bounds.width - frame.x) / SNAP) * SNAP);
  const highest = Math.max(frame.height, Math.floor((bounds.height - frame.y) / SNAP) * SNAP);
  return {
    ...frame,
    width: between(SMALLEST.width, snap(frame.width + dx), widest),
    height: between(SMALLEST.height, snap(frame.height + dy), highest),
  };
}

/** What all blocks together need. */
export function extent(frames: Iterable<Frame>): Size {
  let width = 0;
  let height = 0;
  for (const frame of frames) {
    width = Math.max(width, frame.x + frame.width);
    height = Math.max(height, frame.y + frame.height);
  }
  return { width, height };
}

/**
 * Rows from the top, each from the left: a block belongs to a row when its top is above the middle
 * of the row's first.
 */
export function inReadingOrder<T extends { position: Position; size: Size }>(
  items: readonly T[],
): T[] {
  const rows: T[][] = [];
  for (const item of items.toSorted(
    (a, b) => a.position.y - b.position.y || a.position.x - b.position.x,
  )) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && item.position.y < first.position.y + first.size.height / 2) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.position.x - b.position.x));
}
