import { useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { holdGrant } from '../../lib/link-grants.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { MissingClip } from '../clips/clip/missing-clip.tsx';
import { useLiveClip } from '../clips/clip/use-live-clip.ts';
import { useViewerNews } from '../clips/clip/use-viewer-news.ts';
import { ViewerClip } from '../clips/clip/viewer-clip.tsx';
import { readClip } from '../clips/clip-shape.ts';
import { editorParts } from '../clips/editor/parts.ts';
import { clipKeys, keepClip, useClip } from '../clips/clips.api.ts';
import type { OpenedVisit } from './use-visit.ts';

const EditableClip = lazyPart(editorParts, 'EditableClip');

export interface OpenedClipProps {
  opened: OpenedVisit;
  clipId: string;
  heading: Ref<HTMLHeadingElement>;
  /** Its owner closed the link. */
  onEnd: () => void;
  /** The grant is over: the link may be opened again. */
  onGrantOver: () => void;
}

/** The clip behind a link, for as long as the grant lasts: nothing of it stays when that ends. */
export function OpenedClip(props: OpenedClipProps) {
  const {
    clipId,
    opened: { grant, clip },
  } = props;
  const client = useQueryClient();
  // Before the first call about the clip, and again if the page is mounted twice.
  useState(() => holdGrant(clipId, grant));
  useState(() => clip && keepClip(client, readClip(clip)));
  useEffect(() => holdGrant(clipId, grant), [clipId, grant]);
  return <HeldClip {...props} />;
}

const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'GRANT_EXPIRED' || error.status === 404);

function HeldClip({ opened, clipId, heading, onEnd, onGrantOver }: OpenedClipProps) {
  const client = useQueryClient();
  const { data: clip, error, refetch } = useClip(clipId);
  useLiveClip(clipId, opened.grant);
  const news = useViewerNews(clip, false);
  const state = useConnectionSign();
  const wasShown = clip !== undefined;
  useSocketEvent('link:closed', (event) => {
    if (event.clipId === clipId) onEnd();
  });
  // What was on the screen decides only when the failure comes.
  const fail = useEffectEvent(() => (wasShown ? onEnd() : onGrantOver()));
  useEffect(() => {
    if (isOver(error)) fail();
  }, [error]);
  useEffect(() => () => client.removeQueries({ queryKey: clipKeys.one(clipId) }), [client, clipId]);

  const live = clip && <ConnectionDot state={state} pulse={news} />;
  const notice = (
    <Notice icon={Info}>{opened.isOwn === true ? m.links_own() : m.links_privacy()}</Notice>
  );
  if (clip && opened.access === 'edit' && opened.isOwn !== true)
    return <EditableClip clip={clip} heading={heading} live={live} byLink={notice} />;
  return (
    <>
      <PageHeader title={m.clips_shared_title()} headingRef={heading} live={live} />
      <PageBody className="flex flex-1 flex-col gap-4 max-md:pb-0">
        {clip ? (
          <ViewerClip clip={clip} byLink={notice} />
        ) : error && !isOver(error) ? (
          <MissingClip error={error} onRetry={() => void refetch()} />
        ) : (
          <AreaSpinner label={m.links_opening()} />
        )}
      </PageBody>
    </>
  );
}
