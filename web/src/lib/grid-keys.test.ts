import { expect, it } from 'vitest';
import { neighbour } from './grid-keys.ts';

// Three columns, the last row half full.
const boxes = Array.from({ length: 8 }, (_, index) => ({
  left: (index % 3) * 110,
  top: Math.floor(index / 3) * 110,
  width: 100,
  height: 100,
}));

it.each([
  [0, 'ArrowRight', 1],
  [2, 'ArrowRight', 3],
  [7, 'ArrowRight', -1],
  [0, 'ArrowLeft', -1],
  [4, 'ArrowUp', 1],
  [4, 'ArrowDown', 7],
  [5, 'ArrowDown', 7],
  [1, 'ArrowUp', -1],
  [7, 'ArrowDown', -1],
] as const)('from %i, %s leads to %i', (from, key, to) =>
  expect(neighbour(boxes, from, key)).toBe(to),
);
