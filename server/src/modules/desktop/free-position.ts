import type { Position, Size } from '@clipline/contract/schemas/desktop.ts';

/** Blocks that are to find a position of their own are put on this grid, row by row. */
const GRID = { columns: 4, stepX: 220, stepY: 170 };

interface Block {
  readonly position: Position;
  readonly size: Size;
}

const overlap = (a: Block, b: Block): boolean =>
  a.position.x < b.position.x + b.size.width &&
  b.position.x < a.position.x + a.size.width &&
  a.position.y < b.position.y + b.size.height &&
  b.position.y < a.position.y + a.size.height;

/** The first position of the grid where a block of this size hides no other. */
export function freePosition(blocks: readonly Block[], size: Size): Position {
  // Any block that stands in the way is left behind by a row at some point, so that the loop ends.
  for (let cell = 0; ; cell++) {
    const row = Math.floor(cell / GRID.columns);
    const position = { x: (cell % GRID.columns) * GRID.stepX, y: row * GRID.stepY };
    if (!blocks.some((block) => overlap({ position, size }, block))) return position;
  }
}
