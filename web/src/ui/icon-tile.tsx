import type { LucideIcon } from 'lucide-react';
import type { BadgeTone } from './badge.tsx';
import { classNames } from './class-names.ts';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-hover text-body',
  accent: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  violet: 'bg-violet-soft text-violet',
  danger: 'bg-danger-soft text-danger',
};

export function IconTile({
  icon: Icon,
  tone = 'neutral',
  large = false,
}: {
  icon: LucideIcon;
  tone?: BadgeTone;
  large?: boolean;
}) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center justify-center',
        large ? 'size-12 rounded-card' : 'size-6 rounded-chip',
        TONES[tone],
      )}
    >
      <Icon size={large ? 22 : 14} aria-hidden />
    </span>
  );
}
