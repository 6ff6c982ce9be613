/**
 * Where blocks stand on a desktop, in pixels. Free of schemas, so that the screen need not load
 * them.
 */
export interface Position {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const DEFAULT_POSITION: Position = { x: 0, y: 0 };
export const DEFAULT_SIZE: Size = { width: 200, height: 150 };
/** No coordinate and no side of a block is larger: beyond, numbers stop being places. */
export const MAX_COORDINATE = 1_000_000;

export const MAX_DESKTOP_ITEMS = 500;
/** Files and texts together: 1 GB. */
export const MAX_DESKTOP_BYTES = 1024 ** 3;
/** Texts alone, because they travel with every read of the desktop. */
export const MAX_DESKTOP_TEXT_BYTES = 16 * 1024 ** 2;
/** How long a deleted block can be brought back. */
export const DESKTOP_UNDO_SECONDS = 600;

/** Blocks that are to find a place of their own are put on this grid, row by row. */
const PLACING = { columns: 4, stepX: 220, stepY: 170 };

interface Block {
  readonly position: Position;
  readonly size: Size;
}

const overlap = (a: Block, b: Block): boolean =>
  a.position.x < b.position.x + b.size.width &&
  b.position.x < a.position.x + a.size.width &&
  a.position.y < b.position.y + b.size.height &&
  b.position.y < a.position.y + a.size.height;

/** The first place of the grid where a block of this size hides no other. */
export function freePosition(blocks: readonly Block[], size: Size): Position {
  // Any block that stands in the way is left behind by a row at some point, so that the loop ends.
  for (let cell = 0; ; cell++) {
    const row = Math.floor(cell / PLACING.columns);
    const position = { x: (cell % PLACING.columns) * PLACING.stepX, y: row * PLACING.stepY };
    if (!blocks.some((block) => overlap({ position, size }, block))) return position;
  }
}
