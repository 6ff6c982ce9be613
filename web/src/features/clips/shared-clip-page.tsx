import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { excerpt } from '../../lib/text.ts';
import type { LiveClip } from '../../things/clip.ts';
import { titleOf } from '../../things/content.ts';
import { masked } from '../../things/secret.tsx';
import { useUser } from '../../session/session.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { useDialogsEnd } from '../../ui/overlays.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { ClosedClip, isGone, MissingClip } from './clip/gone-clip.tsx';
import { useLiveClip, useViewerNews } from './clip/use-live-clip.ts';
import { ViewerClip } from './clip/viewer-clip.tsx';
import { clipKeys, readsKept, useClip } from './clips.api.ts';

/** Half of the code of a clip, and most people who open a link only read. */
const editorParts = () => import('./editor/owner-clip.tsx');
const OwnerClip = lazyPart(editorParts, 'OwnerClip', <Loading />);
/** Only who is signed in keeps any. */
const KeptClipText = lazyPart(editorParts, 'KeptClipText', <Loading />);

/** The first words of a clip, or its files; nothing of a secret. */
function firstWords(clip: LiveClip): string {
  const [line = ''] = masked(titleOf(clip)).trimStart().split('\n', 1);
  return excerpt(line.replace(/^#+ /, ''));
}

export default function SharedClipPage() {
  const { clipId = null } = useParams();
  return <SharedClip key={clipId} clipId={clipId} />;
}

function SharedClip({ clipId }: { clipId: string | null }) {
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

  const words = clip ? firstWords(clip) : '';
  const gone = isGone(error);
  const title = m.clips_shared_title();
  const heading = usePageTitle(words === '' || closed || gone ? title : `${words} · ${title}`);

  const signedIn = user !== null;
  useEffect(() => {
    // Side by side with the clip itself, not after it. A failure shows when the editor is drawn.
    if (signedIn) OwnerClip.preload();
  }, [signedIn]);

  useDialogsEnd(gone || closed);
  if (clip && isOwner) {
    return (
      <OwnerClip
        clip={clip}
        gone={gone}
        heading={heading}
        subject={words}
        live={<ConnectionDot state={state} pulse={news} />}
      />
    );
  }
  const header = {
    headingRef: heading,
    ...(user && { back: { to: '/dashboard', label: m.clips_back() } }),
  };
  if (clip && !gone && !closed)
    return (
      <ViewerClip clip={clip} {...header} live={<ConnectionDot state={state} pulse={news} />} />
    );
  const missing = error ? (
    <MissingClip error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
  return (
    <>
      <PageHeader {...header} title={title} />
      <PageBody className="flex flex-1 flex-col gap-4">
        {closed ? (
          <ClosedClip />
        ) : readsKept(failureReason, clip) ? (
          <KeptClipText clipId={clipId ?? ''} otherwise={missing} />
        ) : (
          missing
        )}
      </PageBody>
    </>
  );
}

function Loading() {
  return <AreaSpinner label={m.clips_loading_one()} />;
}
