import { Lock } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { buttonStyle } from './button-style.ts';
import { EmptyState } from './empty-state.tsx';

/** Stands where a plan lacks what would be here; `plans` is the way to them. */
export function LockedByPlan({ text, plans }: { text: string; plans: string }) {
  return (
    <EmptyState
      icon={Lock}
      title={m.billing_locked_title()}
      text={text}
      action={
        <a href={plans} className={buttonStyle('primary')}>
          {m.billing_see_plans()}
        </a>
      }
    />
  );
}
