import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureText } from '../lib/api-error.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export interface FailedStateProps {
  title: string;
  error: unknown;
  text?: string;
  onRetry: () => unknown;
}

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

export interface LoadedProps<T> {
  of: { readonly error: unknown; readonly refetch: () => unknown };
  items: readonly T[] | undefined;
  loading: ReactNode;
  failed: string;
  empty: ReactNode;
  children: (items: readonly T[]) => ReactNode;
}

export function Loaded<T>({ of, items, loading, failed, empty, children }: LoadedProps<T>) {
  if (!items && of.error)
    return <FailedState title={failed} error={of.error} onRetry={of.refetch} />;
  if (!items) return loading;
  return items.length === 0 ? empty : children(items);
}
