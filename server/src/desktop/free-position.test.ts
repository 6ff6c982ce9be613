import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freePosition } from './free-position.ts';

type Block = Parameters<typeof freePosition>[0][number];

/** The same found cell by cell, as it is told. */
function firstFreeCell(blocks: readonly Block[], { width, height }: Block['size']) {
  for (let cell = 0; ; cell++) {
    const [x, y] = [(cell % 4) * 220, Math.floor(cell / 4) * 170];
    const isHidden = blocks.some(
      ({ position, size }) =>
        x < position.x + size.width &&
        position.x < x + width &&
        y < position.y + size.height &&
        position.y < y + height,
    );
    if (!isHidden) return { x, y };
  }
}

const sizes = fc.record({
  width: fc.double({ min: 0.5, max: 900, noNaN: true }),
  height: fc.double({ min: 0.5, max: 900, noNaN: true }),
});
const coordinates = fc.oneof(
  fc.integer({ min: -500, max: 1500 }),
  fc.constantFrom(0, 170, 220, 340, 440, 510, 660),
  fc.double({ min: -500, max: 1500, noNaN: true }),
);
const boards = fc.array(
  fc.record({ position: fc.record({ x: coordinates, y: coordinates }), size: sizes }),
  { maxLength: 30 },
);

test('is the first cell of the grid, row by row, where a block hides no other', () => {
  fc.assert(
    fc.property(boards, sizes, (blocks, size) => {
      expect(freePosition(blocks, size)).toEqual(firstFreeCell(blocks, size));
    }),
  );
});

test('a block that ends a hair below a row leaves the next one', () => {
  const end = 170 * 3 + 2 ** -44;
  const block = { position: { x: 0, y: 0 }, size: { width: 900, height: end } };
  expect(freePosition([block], { width: 900, height: 1 })).toEqual({ x: 0, y: 680 });
});
