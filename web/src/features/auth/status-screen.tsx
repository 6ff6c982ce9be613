import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AuthLayout } from './auth-layout.tsx';

export type Status = 'loading' | 'success' | 'expired' | 'error';

const ICONS: Record<Exclude<Status, 'loading'>, { icon: LucideIcon; tone: BadgeTone }> = {
  success: { icon: CircleCheck, tone: 'accent' },
  expired: { icon: Clock, tone: 'warn' },
  error: { icon: CircleAlert, tone: 'danger' },
};

export function StatusScreen({
  status,
  title,
  text,
  children,
}: {
  status: Status;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  const heading = usePageTitle(title);
  return (
    <AuthLayout>
      <div className="mt-10 mb-8 flex flex-col items-start">
        {status === 'loading' ? (
          <span className="flex size-12 items-center justify-center rounded-card bg-sunken text-muted">
            <Spinner />
          </span>
        ) : (
          <IconTile {...ICONS[status]} large />
        )}
        <h1 ref={heading} tabIndex={-1} className="mt-5 text-xl font-semibold">
          {title}
        </h1>
        {/* Always there, so that its next text is read out. */}
        <p role="status" className="mt-1.5 text-base break-words text-muted">
          {text}
        </p>
      </div>
      <div className="flex flex-col gap-3">{children}</div>
    </AuthLayout>
  );
}
