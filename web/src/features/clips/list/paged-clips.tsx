import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { useEffect, useEffectEvent } from 'react';
import { Pager } from '../../../ui/pager.tsx';
import { ClipList, type ClipListProps } from './clip-list.tsx';
import { useClips, type ClipSource } from '../clips.api.ts';
import { ClipFilterBar } from './clip-filter-bar.tsx';
import { clipFilters, queryOf, useClipFilters } from './filters.ts';
import { CaptureArea } from '../../../capture/capture-area.tsx';
import { useLiveLists } from './use-live-lists.ts';

type Texts = Pick<ClipListProps, 'label' | 'empty' | 'noMatch' | 'onFailure'>;

/** Filter bar, cards and pager: All Clips and Favorites are this with other texts. */
export function PagedClips({ source, ...texts }: { source: ClipSource } & Texts) {
  useLiveLists();
  const controls = useClipFilters();
  const favorites = source === 'favorites';
  const filters = favorites ? { ...controls.filters, favorite: null } : controls.filters;
  const query = queryOf(filters, controls.page, CLIPS_PAGE_SIZE);
  const clips = useClips(source, query);
  const pages = Math.max(1, Math.ceil((clips.data?.total ?? 0) / CLIPS_PAGE_SIZE));

  // The last clip of the last page went: show the page that is now last.
  const beyond = clips.data !== undefined && !clips.isPlaceholderData && controls.page > pages;
  const showLast = useEffectEvent(() => controls.setPage(pages));
  useEffect(() => {
    if (beyond) showLast();
  }, [beyond, pages]);

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
          withWaiting={!favorites && controls.page === 1}
          {...texts}
        />
      </div>
      {clips.data && clips.data.total > 0 && (
        <Pager
          page={Math.min(controls.page, pages)}
          pages={pages}
          onPageChange={(page) => {
            controls.setPage(page);
            window.scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}
