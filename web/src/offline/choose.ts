import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { KeptClip } from './kept-store.ts';

export const KEPT_OF_EACH = 100;
const MAX_BYTES = 5 * 1024 ** 2;
const MAX_CLIP_BYTES = 256 * 1024;

const encoder = new TextEncoder();

/** What is kept of the newest clips and favourites: no long text, and not too much in all. */
export function chooseKept(clips: readonly Clip[]): KeptClip[] {
  const newest = [...new Map(clips.map((clip) => [clip.id, clip])).values()].sort((one, other) =>
    other.createdAt.localeCompare(one.createdAt),
  );
  let left = MAX_BYTES;
  return newest.flatMap((clip) => {
    const bytes = encoder.encode(clip.content).length;
    if (bytes > MAX_CLIP_BYTES || bytes > left) return [];
    left -= bytes;
    const { id, content, isFavorite, fileName, fileType, createdAt, tags, via, files } = clip;
    const kept = { id, content, isFavorite, fileName, fileType, createdAt };
    return [{ ...kept, ...(tags && { tags }), ...(via && { via }), fileCount: files.length }];
  });
}
