import type { LucideIcon } from 'lucide-react';
import { type BadgeTone, TONES } from './badge.tsx';
import { classNames } from './class-names.ts';

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
