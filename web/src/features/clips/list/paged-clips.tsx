import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { CaptureArea } from '../../../capture/capture-area.tsx';
import { usePage } from '../../../lib/filters.ts';
import { ListPager } from '../../../ui/pager.tsx';
import { type ClipSource, type FailedText, useClips } from '../clips.api.ts';
import { ClipFilterBar } from './clip-filter-bar.tsx';
import { ClipList, type ClipListProps } from './clip-list.tsx';
import { clipFilters, queryOf, useClipFilters, useLiveLists } from './filters.ts';

interface PagedClipsProps extends Pick<ClipListProps, 'label' | 'empty' | 'noMatch'> {
  source: ClipSource;
  failed: FailedText;
}

export function PagedClips({ source, failed, ...texts }: PagedClipsProps) {
  useLiveLists();
  const controls = useClipFilters();
  const { page } = usePage();
  const favorites = source === 'favorites';
  const filters = favorites ? { ...controls.filters, favorite: null } : controls.filters;
  const query = queryOf(filters, page, CLIPS_PAGE_SIZE);
  const clips = useClips(source, query, failed);

  return (
    <div className="flex flex-col gap-4">
      <CaptureArea />
      <ClipFilterBar controls={controls} total={clips.data?.total} withFavorites={!favorites} />
      <div aria-busy={clips.isPlaceholderData}>
        <ClipList
          clips={clips}
          source={source}
          query={query}
          filtered={clipFilters.narrows(filters)}
          onClear={controls.clear}
          favorites={favorites}
          withWaiting={!favorites && page === 1}
          {...texts}
        />
      </div>
      {clips.data && clips.data.total > 0 && <ListPager list={clips} pageSize={CLIPS_PAGE_SIZE} />}
    </div>
  );
}
