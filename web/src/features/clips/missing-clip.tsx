import { FileQuestion, RotateCw } from 'lucide-react';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { useUser } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Never there, not for this reader, or deleted: the server does not tell which. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);

export function MissingClip({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const user = useUser();
  if (!isGone(error)) {
    return (
      <EmptyState
        icon={RotateCw}
        title="The clip could not be loaded"
        text={failureText(error, 'Please try again.')}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={FileQuestion}
      title="This clip is not here"
      text="It may have been deleted, or the link is not complete. Ask whoever sent it for a new one."
      action={user ? <ButtonLink to="/clips">Go to your clips</ButtonLink> : <ButtonLink to="/">Go to the home page</ButtonLink>}
    />
  );
}
