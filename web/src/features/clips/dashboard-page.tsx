import { ClipboardList, Paperclip, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CaptureArea } from '../../capture/capture-area.tsx';
import { useWaiting } from '../../capture/outbox.ts';
import { useCapture } from '../../capture/use-capture.ts';
import { ComposerLine, useComposer } from '../../editing/composer.tsx';
import { PHONE, useMediaQuery } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { readTransfer, type Transfer } from '../../lib/transfer.ts';
import { m } from '../../paraglide/messages.js';
import { Button, TextLink } from '../../ui/button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FilePicker } from '../../ui/file-picker.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';
import { FirstSteps } from '../owner/first-steps.tsx';
import { useClipStats } from './clips.api.ts';
import { NewClipLink } from './list/clip-actions.tsx';
import { ClipFilterBar } from './list/clip-filter-bar.tsx';
import { ClipList, useClipList } from './list/clip-list.tsx';
import { RECENT_CLIPS } from './list/filters.ts';

async function readClipboard(): Promise<Transfer> {
  const texts = new Map<string, string>();
  const files: File[] = [];
  for (const item of await navigator.clipboard.read())
    for (const type of item.types) {
      const blob = await item.getType(type);
      if (type.startsWith('text/')) texts.set(type, await blob.text());
      else if (type.startsWith('image/'))
        files.push(new File([blob], `image.${type.slice('image/'.length)}`, { type }));
    }
  return { getData: (type) => texts.get(type) ?? '', files };
}

function ClipComposer({ large }: { large: boolean }) {
  const capture = useCapture();
  const isPhone = useMediaQuery(PHONE);
  const composer = useComposer('clip', (text) => capture.text(text));
  const canRead = typeof navigator.clipboard?.read === 'function';
  const paste = async () => {
    let read: Transfer;
    try {
      read = await readClipboard();
    } catch {
      toast.error(m.capture_paste_refused());
      return;
    }
    const taken = readTransfer(read);
    if (taken.kind === 'text') await capture.text(taken.text, taken.picture);
    else if (taken.kind === 'files') await capture.files(taken.files);
    else toast.error(m.ui_nothing_to_paste());
  };
  const empty = composer.text === '';
  return (
    <ComposerLine
      composer={composer}
      byEnter
      large={large}
      label={m.capture_composer()}
      placeholder={isPhone && !large ? m.capture_composer_short() : m.capture_composer()}
      verb={m.capture_save()}
      sendClass={canRead && empty && (large ? 'hidden!' : 'max-md:hidden')}
    >
      {empty && !large && (
        <kbd
          aria-hidden
          className="me-1 inline-flex h-6 items-center rounded-chip border border-line px-1.5 font-mono text-xs text-muted max-md:hidden"
        >
          {m.capture_paste_key()}
        </kbd>
      )}
      <FilePicker
        variant="ghost"
        className="px-2.5!"
        icon={Paperclip}
        iconOnly
        onFiles={(files) => void capture.files(files)}
      >
        {m.capture_attach()}
      </FilePicker>
      {canRead && empty && (
        <Button
          {...(large && { variant: 'primary' })}
          className="max-md:bg-ink max-md:text-on-ink"
          onClick={() => void paste()}
        >
          {m.capture_paste()}
        </Button>
      )}
    </ComposerLine>
  );
}

function StatCards() {
  const { data, isPending } = useClipStats();
  const starred = (data?.favoriteClips ?? 0) > 0;
  return (
    <div className="flex flex-wrap gap-2">
      <StatCard
        to="/clips"
        label={m.clips_total()}
        loading={m.clips_total_loading()}
        icon={<ClipboardList size={14} aria-hidden className="text-muted" />}
        value={data?.totalClips}
        pending={isPending}
      />
      <StatCard
        to="/favorites"
        label={m.clips_favorites()}
        loading={m.clips_favorites_loading()}
        icon={
          <Star
            size={14}
            aria-hidden
            className={starred ? 'text-star' : 'text-muted'}
            fill={starred ? 'currentColor' : 'none'}
          />
        }
        value={data?.favoriteClips}
        pending={isPending}
      />
    </div>
  );
}

interface StatCardProps {
  to: string;
  label: string;
  loading: string;
  icon: ReactNode;
  value: number | undefined;
  pending: boolean;
}

function StatCard({ to, label, loading, icon, value, pending }: StatCardProps) {
  return (
    <Link
      to={to}
      className={classNames(
        'relative inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 text-sm text-body transition-colors duration-150 hover:bg-hover hover:text-ink',
        // Easier to hit with a finger than it is high.
        'touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-1.5',
      )}
    >
      {/* Beside the search of a narrow page there is space for the words. */}
      <span className="md:max-xl:hidden">{icon}</span>
      <span>{label}</span>
      {pending ? (
        <SkeletonGroup label={loading}>
          <Skeleton className="h-4 w-5" />
        </SkeletonGroup>
      ) : (
        <span className="font-semibold text-ink">
          {value === undefined ? '–' : formatNumber(value)}
        </span>
      )}
    </Link>
  );
}

const SHOWN = 8;

export default function DashboardPage() {
  const heading = usePageTitle(m.clips_dashboard_title());
  const list = useClipList({
    source: 'history',
    page: 1,
    pageSize: RECENT_CLIPS,
    failed: m.clips_recent_failed(),
  });
  const { clips, controls, filtered } = list;
  const waits = useWaiting().length > 0;
  const isFirst = clips.data?.total === 0 && !filtered && !waits;
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
        actions={<NewClipLink quiet={isFirst} />}
      />
      <CaptureArea />
      <PageBody className="flex flex-col gap-5 max-md:gap-3 max-md:py-3">
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
          <ClipComposer large={isFirst} />
          {isFirst && <FirstSteps />}
        </div>
        {isFirst ? (
          <div className="flex flex-wrap items-center justify-center gap-2">
            <StatCards />
            {viewAll}
          </div>
        ) : (
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
              aside={viewAll}
            />
            <ClipList
              list={list}
              label={m.clips_recent_list()}
              limit={SHOWN}
              withWaiting
              empty={m.clips_none()}
              noMatch={m.clips_no_recent_match()}
            />
          </section>
        )}
      </PageBody>
    </>
  );
}
