import { Hourglass } from 'lucide-react';
import { PLANS_PATH } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { useTrial } from './plan.ts';

const SOON_DAYS = 2;

export interface TrialNoteProps {
  narrow?: boolean;
  className: string;
}

export function TrialNote({ narrow = false, className }: TrialNoteProps) {
  const daysLeft = useTrial();
  if (daysLeft === null) return null;
  const text = daysLeft === 0 ? m.billing_trial_over() : m.billing_trial_days({ count: daysLeft });
  return (
    <a
      href={PLANS_PATH}
      data-tooltip={narrow ? `${text}. ${m.billing_see_plans()}` : undefined}
      data-tooltip-side="end"
      className={classNames(
        className,
        'h-auto! min-h-9',
        daysLeft <= SOON_DAYS ? 'text-warn!' : 'text-muted!',
      )}
    >
      <Hourglass size={18} aria-hidden className="shrink-0" />
      {/* Words of other languages need a line of their own. */}
      <span
        className={
          narrow
            ? 'sr-only'
            : 'flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-2'
        }
      >
        <span>{text}</span>
        <span className="text-xs underline underline-offset-2">{m.billing_see_plans()}</span>
      </span>
    </a>
  );
}
