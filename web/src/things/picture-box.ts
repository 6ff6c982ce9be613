import type { Preview } from '@clipline/contract/schemas/files.ts';

// What is needed to leave room for pictures before their code is there.

export const PICTURE_GRID =
  'grid grid-cols-2 gap-1.5 md:grid-cols-[repeat(auto-fill,minmax(240px,1fr))] md:gap-3';
/** On a phone an odd one leads, across the whole width. */
export const PICTURE_CELL =
  'aspect-4/3 rounded-[10px] bg-sunken max-md:first:nth-last-[odd]:col-span-2';

/** A smaller preview has the picture's own size. */
const LARGEST_PREVIEW = 640;

/** Of one that stands alone; `own` is its width, once that is known. */
export function boxOf({ width, height }: Preview, own?: number) {
  const isCut = Math.max(width, height) >= LARGEST_PREVIEW;
  const widest = own ?? (isCut ? null : width);
  const highest = `${((60 * width) / height).toFixed(2)}dvh`;
  return {
    aspectRatio: `${width} / ${height}`,
    width: widest === null ? highest : `min(${widest}px, ${highest})`,
  };
}
