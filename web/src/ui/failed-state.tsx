import { RotateCw } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface FailedStateProps {
  title: string;
  text: string;
  onRetry: () => void;
}

/** Shown instead of what could not be read. */
export function FailedState({ title, text, onRetry }: FailedStateProps) {
  return (
    <EmptyState
      icon={RotateCw}
      title={title}
      text={text}
      action={<Button onClick={onRetry}>{m.ui_try_again()}</Button>}
    />
  );
}
