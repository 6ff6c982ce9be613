import { FileQuestion } from 'lucide-react';
import { ApiError, failureText } from '../../../lib/api-error.ts';
import { useUser } from '../../../lib/session.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';

/** Never there, not for this reader, or deleted: the server does not tell which. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

export function MissingClip({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const user = useUser();
  if (!isGone(error)) {
    return (
      <FailedState
        title={m.clips_not_loaded_title()}
        text={failureText(error, m.ui_please_try_again())}
        onRetry={onRetry}
      />
    );
  }
  return (
    <EmptyState
      icon={FileQuestion}
      title={m.clips_missing_title()}
      text={m.clips_missing_text()}
      action={
        user ? (
          <ButtonLink to="/clips">{m.clips_go_to_clips()}</ButtonLink>
        ) : (
          <ButtonLink to="/">{m.clips_go_home()}</ButtonLink>
        )
      }
    />
  );
}
