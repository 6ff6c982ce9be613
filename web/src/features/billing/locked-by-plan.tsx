import { Lock } from 'lucide-react';
import { PLANS_PATH } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function LockedByPlan({ text }: { text: string }) {
  return (
    <EmptyState
      icon={Lock}
      title={m.billing_locked_title()}
      text={text}
      action={
        <a href={PLANS_PATH} className={buttonStyle('primary')}>
          {m.billing_see_plans()}
        </a>
      }
    />
  );
}
