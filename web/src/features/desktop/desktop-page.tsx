import { useQueryClient } from '@tanstack/react-query';
import { LayoutGrid, Link2, Monitor, Plus, Radio, SmartphoneNfc } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCapture } from '../../capture/use-capture.ts';
import { isUnreachable } from '../../lib/api-error.ts';
import { PHONE, useMediaQuery } from '../../lib/browser.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../session/session.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { FailedState } from '../../live/failed-state.tsx';
import { DownloadAll } from '../../things/download-all.tsx';
import { UnfinishedHere } from '../../things/unfinished-here.tsx';
import { UploadList } from '../../things/uploading.tsx';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { PageDropTarget, type Point } from '../../ui/page-drop-target.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { toast, undoable } from '../../ui/toast.ts';
import { usePlanRefusal } from '../billing/plan.ts';
import { isActive, useLan } from '../lan/lan-state.ts';
import { lan } from '../lan/lan.ts';
import { Audience } from './audience.tsx';
import { DesktopBoard } from './board/desktop-board.tsx';
import { useLayout } from './board/layout-store.ts';
import { shownRect, snap, tidied } from './board/rect.ts';
import { OWN, rereadItems, useDesktop, useShareDesktop } from './desktop.api.ts';
import { ItemGrid } from './items/item-grid.tsx';
import { filesOf } from './items/item-tools.ts';
import { useItemTools } from './items/use-item-tools.ts';
import { open } from './overlays.ts';
import { PeerDesktops } from './peer-desktops.tsx';
import { useAdding } from './use-adding.ts';
import { useLiveDesktop } from './use-live-desktop.ts';

/** Empty until somebody asks. */
const LanRequests = lazyPart(() => import('../lan/lan-peers.tsx'), 'LanRequests');

const STATUS_POLL_MS = 2000;

/** Keeps what the screen shows about sharing true, should an event have been missed. */
function useLanStatus(): void {
  useEffect(() => {
    const poll = setInterval(lan.check, STATUS_POLL_MS);
    return () => clearInterval(poll);
  }, []);
}

const BOARD_PADDING = 16;

