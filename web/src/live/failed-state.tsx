import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
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

export interface LoadedProps<T> {
  /** The query that was to bring them. */
  of: { readonly error: unknown; readonly refetch: () => unknown };
  /** Undefined until they are known. */
  items: readonly T[] | undefined;
  /** Stands there until then. */
  loading: ReactNode;
  /** The title of what is said where they could not be read. */
  failed: string;
  /** Stands there where there are none. */
  empty: ReactNode;
  children: (items: readonly T[]) => ReactNode;
}

/** A list that may not be there yet, could not be read, or is empty. */
export function Loaded<T>({ of, items, loading, failed, empty, children }: LoadedProps<T>) {
  if (!items && of.error)
    return <FailedState title={failed} error={of.error} onRetry={of.refetch} />;
  if (!items) return loading;
  return items.length === 0 ? empty : children(items);
}
