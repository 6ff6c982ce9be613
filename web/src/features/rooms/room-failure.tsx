import { RotateCw } from 'lucide-react';
import { failureText } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function RoomFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState
      icon={RotateCw}
      title="Failed to load room"
      text={failureText(error, 'Please try again.')}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