function OwnDesktop() {
  const heading = usePageTitle(m.desktop_title());
  const onPhone = useMediaQuery(PHONE);
  const besideTitle = useMediaQuery('(width >= 64rem)');
  // There the title has no space for all words of every language.
  const isNarrow = useMediaQuery('(64rem <= width < 80rem)');
  const sharable = usePlanRefusal('sharing') === null;
  const { data, isError, error, refetch } = useDesktop(OWN);
  const news = useLiveDesktop(OWN, data?.desktop);
  const [added, setAdded] = useState<string | null>(null);
  const { paste, uploads, addFiles } = useAdding(OWN, setAdded);
  const newText = () => open('addText', { onAdded: setAdded });
  const sign = useConnectionSign();
  const capture = useCapture();
  const layout = useLayout();
  const tools = useItemTools(OWN);
  const canvas = useRef<HTMLUListElement>(null);
  const hosts = useLan();
  const active = isActive(hosts);
  const besidePeers = Object.values(hosts.links).some((link) => link.desktop !== null);
  useLanStatus();

  const items = data?.items ?? [];
  const client = useQueryClient();
  const hasContent = items.length > 0;
  useEffect(() => {
    if (hasContent) lan.hostAsAsked();
  }, [hasContent]);
  const tidyUp = () => {
    const width = canvas.current?.parentElement?.clientWidth ?? 0;
    const before = new Map(
      items.map((item) => [item.id, layout.rectOf(item.id) ?? shownRect(item)]),
    );
    for (const [id, rect] of tidied(items, width - 2 * BOARD_PADDING)) layout.settle(id, rect);
    toast.success(
      m.desktop_tidied(),
      undefined,
      undoable(() => {
        for (const [id, rect] of before) layout.settle(id, rect);
      }),
    );
  };
  const share = () => {
    open('lan', { hasContent });
    void lan.start();
  };
  const positionOf = (at: Point | null) => {
    const origin = canvas.current?.getBoundingClientRect();
    if (!at || !origin) return undefined;
    return {
      x: Math.max(0, snap(at.x - origin.left)),
      y: Math.max(0, snap(at.y - origin.top)),
    };
  };
  const sharing = useShareDesktop();
  const shareLink = () => {
    open('share');
    if (sharable && data?.desktop?.shared === false) sharing.mutate();
  };
  const toolbar = (
    <div
      role="group"
      aria-label={m.desktop_actions()}
      className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2"
    >
      <Button onClick={share} className={active ? 'border-accent! text-accent!' : ''}>
        <Radio size={16} aria-hidden className={classNames(active && 'animate-breathe')} />
        {active ? m.desktop_lan_active() : m.desktop_lan_share()}
      </Button>
      <ButtonLink to="/pair" className="pairing-off:hidden">
        <SmartphoneNfc size={16} aria-hidden />
        <span className={classNames(isNarrow && 'sr-only')}>{m.pairing_link()}</span>
      </ButtonLink>
      <Button onClick={shareLink}>
        <Link2 size={16} aria-hidden />
        {m.desktop_share_link()}
      </Button>
      <FilePicker onFiles={uploads.add} pending={uploads.uploading} iconOnly={isNarrow}>
        {uploads.uploading ? m.desktop_uploading() : m.ui_upload_file()}
      </FilePicker>
      <Button
        variant="primary"
        className="max-md:col-span-2 pairing-off:col-span-1!"
        onClick={newText}
      >
        <Plus size={16} aria-hidden />
        {m.desktop_new_text()}
      </Button>
    </div>
  );
  return (
    <>
      <PageHeader
        title={m.desktop_title()}
        headingRef={heading}
        live={data?.desktop && <ConnectionDot state={sign} pulse={news} />}
        actions={besideTitle && toolbar}
      />
      <PageDropTarget
        label={m.desktop_drop()}
        onFiles={(files, at) => capture.whenOffline(files) || addFiles(files, positionOf(at))}
        onText={(text, at) => capture.whenOffline(text) || paste(text, positionOf(at))}
      />
      <PageBody className="flex flex-1 flex-col gap-4 md:py-4">
        {!besideTitle && toolbar}
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <Audience desktop={data?.desktop} />
          <div className="flex flex-wrap">
            <DownloadAll
              variant="ghost"
              size="sm"
              count={filesOf(items).length}
              name={m.desktop_title()}
              read={async () => filesOf(await rereadItems(client, OWN))}
            />
            {!onPhone && items.length > 1 && (
              <Button variant="ghost" size="sm" onClick={tidyUp}>
                <LayoutGrid size={15} aria-hidden />
                {m.desktop_tidy_up()}
              </Button>
            )}
          </div>
        </div>
        <LanRequests />
        <UploadList uploads={uploads} />
        <UnfinishedHere kind="desktop" id={null} />
        {!data && !isError && <DesktopSkeleton />}
        {(isError && !data) || (data && items.length === 0) ? (
          <EmptyDesktop failure={data ? null : error} onRetry={refetch} onNewText={newText} />
        ) : null}
        {items.length > 0 &&
          (onPhone ? (
            <ItemGrid label={m.desktop_blocks()} items={items} tools={tools} />
          ) : (
            <DesktopBoard
              items={items}
              layout={layout}
              tools={tools}
              canvas={canvas}
              compact={besidePeers}
              added={added}
            />
          ))}
        {/* Not fetched later: the LAN dialog gives it focus as soon as it offers to view it. */}
        <PeerDesktops />
      </PageBody>
    </>
  );
}

function EmptyDesktop({
  failure,
  onRetry,
  onNewText,
}: {
  failure: Error | null;
  onRetry: () => void;
  onNewText: () => void;
}) {
  const unread = isUnreachable(failure) ? m.ui_needs_connection() : m.desktop_unread();
  return (
    <div className="flex flex-1 flex-col justify-center rounded-dialog border border-dashed border-line bg-sunken [&>div]:border-0">
      {failure ? (
        <FailedState title={unread} error={failure} onRetry={onRetry} />
      ) : (
        <EmptyState
          icon={Monitor}
          title={m.desktop_empty()}
          text={m.desktop_empty_text()}
          hint={m.desktop_empty_hint()}
          action={<Button onClick={onNewText}>{m.desktop_add_a_text()}</Button>}
        />
      )}
    </div>
  );
}

function DesktopSkeleton() {
  return (
    <SkeletonGroup
      label={m.desktop_loading()}
      className="grid flex-1 grid-cols-[repeat(auto-fill,minmax(min(100%,12.5rem),1fr))] content-start gap-5 rounded-dialog border border-line bg-sunken p-4 max-md:border-0 max-md:bg-transparent max-md:p-0"
    >
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-38 rounded-card!" />
      ))}
    </SkeletonGroup>
  );
}

/** Signing in or out is another desktop. */
export default function DesktopPage() {
  return <OwnDesktop key={useUser()?.id ?? 'visitor'} />;
}
