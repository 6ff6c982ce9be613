import { useId, type ReactNode } from 'react';
import { Card } from './card.tsx';

/** One matter of the account: a heading, a sentence, and what can be done. */
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
