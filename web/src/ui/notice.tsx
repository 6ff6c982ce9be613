import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  neutral: 'border-line bg-surface',
  accent: 'border-accent/40 bg-accent-soft',
  warn: 'border-warn/40 bg-warn-soft',
};
const ICONS = { neutral: 'text-muted', accent: 'text-accent', warn: 'text-warn' };

/** One that comes while the page is read stands in a `Status`. */
export function Notice({
  id,
  icon: Icon,
  tone = 'neutral',
  children,
  action,
}: {
  id?: string;
  icon: LucideIcon;
  tone?: keyof typeof TONES;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      id={id}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border px-4 py-2.5',
        TONES[tone],
      )}
    >
      <Icon size={18} aria-hidden className={classNames('shrink-0', ICONS[tone])} />
      <p className="min-w-48 flex-1 text-sm text-ink">{children}</p>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
