import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { Monitor, RotateCw } from 'lucide-react';
import { lazy, useCallback, useRef, useState } from 'react';
import { PHONE, useMediaQuery } from '../../lib/media-query.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Late } from '../../ui/late.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageDropTarget, type Point } from '../../ui/page-drop-target.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LanRequests } from '../lan/lan-requests.tsx';
import { lan } from '../lan/lan.ts';
import { useLan } from '../lan/lan-state.ts';
import { useLanStatus } from '../lan/use-lan-status.ts';
import { Audience } from './audience.tsx';
import { DesktopBoard } from './desktop-board.tsx';
import type { DesktopOverlay } from './desktop-overlays.tsx';
import { DesktopSkeleton } from './desktop-skeleton.tsx';
import { DesktopToolbar } from './desktop-toolbar.tsx';
import { OWN, useDesktop } from './desktop.api.ts';
import { SNAP } from './frame.ts';
import { ItemGrid } from './item-grid.tsx';
import { UploadList } from '../../ui/upload-list.tsx';
import { useAddText } from './use-add-text.ts';
import { useDesktopUploads } from './use-desktop-uploads.ts';
import { useItemTools } from './use-item-tools.ts';
import { useLayout } from './use-layout.ts';
import { useLiveDesktop } from './use-live-desktop.ts';

const loadOverlays = () => import('./desktop-overlays.tsx');
const DesktopOverlays = lazy(loadOverlays);
const PeerDesktops = lazy(() => import('./peer-desktops.tsx'));
const preloadOverlays = () => void loadOverlays().catch(() => undefined);

export function OwnDesktop() {
  const heading = usePageTitle(m.desktop_title());
  const onPhone = useMediaQuery(PHONE);
  const { data, isError, refetch } = useDesktop(OWN);
  const news = useLiveDesktop(OWN, data?.desktop);
  const adder = useAddText(OWN);
  const uploads = useDesktopUploads(OWN);
  const layout = useLayout();
  const [overlay, setOverlay] = useState<DesktopOverlay | null>(null);
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
    lan.start();
  };
  const place = (at: Point | null) => {
    const origin = canvas.current?.getBoundingClientRect();
    if (!at || !origin) return undefined;
    const snap = (value: number) => Math.max(0, Math.round(value / SNAP) * SNAP);
    return { x: snap(at.x - origin.left), y: snap(at.y - origin.top) };
  };
  const toolbar = (
    <DesktopToolbar
      uploads={uploads}
      onNewText={() => setOverlay('text')}
      onShareLink={() => setOverlay('link')}
      onLan={share}
      onNear={preloadOverlays}
    />
  );
  return (
    <>
      <PageHeader
        title={m.desktop_title()}
        headingRef={heading}
        actions={onPhone ? undefined : toolbar}
      />
      <PageDropTarget
        label={m.desktop_drop()}
        onFiles={(files, at) => uploads.add(files, place(at))}
        onText={(text, at) => void adder.paste(text, place(at))}
      />
      <PageBody className="flex flex-1 flex-col gap-4 md:py-4">
        {onPhone && toolbar}
        <Audience exists={data?.desktop != null} news={news} />
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
        <Late when={besidePeers}>
          <PeerDesktops onOpen={open} />
        </Late>
      </PageBody>
      <Late when={overlay !== null}>
        <DesktopOverlays
          overlay={overlay}
          onOverlayChange={setOverlay}
          adder={adder}
          token={data?.desktop?.share_token}
          hasContent={items.length > 0}
          item={opened}
          tools={tools}
        />
      </Late>
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
            <Button onClick={onRetry}>{m.desktop_try_again()}</Button>
          ) : (
            <Button onClick={onNewText}>{m.desktop_add_a_text()}</Button>
          )
        }
      />
    </div>
  );
}
