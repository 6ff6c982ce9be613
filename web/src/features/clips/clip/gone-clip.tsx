import { FileQuestion, Link2Off } from 'lucide-react';
import { ApiError } from '../../../lib/api-error.ts';
import { useUser } from '../../../session/session.ts';
import { FailedState } from '../../../live/failed-state.tsx';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

export function ClosedClip() {
  return (
    <div role="alert">
      <EmptyState icon={Link2Off} text={m.links_closed()} action={<WayOn />} />
    </div>
  );
}

function WayOn() {
  const user = useUser();
  return user ? (
    <ButtonLink to="/clips">{m.clips_go_to_clips()}</ButtonLink>
  ) : (
    <ButtonLink to="/">{m.clips_go_home()}</ButtonLink>
  );
}

/** Never there, not for this reader, or deleted: the server does not tell which. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

export function MissingClip({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isGone(error))
    return <FailedState title={m.clips_not_loaded_title()} error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={FileQuestion}
      title={m.clips_missing_title()}
      text={m.clips_missing_text()}
      action={<WayOn />}
    />
  );
}
