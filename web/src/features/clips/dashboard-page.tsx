import { CaptureArea } from '../../capture/capture-area.tsx';
import { useCaptured } from '../../capture/outbox.ts';
import { useCapture } from '../../capture/use-capture.ts';
import { useComposer } from '../../editing/composer.tsx';
import { PHONE, useMediaQuery } from '../../lib/browser.ts';
import { DAY_MS } from '../../lib/time.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { TextLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyPart } from '../../ui/lazy.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { lookOf } from '../../things/card-look.ts';
import { SignInNotices } from '../confirm/second-step.tsx';
import { FirstSteps } from '../owner/first-steps.tsx';
import { canRead, ClipComposer } from './dashboard/clip-composer.tsx';
import { FavoritesLine } from './dashboard/favorites-line.tsx';
import { Favorites, TotalClips } from './dashboard/stats.tsx';
import { NewClipLink } from './list/clip-actions.tsx';
import { ClipFilterBar } from './list/clip-filter-bar.tsx';
import { ClipList, useClipList } from './list/clip-list.tsx';
import { ClipCard } from './list/clip-card.tsx';
import { type ClipRows, clipRows } from './list/clip-row.tsx';
import { RECENT_CLIPS } from './list/filters.ts';

const StorageNote = lazyPart(() => import('../account/storage-note.tsx'), 'StorageNote');

const SHOWN = 8;

const isOfADay = (time: string) => Date.now() - Date.parse(time) < DAY_MS;

/** A picture says more than its name. */
const recentRows: ClipRows = {
  ...clipRows,
  Row: ({ narrow, ...props }) =>
    lookOf(props.clip) === 'picture' ? (
      <div className="mx-4 my-2">
        <ClipCard {...props} />
      </div>
    ) : (
      <clipRows.Row narrow={narrow} {...props} />
    ),
};

export default function DashboardPage() {
  const heading = usePageTitle(m.clips_dashboard_title());
  const list = useClipList({
    source: 'history',
    page: 1,
    pageSize: RECENT_CLIPS,
    failed: m.clips_recent_failed(),
  });
  const { clips, controls, filtered } = list;
  const capture = useCapture();
  const composer = useComposer('clip', (text) => capture.text(text));
  const isPhone = useMediaQuery(PHONE);
  const waits = useCaptured().cards.length > 0;
  const isFirst = clips.data?.total === 0 && !filtered && !waits;
  // A newcomer's screen is another, and nothing of the usual one moves to its place.
  const isNew = isOfADay(useUser()?.createdAt ?? '');
  const isOpen = !isNew || clips.data !== undefined || clips.failureReason !== null;
  const viewAll = (
    <TextLink to="/clips" className="px-1 text-sm whitespace-nowrap">
      {m.clips_view_all()}
    </TextLink>
  );
  return (
    <>
      <PageHeader
        title={m.clips_dashboard_title()}
        headingRef={heading}
        actions={
          // The composer has the next step.
          <NewClipLink quiet={isFirst || composer.text !== '' || (isPhone && canRead())} />
        }
      />
      <CaptureArea />
      <PageBody
        className={classNames(
          'flex flex-col gap-4 pt-[19px]! max-md:gap-3 max-md:pt-3!',
          !isOpen && 'invisible',
        )}
      >
        <SignInNotices />
        {isFirst && (
          <div className="mt-4 text-center md:mt-12">
            <h2 className="text-xl font-semibold">{m.owner_first_title()}</h2>
            <p className="mt-1 text-base text-muted">{m.clips_none()}</p>
          </div>
        )}
        <div
          className={classNames(
            isFirst &&
              'mx-auto w-full max-w-150 overflow-hidden rounded-card border border-line bg-surface shadow-card has-[textarea:focus]:border-accent',
          )}
        >
          <ClipComposer composer={composer} large={isFirst} />
          {isFirst && <FirstSteps />}
        </div>
        {isFirst ? (
          <div className="flex flex-wrap items-center justify-center gap-4">
            <TotalClips />
            <Favorites />
            {viewAll}
          </div>
        ) : (
          <>
            {clips.data && <StorageNote />}
            <FavoritesLine />
            <section
              aria-labelledby="recent-clips"
              className="flex flex-col gap-2.5 max-md:-mt-2 max-md:gap-2 md:mt-1"
            >
              <ClipFilterBar
                controls={controls}
                total={clips.data?.total}
                lead={
                  <div className="flex items-center gap-3">
                    <h2 id="recent-clips" className="text-base font-semibold whitespace-nowrap">
                      {m.clips_recent_title()}
                    </h2>
                    <TotalClips />
                  </div>
                }
                aside={viewAll}
              />
              <ClipList
                list={list}
                label={m.clips_recent_list()}
                limit={SHOWN}
                withWaiting
                rows={isPhone ? recentRows : undefined}
                empty={m.clips_none()}
                noMatch={m.clips_no_recent_match()}
              />
            </section>
          </>
        )}
      </PageBody>
    </>
  );
}
