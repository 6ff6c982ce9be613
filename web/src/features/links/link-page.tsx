import { useQueryClient } from '@tanstack/react-query';
import { Info, Link2Off } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { keepGrant } from '../../lib/link-grants.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { FailedState } from '../../live/failed-state.tsx';
import { useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';
import { ButtonLink } from '../../ui/button.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { readClip } from '../../things/clip.ts';
import { MissingClip } from '../clips/clip/gone-clip.tsx';
import { useLiveClip, useViewerNews } from '../clips/clip/use-live-clip.ts';
import { ViewerClip } from '../clips/clip/viewer-clip.tsx';
import { clipKeys, keepClip, useClip } from '../clips/clips.api.ts';
import { Inbox, type Sending } from './inbox.tsx';
import { RevealForm } from './reveal-form.tsx';
import { type OpenedVisit, readVisit, useVisit, type Visit } from './use-visit.ts';

const SealedVisit = lazyPart(() => import('./sealed-visit.tsx'), 'SealedVisit');
const EditableClip = lazyPart(() => import('../clips/editor/owner-clip.tsx'), 'EditableClip');

interface OpenedClipProps {
  opened: OpenedVisit;
  clipId: string;
  heading: Ref<HTMLHeadingElement>;
  onEnd: () => void;
  onGrantOver: () => void;
}

/** Nothing of it stays when its grant ends. */
function OpenedClip(props: OpenedClipProps) {
  const {
    clipId,
    opened: { grant, clip },
  } = props;
  const client = useQueryClient();
  // Before the first call about the clip, and again if the page is mounted twice.
  useState(() => keepGrant(clipId, grant));
  useState(() => clip && keepClip(client, readClip(clip)));
  useEffect(() => keepGrant(clipId, grant), [clipId, grant]);
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
  const notice = opened.isOwn === true ? m.links_own() : m.links_privacy();
  if (clip && opened.access === 'edit' && opened.isOwn !== true)
    return (
      <EditableClip
        clip={clip}
        heading={heading}
        live={live}
        byLink={<Notice icon={Info}>{notice}</Notice>}
      />
    );
  if (clip)
    return (
      <ViewerClip
        clip={clip}
        headingRef={heading}
        live={live}
        byLink={{ ownerName: opened.ownerName, notice: <p>{notice}</p> }}
      />
    );
  return (
    <>
      <PageHeader title={m.clips_shared_title()} headingRef={heading} />
      <PageBody className="flex flex-1 flex-col gap-4">
        {error && !isOver(error) ? (
          <MissingClip error={error} onRetry={() => void refetch()} />
        ) : (
          <AreaSpinner label={m.links_opening()} />
        )}
      </PageBody>
    </>
  );
}

export default function LinkPage() {
  const { token = '' } = useParams();
  const { hash } = useLocation();
  // The server is not asked of what can be seen here to be no whole link.
  const isSealed = hash !== '' || token.includes('#') || readVisit(token).fragment !== undefined;
  return isSealed ? (
    <SealedVisit key={token} token={token} fragment={hash.slice(1)} />
  ) : (
    <Visited key={token} token={token} />
  );
}

const ENDINGS = {
  gone: () => m.links_gone(),
  closed: () => m.links_closed(),
  burned: () => m.links_burned(),
};

const titleOf = (visit: Visit): string =>
  visit.phase === 'inbox'
    ? m.links_send_to({ ownerName: visit.opened.ownerName ?? '' })
    : visit.phase === 'clip'
      ? m.clips_shared_title()
      : m.links_page_title();

function Visited({ token }: { token: string }) {
  const { visit, reveal, end, openAgain } = useVisit(token);
  const typed = useState('');
  const begun = useState<Sending | null>(null);
  const title = titleOf(visit);
  const heading = usePageTitle(title);
  if (visit.phase === 'sealed') return <SealedVisit token={token} fragment="" />;
  if (visit.phase === 'clip' && visit.opened.clipId !== null)
    return (
      <OpenedClip
        opened={visit.opened}
        clipId={visit.opened.clipId}
        heading={heading}
        onEnd={end}
        onGrantOver={openAgain}
      />
    );
  return (
    <>
      <PageHeader title={title} headingRef={heading} />
      <PageBody className="flex flex-1 flex-col gap-4">
        {visit.phase === 'inbox' && (
          <Inbox
            token={token}
            opened={visit.opened}
            typed={typed}
            begun={begun}
            onGrantOver={openAgain}
          />
        )}
        {visit.phase === 'opening' && <AreaSpinner label={m.links_opening()} />}
        {visit.phase === 'waiting' && <RevealForm link={visit.link} onReveal={reveal} />}
        <div role="alert">
          {(visit.phase === 'gone' || visit.phase === 'closed' || visit.phase === 'burned') && (
            <EmptyState
              icon={Link2Off}
              text={ENDINGS[visit.phase]()}
              action={<ButtonLink to="/">{m.clips_go_home()}</ButtonLink>}
            />
          )}
        </div>
        {visit.phase === 'failed' && (
          <FailedState title={m.links_open_failed()} error={visit.error} onRetry={openAgain} />
        )}
      </PageBody>
    </>
  );
}
