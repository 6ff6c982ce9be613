import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../live/failed-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { Inbox, type Sending } from './inbox.tsx';
import { OpenedClip } from './opened-clip.tsx';
import { RevealForm } from './reveal-form.tsx';
import { useVisit, type Visit } from './use-visit.ts';

/** What a link leads to: the same page for every address, good or not. */
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
  const { visit, reveal, end, knockAgain } = useVisit(token);
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
        onGrantOver={knockAgain}
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
            onGrantOver={knockAgain}
          />
        )}
        {visit.phase === 'opening' && <Opening />}
        {visit.phase === 'waiting' && <RevealForm link={visit.link} onReveal={reveal} />}
        {(visit.phase === 'gone' || visit.phase === 'closed' || visit.phase === 'burned') && (
          <div role="status">
            <EmptyState
              icon={Link2Off}
              text={ENDINGS[visit.phase]()}
              action={<ButtonLink to="/">{m.clips_go_home()}</ButtonLink>}
            />
          </div>
        )}
        {visit.phase === 'failed' && (
          <FailedState title={m.links_open_failed()} error={visit.error} onRetry={knockAgain} />
        )}
      </PageBody>
    </>
  );
}

function Opening() {
  return <AreaSpinner label={m.links_opening()} />;
}
