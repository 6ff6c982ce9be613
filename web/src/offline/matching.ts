import { fold, searchWords } from '@clipline/contract/folding.ts';
import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { KeptClip } from './kept-store.ts';

/** Where a range begins in this device's own time: with today, with Monday, with the first. */
function startOfRange(range: ClipListQuery['dateRange'], now: Date): number {
  const day = (date: number) => new Date(now.getFullYear(), now.getMonth(), date).getTime();
  if (range === 'today') return day(now.getDate());
  if (range === 'week') return day(now.getDate() - ((now.getDay() + 6) % 7));
  return range === 'month' ? day(1) : 0;
}

/** What a list would show, as far as it is kept. */
export function matchingKept(
  clips: readonly KeptClip[],
  source: 'history' | 'favorites',
  query: ClipListQuery,
  now = new Date(),
): KeptClip[] {
  const words = searchWords(query.search ?? '');
  const since = startOfRange(query.dateRange, now);
  const favorite = source === 'favorites' ? 'true' : query.favorite;
  return clips.filter((clip) => {
    const text = words.length > 0 ? fold(`${clip.content}\n${clip.fileName ?? ''}`) : '';
    return (
      words.every((word) => text.includes(word)) &&
      (favorite === undefined || String(clip.isFavorite) === favorite) &&
      (query.type === undefined ||
        query.type === 'all' ||
        (query.type === 'file') === clip.fileCount > 0) &&
      (query.tag ?? []).every((id) => clip.tags?.some((tag) => tag.id === id)) &&
      Date.parse(clip.createdAt) >= since
    );
  });
}
