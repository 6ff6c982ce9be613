import { useQueryClient } from '@tanstack/react-query';
import { Inbox, MonitorX, RefreshCw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useCapture } from '../../capture/use-capture.ts';
import { AddLine } from '../../editing/composer.tsx';
import { KeptText } from '../../editing/unsaved-notice.tsx';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { PHONE, useMediaQuery } from '../../lib/browser.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../session/session.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { DownloadAll } from '../../things/download-all.tsx';
import { UploadList } from '../../things/uploading.tsx';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useDialogsEnd } from '../../ui/overlays.tsx';
import { PageDropTarget } from '../../ui/page-drop-target.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DesktopBoard } from './board/desktop-board.tsx';
import { LayoutStore } from './board/layout-store.ts';
import { endPairing, rereadItems, type Source, useDesktop } from './desktop.api.ts';
import { ItemGrid } from './items/item-grid.tsx';
import { filesOf } from './items/item-tools.ts';
import { useItemTools } from './items/use-item-tools.ts';
import { PairingEnded, usePairing } from './pairing.tsx';
import { type DesktopAdding, useAdding } from './use-adding.ts';
import { useLiveDesktop } from './use-live-desktop.ts';
import type { Block } from '../../things/content.ts';

/** From here on the owner's layout has the space that it was made for. */
const WIDE = '(width >= 64rem)';

interface SharedDesktopContentProps {
  note: string;
  source: Source;
  items: readonly Block[];
  adding: DesktopAdding;
  added: string | null;
}

function SharedDesktopContent({ note, source, items, adding, added }: SharedDesktopContentProps) {
  const wide = useMediaQuery(WIDE);
  const [layout] = useState(() => new LayoutStore());
  const canvas = useRef<HTMLUListElement>(null);
  const client = useQueryClient();
  const capture = useCapture();
  const tools = useItemTools(source);

  return (
    <>
      <PageDropTarget
        label={m.desktop_drop()}
        onFiles={(files) => capture.whenOffline(files) || adding.uploads.add(files)}
        onText={(text) => capture.whenOffline(text) || adding.paste(text)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm text-muted">{note}</p>
        <DownloadAll
          variant="ghost"
          size="sm"
          count={filesOf(items).length}
          name={m.desktop_title()}
          read={async () => filesOf(await rereadItems(client, source))}
        />
      </div>
      <AddLine
        adding={adding}
        byEnter
        label={m.desktop_text()}
        placeholder={m.desktop_add_placeholder()}
        verb={adding.composer.sending ? m.desktop_adding() : m.desktop_add()}
      />
      <UploadList uploads={adding.uploads} />
      {items.length > 0 && wide ? (
        <DesktopBoard
          fixed
          label={m.desktop_shared_items()}
          items={items}
          layout={layout}
          tools={tools}
          canvas={canvas}
          compact={false}
          added={added}
        />
      ) : items.length > 0 ? (
        <ItemGrid label={m.desktop_shared_items()} items={items} tools={tools} />
      ) : (
        <EmptyState icon={Inbox} title={m.desktop_empty()} text={m.desktop_shared_empty_text()} />
      )}
    </>
  );
}

const isRefused = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

function SharedDesktop({ source }: { source: Source }) {
  const heading = usePageTitle(m.desktop_shared_title());
  const { data, error, isFetching, refetch } = useDesktop(source);
  const client = useQueryClient();
  const news = useLiveDesktop(source, data?.desktop);
  const state = useConnectionSign();
  const [added, setAdded] = useState<string | null>(null);
  // It outlives the link: who loses it keeps what they typed.
  const adding = useAdding(source, setAdded);
  const [asked, setAsked] = useState(false);
  // A renewed link shows nothing any more, whatever was read before.
  const refused = isRefused(error);
  const shown = data && !refused ? data : undefined;
  useDialogsEnd(refused);
  const pairing = usePairing(data, refetch, () => endPairing(client, source));
  const onPhone = useMediaQuery(PHONE);
  const refresh = () => {
    setAsked(true);
    void refetch().finally(() => setAsked(false));
  };
  return (
    <>
      <PageHeader
        title={m.desktop_shared_title()}
        headingRef={heading}
        live={shown && <ConnectionDot state={state} pulse={news} />}
        meta={shown && !onPhone && pairing.until}
        actions={
          <>
            {shown && !onPhone && pairing.end}
            <Button onClick={refresh} pending={asked && isFetching}>
              {/* The narrow head of a phone belongs to the title. */}
              {!(asked && isFetching) && (
                <RefreshCw size={16} aria-hidden className="max-md:hidden" />
              )}
              {m.desktop_shared_refresh()}
            </Button>
          </>
        }
      />
      <PageBody className="flex flex-1 flex-col gap-5">
        {shown && onPhone && pairing.until && (
          <div className="-mb-3 flex items-center justify-between gap-2">
            {pairing.until}
            {pairing.end}
          </div>
        )}
        {shown && (
          <SharedDesktopContent
            note={pairing.until ? m.pairing_note() : m.desktop_shared_note()}
            source={source}
            items={shown.items}
            adding={adding}
            added={added}
          />
        )}
        {!shown && !error && (
          <div className="flex flex-1 items-center justify-center">
            <Spinner label={m.desktop_loading()} />
          </div>
        )}
        {!shown && refused && pairing.wasPaired && <PairingEnded />}
        {!shown && error && !(refused && pairing.wasPaired) && (
          <>
            <div role="alert">
              <EmptyState
                icon={MonitorX}
                title={m.desktop_shared_not_found()}
                text={refused ? m.desktop_shared_refused() : failureText(error)}
                {...(!refused && {
                  action: <Button onClick={refresh}>{m.ui_try_again()}</Button>,
                })}
              />
            </div>
          </>
        )}
        {refused && <KeptText text={adding.composer.text} />}
      </PageBody>
    </>
  );
}

export default function SharedDesktopPage() {
  const { token = '' } = useParams();
  const source = useMemo(() => ({ token }), [token]);
  // Read anew after each log-in and log-out.
  return <SharedDesktop key={`${token} ${useUser()?.id}`} source={source} />;
}
