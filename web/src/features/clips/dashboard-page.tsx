import { CaptureArea } from '../../capture/capture-area.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ClipList } from './list/clip-list.tsx';
import { useClips } from './clips.api.ts';
import { ClipComposer } from './list/clip-composer.tsx';
import { ClipFilterBar } from './list/clip-filter-bar.tsx';
import { clipFilters, queryOf, RECENT_CLIPS, useClipFilters } from './list/filters.ts';
import { NewClipLink } from './list/new-clip-link.tsx';
import { StatCards } from './list/stat-cards.tsx';
import { useLiveLists } from './list/use-live-lists.ts';

const SHOWN = 8;

export default function DashboardPage() {
  const heading = usePageTitle(m.clips_dashboard_title());
  useLiveLists();
  const controls = useClipFilters();
  const query = queryOf(controls.filters, 1, RECENT_CLIPS);
  const clips = useClips('history', query, m.clips_recent_failed());
  const narrowed = clipFilters.narrows(controls.filters);
  return (
    <>
      <PageHeader
        title={m.clips_dashboard_title()}
        headingRef={heading}
        actions={<NewClipLink />}
      />
      <CaptureArea />
      <PageBody className="flex flex-col gap-5 max-md:gap-3 max-md:py-3">
        <ClipComposer large={clips.data?.total === 0 && !narrowed} />
        <section aria-labelledby="recent-clips" className="flex flex-col gap-3">
          <ClipFilterBar
            controls={controls}
            total={clips.data?.total}
            lead={
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <h2 id="recent-clips" className="text-md font-semibold">
                  {m.clips_recent_title()}
                </h2>
                <StatCards />
              </div>
            }
            aside={
              <TextLink to="/clips" className="px-1 text-sm whitespace-nowrap">
                {m.clips_view_all()}
              </TextLink>
            }
          />
          <ClipList
            label={m.clips_recent_list()}
            clips={clips}
            source="history"
            query={query}
            limit={SHOWN}
            filtered={narrowed}
            withWaiting
            onClear={controls.clear}
            empty={m.clips_none()}
            noMatch={m.clips_no_recent_match()}
          />
        </section>
      </PageBody>
    </>
  );
}
