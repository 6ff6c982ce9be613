import type { Position, Size } from '@clipline/contract/schemas/desktop.ts';

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

function rowBelow({ position, size }: Block): number {
  const end = position.y + size.height;
  const row = Math.ceil(end / GRID.stepY);
  // A quotient is rounded: one that was whole by a hair only is not enough.
  return row * GRID.stepY < end ? row + 1 : row;
}

/** In the first row or right below some block, so that a board of a million pixels costs no more. */
export function freePosition(blocks: readonly Block[], size: Size): Position {
  const rowsBelow = blocks.map(rowBelow).filter((row) => row > 0);
  const rows = [...new Set([0, ...rowsBelow])].toSorted((a, b) => a - b);
  for (const row of rows)
    for (let column = 0; column < GRID.columns; column++) {
      const position = { x: column * GRID.stepX, y: row * GRID.stepY };
      if (!blocks.some((block) => overlap({ position, size }, block))) return position;
    }
  // Below the lowest block nothing stands in the way.
  throw new Error('No row is free');
}
