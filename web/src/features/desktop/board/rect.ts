import { MAX_COORDINATE } from '@clipline/contract/limits.ts';
import type { Position, Size } from '@clipline/contract/schemas/desktop.ts';

export interface Rect extends Position, Size {}

export type Bounds = Size;

export const SNAP = 8;
/** Smaller, and its buttons would not fit. */
export const SMALLEST: Size = { width: 168, height: 112 };

export const snap = (value: number): number => Math.round(value / SNAP) * SNAP;
const between = (low: number, value: number, high: number): number =>
  Math.max(low, Math.min(value, high));

/** As it is shown: whatever other clients stored, a block can be seen and reached. */
export const shownRect = ({ position, size }: { position: Position; size: Size }): Rect => ({
  x: between(0, position.x, MAX_COORDINATE),
  y: between(0, position.y, MAX_COORDINATE),
  width: Math.max(SMALLEST.width, size.width),
  height: Math.max(SMALLEST.height, size.height),
});

export const sameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

export const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A block that reaches over the edge already may stay, and come back. */
export function moved(rect: Rect, dx: number, dy: number, bounds: Bounds): Rect {
  const right = Math.max(rect.x, Math.floor((bounds.width - rect.width) / SNAP) * SNAP);
  const bottom = Math.max(rect.y, Math.floor((bounds.height - rect.height) / SNAP) * SNAP);
  return {
    ...rect,
    x: between(0, snap(rect.x + dx), right),
    y: between(0, snap(rect.y + dy), bottom),
  };
}

export function resized(rect: Rect, dx: number, dy: number, bounds: Bounds): Rect {
  const widest = Math.max(rect.width, Math.floor((bounds.width - rect.x) / SNAP) * SNAP);
  const highest = Math.max(rect.height, Math.floor((bounds.height - rect.y) / SNAP) * SNAP);
  return {
    ...rect,
    width: between(SMALLEST.width, snap(rect.width + dx), widest),
    height: between(SMALLEST.height, snap(rect.height + dy), highest),
  };
}

export function tidied(
  items: readonly { id: string; position: Position; size: Size }[],
  width: number,
): Map<string, Rect> {
  const rects = new Map<string, Rect>();
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  for (const item of inReadingOrder(items)) {
    const size = shownRect(item);
    if (x > 0 && x + size.width > width) {
      x = 0;
      y += rowHeight + 2 * SNAP;
      rowHeight = 0;
    }
    rects.set(item.id, { x, y, width: size.width, height: size.height });
    x += Math.ceil(size.width / SNAP) * SNAP + 2 * SNAP;
    rowHeight = Math.max(rowHeight, Math.ceil(size.height / SNAP) * SNAP);
  }
  return rects;
}

export function extent(rects: Iterable<Rect>): Size {
  let width = 0;
  let height = 0;
  for (const rect of rects) {
    width = Math.max(width, rect.x + rect.width);
    height = Math.max(height, rect.y + rect.height);
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
  for (const item of [...items].sort(
    (a, b) => a.position.y - b.position.y || a.position.x - b.position.x,
  )) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && item.position.y < first.position.y + first.size.height / 2) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.position.x - b.position.x));
}
