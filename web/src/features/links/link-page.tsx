import { useQueryClient } from '@tanstack/react-query';
import { Flame, Info, Link2, Link2Off } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { keepGrant } from '../../lib/link-grants.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useConnectionSign } from '../../live/connection-sign.ts';
import { FailedState } from '../../live/failed-state.tsx';
import { useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConnectionDot } from '../../ui/connection-dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { readClip } from '../../things/clip.ts';
import { useForm } from '../../ui/use-form.ts';
import { MissingClip } from '../clips/clip/gone-clip.tsx';
import { useLiveClip, useViewerNews } from '../clips/clip/use-live-clip.ts';
import { ViewerClip } from '../clips/clip/viewer-clip.tsx';
import { clipKeys, keepClip, useClip } from '../clips/clips.api.ts';
import { Inbox, type Sending } from './inbox.tsx';
import { type LinkInfo, type OpenedVisit, useVisit, type Visit } from './use-visit.ts';

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

/** The last opening of a burning link is the end of the clip. */
function factsOf({ viewsLeft, burn, needsPassword }: LinkInfo): string[] {
  const left =
    viewsLeft === null
      ? []
      : burn === true && viewsLeft === 1
        ? [m.links_burns()]
        : [m.links_more_times({ count: viewsLeft })];
  return [...left, ...(needsPassword ? [m.links_needs_password()] : [])];
}

interface RevealFormProps {
  link: LinkInfo;
  onReveal: (password?: string) => Promise<void>;
}

/** Waits for a press, so that what looks at links on its own uses nothing up. */
function RevealForm({ link, onReveal }: RevealFormProps) {
  const { failure, pending, form } = useForm<'password'>({
    check: () => ({}),
    send: ({ password }) => onReveal(link.needsPassword ? password : undefined),
  });
  const error = failure === null ? null : failureText(failure);
  return (
    <div className="flex flex-1 items-center justify-center py-8">
      <Card className="w-full max-w-112 p-6">
        <form className="flex flex-col items-center gap-5" {...form}>
          <IconTile icon={link.burn === true ? Flame : Link2} tone="accent" large />
          <div className="text-center">
            <p className="text-md font-semibold text-ink">
              {link.kind === 'inbox'
                ? m.links_send_to({ ownerName: link.ownerName })
                : m.links_someone()}
            </p>
            {factsOf(link).map((fact) => (
              <p key={fact} className="mt-1 text-base text-body">
                {fact}
              </p>
            ))}
          </div>
          {link.needsPassword ? (
            <div className="w-full">
              <PasswordField
                label={m.links_password()}
                autoComplete="off"
                name="password"
                error={error}
              />
            </div>
          ) : (
            error !== null && (
              <p role="alert" className="text-sm text-danger">
                {error}
              </p>
            )
          )}
          <Button type="submit" variant="primary" pending={pending} className="w-full">
            {m.links_show()}
          </Button>
          <p className="text-center text-xs text-muted">{m.links_privacy()}</p>
        </form>
      </Card>
    </div>
  );
}

export default function LinkPage() {
  const { token = '' } = useParams();
  return <Visited key={token} token={token} />;
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
