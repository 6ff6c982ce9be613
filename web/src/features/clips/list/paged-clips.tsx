import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { ReactNode } from 'react';
import { CaptureArea } from '../../../capture/capture-area.tsx';
import { PHONE, useMediaQuery } from '../../../lib/browser.ts';
import { usePage } from '../../../lib/filters.ts';
import { useListView } from '../../../lib/list-view.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { m } from '../../../paraglide/messages.js';
import { PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { ListPager } from '../../../ui/pager.tsx';
import { ViewField, ViewSwitch } from '../../../ui/view-switch.tsx';
import { NewClipLink } from './clip-actions.tsx';
import { ClipFilterBar, TagFilter } from './clip-filter-bar.tsx';
import { type Asked, ClipList, type ClipListProps, useClipList } from './clip-list.tsx';
import { clipRows } from './clip-row.tsx';

export interface PagedClipsProps
  extends Pick<Asked, 'source' | 'failed'>, Pick<ClipListProps, 'label' | 'empty' | 'noMatch'> {
  title: string;
  /** Below the list. */
  children?: ReactNode;
}

/** A page of clips. On a phone its tools stand in the header. */
export function PagedClips({ source, failed, title, children, ...texts }: PagedClipsProps) {
  const heading = usePageTitle(title);
  const isPhone = useMediaQuery(PHONE);
  const view = useListView();
  const { page } = usePage();
  const list = useClipList({ source, page, pageSize: CLIPS_PAGE_SIZE, failed });
  const { clips, controls } = list;
  const favorites = source === 'favorites';
  // Rows reach from edge to edge; a card or a box does not touch the header.
  const isInset = view === 'cards' || clips.isError || clips.data?.total === 0;
  const bar = { controls, total: clips.data?.total, withFavorites: !favorites };
  return (
    <>
      <PageHeader
        title={title}
        headingRef={heading}
        back={{ to: '/dashboard', label: m.clips_back() }}
        actions={
          isPhone ? (
            <span className="-me-2 flex items-center">
              <ClipFilterBar {...bar} compact>
                <ViewField />
              </ClipFilterBar>
              <NewClipLink compact />
            </span>
          ) : (
            <NewClipLink />
          )
        }
      />
      <PageBody className="flex flex-col gap-3 py-4! max-md:gap-0 max-md:py-0!">
        <CaptureArea />
        {isPhone ? (
          <TagFilter chosen={controls.shown.tags} onChange={(tags) => controls.change({ tags })} />
        ) : (
          <ClipFilterBar {...bar} aside={<ViewSwitch />} />
        )}
        <div aria-busy={clips.isPlaceholderData} className={isInset ? 'max-md:py-3' : ''}>
          <ClipList
            list={list}
            rows={view === 'rows' ? clipRows : undefined}
            withWaiting={!favorites && page === 1}
            {...texts}
          />
        </div>
        {clips.data && (page > 1 || clips.data.total > CLIPS_PAGE_SIZE) && (
          <ListPager list={clips} pageSize={CLIPS_PAGE_SIZE} />
        )}
        {/* Below what loads it would be seen to jump. */}
        {!clips.isPending && children}
      </PageBody>
    </>
  );
}
