import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { Monitor, RotateCw } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { useCapture } from '../../capture/use-capture.ts';
import { PHONE, useMediaQuery } from '../../lib/media-query.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog, lazyPart } from '../../ui/lazy.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageDropTarget, type Point } from '../../ui/page-drop-target.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { LanRequests } from '../lan/lan-requests.tsx';
import { lan } from '../lan/lan.ts';
import { useLan } from '../lan/lan-state.ts';
import { useLanStatus } from '../lan/use-lan-status.ts';
import { Audience } from './audience.tsx';
import { DesktopBoard } from './board/desktop-board.tsx';
import { DesktopToolbar } from './desktop-toolbar.tsx';
import { OWN, useDesktop } from './desktop.api.ts';
import { SNAP } from './board/rect.ts';
import { ItemGrid } from './items/item-grid.tsx';
import { UploadList } from '../../live/upload-list.tsx';
import { useAdding } from './use-adding.ts';
import { useItemTools } from './items/use-item-tools.ts';
import { useLayout } from './board/use-layout.ts';
import { useLiveDesktop } from './use-live-desktop.ts';

const AddTextDialog = lazyDialog(() => import('./add-text-dialog.tsx'), 'AddTextDialog');
const ShareDesktopDialog = lazyDialog(
  () => import('./share-desktop-dialog.tsx'),
  'ShareDesktopDialog',
);
const LanDialog = lazyDialog(() => import('../lan/lan-dialog.tsx'), 'LanDialog');
const ItemDialog = lazyDialog(() => import('./items/item-dialog.tsx'), 'ItemDialog');
const PeerDesktops = lazyPart(() => import('./peer-desktops.tsx'), 'PeerDesktops');
const preloadDialogs = () => {
  for (const dialog of [AddTextDialog, ShareDesktopDialog, LanDialog]) dialog.preload();
};

type Overlay = 'text' | 'link' | 'lan' | 'item';

export function OwnDesktop() {
  const heading = usePageTitle(m.desktop_title());
  const onPhone = useMediaQuery(PHONE);
  const { data, isError, refetch } = useDesktop(OWN);
  const news = useLiveDesktop(OWN, data?.desktop);
  const { composer, paste, uploads, addFiles } = useAdding(OWN);
  const sign = useConnectionSign();
  const capture = useCapture();
  const layout = useLayout();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [opened, setOpened] = useState<DesktopItem | null>(null);
  const open = useCallback((item: DesktopItem) => {
    setOpened(item);
    setOverlay('item');
  }, []);
  const tools = useItemTools(OWN, open);
  const canvas = useRef<HTMLUListElement>(null);
  const besidePeers = Object.values(useLan().links).some((link) => link.desktop !== null);
  useLanStatus();

  const items = data?.items ?? [];
  const share = () => {
    setOverlay('lan');
    void lan.start();
  };
  const positionOf = (at: Point | null) => {
    const origin = canvas.current?.getBoundingClientRect();
    if (!at || !origin) return undefined;
    const snap = (value: number) => Math.max(0, Math.round(value / SNAP) * SNAP);
    return { x: snap(at.x - origin.left), y: snap(at.y - origin.top) };
  };
  const dialog = (name: Overlay) => ({
    open: overlay === name,
    onOpenChange: (next: boolean) => setOverlay(next ? name : null),
  });
  const toolbar = (
    <DesktopToolbar
      uploads={uploads}
      onNewText={() => setOverlay('text')}
      onShareLink={() => setOverlay('link')}
      onLan={share}
      onNear={preloadDialogs}
    />
  );
  return (
    <>
      <PageHeader
        title={m.desktop_title()}
        headingRef={heading}
        live={data?.desktop && <ConnectionDot state={sign} pulse={news} />}
        actions={onPhone ? undefined : toolbar}
      />
      <PageDropTarget
        label={m.desktop_drop()}
        onFiles={(files, at) => capture.whenOffline(files) || addFiles(files, positionOf(at))}
        onText={(text, at) => capture.whenOffline(text) || void paste(text, positionOf(at))}
      />
      <PageBody className="flex flex-1 flex-col gap-4 md:py-4">
        {onPhone && toolbar}
        <Audience exists={data?.desktop != null} />
        {overlay !== 'lan' && <LanRequests />}
        <UploadList uploads={uploads} />
        {!data && !isError && <DesktopSkeleton />}
        {(isError && !data) || (data && items.length === 0) ? (
          <EmptyDesktop
            failed={!data}
            onRetry={() => void refetch()}
            onNewText={() => setOverlay('text')}
          />
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
            />
          ))}
        {besidePeers && <PeerDesktops onOpen={open} />}
      </PageBody>
      <AddTextDialog composer={composer} {...dialog('text')} />
      <ShareDesktopDialog token={data?.desktop?.share_token} {...dialog('link')} />
      <LanDialog hasContent={items.length > 0} {...dialog('lan')} />
      {opened && <ItemDialog item={opened} tools={tools} {...dialog('item')} />}
    </>
  );
}

function EmptyDesktop({
  failed,
  onRetry,
  onNewText,
}: {
  failed: boolean;
  onRetry: () => void;
  onNewText: () => void;
}) {
  return (
    <div
      role="status"
      className="flex flex-1 flex-col justify-center rounded-dialog border border-dashed border-line bg-sunken [&>div]:border-0"
    >
      <EmptyState
        icon={failed ? RotateCw : Monitor}
        title={failed ? m.desktop_unread() : m.desktop_empty()}
        text={m.desktop_empty_text()}
        action={
          failed ? (
            <Button onClick={onRetry}>{m.ui_try_again()}</Button>
          ) : (
            <Button onClick={onNewText}>{m.desktop_add_a_text()}</Button>
          )
        }
      />
    </div>
  );
}

/** The board while its blocks are read. */
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
