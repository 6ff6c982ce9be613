import { type ReactNode, useId } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { Card, Skeleton, SkeletonGroup } from './card.tsx';

export function Section({
  title,
  text,
  action,
  children,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-4 p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="flex min-w-56 flex-1 flex-col gap-1">
            <h2 id={id} className="text-base font-semibold">
              {title}
            </h2>
            {text && <p className="text-sm text-body">{text}</p>}
          </div>
          {action}
        </div>
        {children}
      </Card>
    </section>
  );
}

export function SectionUnread({
  failure,
  onRetry,
}: {
  failure: string | null;
  onRetry: () => unknown;
}) {
  if (failure === null)
    return (
      <SkeletonGroup className="flex h-14 items-center gap-3">
        <Skeleton className="size-5" />
        <Skeleton className="h-5 w-48" />
      </SkeletonGroup>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      {failure}
      <Button onClick={() => void onRetry()}>{m.ui_try_again()}</Button>
    </div>
  );
}
