import { RotateCw } from 'lucide-react';
import { failureText } from '../lib/api-error.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export interface FailedStateProps {
  title: string;
  error: unknown;
  /** What the error says, unless the title does. */
  text?: string;
  onRetry: () => unknown;
}

/** Shown instead of what could not be read. */
export function FailedState({
  title,
  error,
  text = failureText(error),
  onRetry,
}: FailedStateProps) {
  return (
    <EmptyState
      icon={RotateCw}
      title={title}
      text={text}
      action={<Button onClick={() => void onRetry()}>{m.ui_try_again()}</Button>}
    />
  );
}
