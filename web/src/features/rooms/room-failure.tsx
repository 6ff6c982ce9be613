import { RotateCw } from 'lucide-react';
import { failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function RoomFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState
      icon={RotateCw}
      title={m.rooms_load_failed()}
      text={failureText(error, m.rooms_please_try_again())}
      action={<Button onClick={onRetry}>{m.rooms_try_again()}</Button>}
    />
  );
}
