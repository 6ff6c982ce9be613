import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useSocketEvent } from '../../live/socket.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../lib/session.ts';
import { m } from '../../paraglide/messages.js';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { ClosedClip } from './clip/gone-clip.tsx';
import { isGone } from './clip/is-gone.ts';
import { clipKeys, useClip } from './clips.api.ts';
import { UnreadClip } from './clip/unread-clip.tsx';
import { useLiveClip } from './clip/use-live-clip.ts';
import { useViewerNews } from './clip/use-viewer-news.ts';
import { ViewerClip } from './clip/viewer-clip.tsx';
import { editorParts } from './editor/parts.ts';

const OwnerClip = lazyPart(editorParts, 'OwnerClip', <Loading />);

export default function SharedClipPage() {
  const { clipId = null } = useParams();
  return <SharedClip key={clipId} clipId={clipId} />;
}

function SharedClip({ clipId }: { clipId: string | null }) {
  const heading = usePageTitle(m.clips_shared_title());
  const user = useUser();
  const {
    data: clip,
    error,
    failureReason,
    refetch,
  } = useClip(clipId, clipId !== null, m.clips_load_failed());
  const isOwner = clip !== undefined && user?.id === clip.userId;
  useLiveClip(clipId);
  const [closed, setClosed] = useState(false);
  const client = useQueryClient();
  useSocketEvent('link:closed', (event) => {
    if (event.clipId !== clipId || isOwner) return;
    setClosed(true);
    client.removeQueries({ queryKey: clipKeys.one(clipId) });
  });
  const news = useViewerNews(clip, isOwner);
  const state = useConnectionSign();

  const signedIn = user !== null;
  useEffect(() => {
    // Side by side with the clip itself, not after it. A failure shows when the editor is drawn.
    if (signedIn) OwnerClip.preload();
  }, [signedIn]);

  const gone = isGone(error);
  if (clip && isOwner) {
    return (
      <OwnerClip
        clip={clip}
        gone={gone}
        heading={heading}
        live={<ConnectionDot state={state} pulse={news} />}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={m.clips_shared_title()}
        headingRef={heading}
        {...(user && { back: { to: '/dashboard', label: m.clips_back() } })}
        live={clip && !gone && !closed && <ConnectionDot state={state} pulse={news} />}
      />
      <PageBody className="flex flex-1 flex-col gap-4 max-md:pb-0">
        {closed ? (
          <ClosedClip />
        ) : clip && !gone ? (
          <ViewerClip clip={clip} />
        ) : failureReason ? (
          <UnreadClip
            clipId={clipId ?? ''}
            reason={failureReason}
            failed={error !== null}
            wasShown={clip !== undefined}
            loading={<Loading />}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading />
        )}
      </PageBody>
    </>
  );
}

function Loading() {
  return <AreaSpinner label={m.clips_loading_one()} />;
}
