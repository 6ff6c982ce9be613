import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { textsApart } from './button.tsx';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'accent' | 'warn' | 'info' | 'violet' | 'danger';

export const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-hover text-body',
  accent: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  violet: 'bg-violet-soft text-violet',
  danger: 'bg-danger-soft text-danger',
};

export function Badge({
  tone = 'neutral',
  icon: Icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 rounded-chip px-2 text-xs font-medium whitespace-nowrap tabular',
        tone === 'neutral' ? 'border border-line bg-sunken text-body' : TONES[tone],
      )}
    >
      {Icon && <Icon size={13} aria-hidden />}
      {textsApart(children)}
    </span>
  );
}
