import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  extent,
  inReadingOrder,
  moved,
  resized,
  shownRect,
  SMALLEST,
  SNAP,
  tidied,
} from './rect.ts';

const BOARD = { width: 1000, height: 800 };
const rect = { x: 100, y: 100, width: 200, height: 152 };

test('a block snaps to the grid and stays on the board', () => {
  expect(moved(rect, 3, 5, BOARD)).toMatchObject({ x: 104, y: 104 });
  expect(moved(rect, -500, -500, BOARD)).toMatchObject({ x: 0, y: 0 });
  expect(moved(rect, 5000, 5000, BOARD)).toMatchObject({ x: 800, y: 648 });
  expect(resized(rect, -500, -500, BOARD)).toMatchObject(SMALLEST);
  expect(resized(rect, 5000, 5000, BOARD)).toMatchObject({
    x: 100,
    y: 100,
    width: 896,
    height: 696,
  });
});

test('a block that other clients put over the edge may stay there and come back', () => {
  const outside = { ...rect, x: 1400 };
  expect(moved(outside, 0, 8, BOARD).x).toBe(1400);
  expect(moved(outside, -64, 0, BOARD).x).toBe(1336);
});

test('whatever the hand does, a moved block is on the grid, on the board and of its size', () => {
  const far = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(far, far, (dx, dy) => {
      const next = moved(rect, dx, dy, BOARD);
      expect([next.x % SNAP, next.y % SNAP]).toEqual([0, 0]);
      expect(next.x).toBeGreaterThanOrEqual(0);
      expect(next.y).toBeGreaterThanOrEqual(0);
      expect(next.x + next.width).toBeLessThanOrEqual(BOARD.width);
      expect(next.y + next.height).toBeLessThanOrEqual(BOARD.height);
      expect(next).toMatchObject({ width: rect.width, height: rect.height });
    }),
  );
});

test('what cannot be seen or reached is shown where it can be', () => {
  const shown = shownRect({ position: { x: -50, y: 9e9 }, size: { width: 1, height: 1 } });
  expect(shown).toEqual({ x: 0, y: 1_000_000, ...SMALLEST });
  expect(extent([rect, { x: 0, y: 400, width: 200, height: 150 }])).toEqual({
    width: 300,
    height: 550,
  });
});

test('reading order: rows from the top, each from the left', () => {
  const at = (name: string, x: number, y: number) => ({
    name,
    position: { x, y },
    size: { width: 200, height: 150 },
  });
  const items = [at('d', 0, 300), at('c', 440, 0), at('b', 220, 40), at('a', 0, 16)];
  expect(inReadingOrder(items).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test('tidied blocks stand in rows, in reading order, without overlaps', () => {
  const block = (id: string, x: number, y: number, width = 200, height = 150) => ({
    id,
    position: { x, y },
    size: { width, height },
  });
  const rects = tidied(
    [block('c', 40, 400), block('a', 0, 0, 300, 200), block('b', 100, 10), block('d', 90, 800)],
    560,
  );
  expect([...rects]).toEqual([
    ['a', { x: 0, y: 0, width: 300, height: 200 }],
    ['b', { x: 320, y: 0, width: 200, height: 150 }],
    ['c', { x: 0, y: 216, width: 200, height: 150 }],
    ['d', { x: 216, y: 216, width: 200, height: 150 }],
  ]);
});
