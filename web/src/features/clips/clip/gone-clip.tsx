import { FileQuestion, Link2Off } from 'lucide-react';
import { useUser } from '../../../lib/session.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Never there, not for this reader, or deleted: the server does not tell which. */
export function GoneClip() {
  return (
    <EmptyState
      icon={FileQuestion}
      title={m.clips_missing_title()}
      text={m.clips_missing_text()}
      action={<WayOn />}
    />
  );
}

/** Its owner closed the address while a viewer read. */
export function ClosedClip() {
  return (
    <div role="status">
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
