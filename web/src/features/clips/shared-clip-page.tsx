import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, Paperclip, Star } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { useUser } from '../../session/session.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { useSocketEvent } from '../../live/socket.ts';
import { type KeptClip, useKept } from '../../offline/keeper.ts';
import { m } from '../../paraglide/messages.js';
import { TextField } from '../../things/content-card.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { useDialogsEnd } from '../../ui/overlays.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { CopyContent, DownloadText } from './clip/clip-buttons.tsx';
import { firstWords, titleWith } from './clip/clip-name.ts';
import { ClosedClip, isGone, MissingClip } from './clip/gone-clip.tsx';
import { useLiveClip, useViewerNews } from './clip/use-live-clip.ts';
import { ViewerClip } from './clip/viewer-clip.tsx';
import { clipKeys, readsKept, useClip } from './clips.api.ts';
import { editorParts } from './editor/parts.ts';
import { FromLink } from './list/clip-actions.tsx';
import { OfflineNote } from './offline/offline-note.tsx';
import { ClipTags } from './tags/tag-dot.tsx';

function KeptClipText({ clipId, otherwise }: { clipId: string; otherwise: ReactNode }) {
  const kept = useKept();
  if (kept === undefined) return null;
  if (kept === null) return otherwise;
  const clip = kept.clips.find(({ id }) => id === clipId);
  if (!clip)
    return (
      <EmptyState
        icon={CloudOff}
        text={m.clips_not_kept()}
        action={<ButtonLink to="/clips">{m.clips_go_to_clips()}</ButtonLink>}
      />
    );
  return (
    <>
      <OfflineNote at={kept.at} />
      <p className="text-sm text-muted">{m.clips_kept_note()}</p>
      <KeptFacts clip={clip} />
      <TextField
        label={m.clips_content()}
        placeholder={clip.files.length > 0 ? m.clips_only_files() : m.clips_content_empty()}
        text={clip.content}
        className="max-h-[calc(100dvh-16rem)] min-h-60"
      />
      {clip.content !== '' && (
        <div className="flex gap-2">
          <CopyContent text={clip.content} variant="primary" />
          <DownloadText text={clip.content} clipId={clip.id} />
        </div>
      )}
    </>
  );
}

function KeptFacts({ clip: { createdAt, isFavorite, tags, files, via } }: { clip: KeptClip }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <RelativeTime time={createdAt} />
      {isFavorite && (
        <span className="flex items-center gap-2">
          <Star size={16} aria-hidden fill="currentColor" className="shrink-0 text-star" />
          {m.clips_favorite()}
        </span>
      )}
      {files.length > 0 && (
        <span className="flex items-center gap-2">
          <Paperclip size={16} aria-hidden className="shrink-0" />
          <span>{m.clips_kept_without_files({ count: files.length })}</span>
        </span>
      )}
      <FromLink via={via} />
      <ClipTags tags={tags} />
    </div>
  );
}

function UnreadClip({
  clipId,
  reason,
  failed,
  wasShown,
  loading,
  onRetry,
}: {
  clipId: string;
  reason: unknown;
  failed: boolean;
  /** It was read before, and what it says now is shown instead. */
  wasShown: boolean;
  loading: ReactNode;
  onRetry: () => void;
}) {
  const isKept = !wasShown && readsKept(reason, undefined);
  const missing = failed ? <MissingClip error={reason} onRetry={onRetry} /> : loading;
  return isKept ? <KeptClipText clipId={clipId} otherwise={missing} /> : missing;
}

const OwnerClip = lazyPart(editorParts, 'OwnerClip', <Loading />);

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
  const heading = usePageTitle(titleWith(closed || gone ? '' : words));

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
  return (
    <>
      <PageHeader {...header} title={m.clips_shared_title()} />
      <PageBody className="flex flex-1 flex-col gap-4">
        {closed ? (
          <ClosedClip />
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
