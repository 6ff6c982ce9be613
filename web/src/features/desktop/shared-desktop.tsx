import { MonitorX, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { KeptText } from '../../editing/kept-text.tsx';
import { useDesktop, type Source } from './desktop.api.ts';
import { SharedDesktopContent } from './shared-desktop-content.tsx';
import { useAdding } from './use-adding.ts';
import { useLiveDesktop } from './use-live-desktop.ts';

const isRefused = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/** Another person's desktop, by its link. */
export function SharedDesktop({ source }: { source: Source }) {
  const heading = usePageTitle(m.desktop_shared_title());
  const { data, error, isFetching, refetch } = useDesktop(source);
  const news = useLiveDesktop(source, data?.desktop);
  const state = useConnectionSign();
  const [added, setAdded] = useState<string | null>(null);
  // It outlives the link: who loses it keeps what they typed.
  const adding = useAdding(source, setAdded);
  const [asked, setAsked] = useState(false);
  // A renewed link shows nothing any more, whatever was read before.
  const refused = isRefused(error);
  const shown = data && !refused ? data : undefined;
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
        actions={
          <Button onClick={refresh} pending={asked && isFetching}>
            {/* The narrow head of a phone belongs to the title. */}
            {!(asked && isFetching) && (
              <RefreshCw size={16} aria-hidden className="max-md:hidden" />
            )}
            {m.desktop_shared_refresh()}
          </Button>
        }
      />
      <PageBody className="flex flex-1 flex-col gap-5">
        {shown && (
          <SharedDesktopContent source={source} items={shown.items} adding={adding} added={added} />
        )}
        {!shown && !error && (
          <div className="flex flex-1 items-center justify-center">
            <Spinner label={m.desktop_loading()} />
          </div>
        )}
        {!shown && error && (
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
            {refused && <KeptText text={adding.composer.text} />}
          </>
        )}
      </PageBody>
    </>
  );
}
