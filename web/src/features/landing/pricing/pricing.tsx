import { type BillingInterval, type PaidPlan, plans } from '@clipline/contract/plans.ts';
import { useState } from 'react';
import { useUser } from '../../../lib/session.ts';
import { m } from '../../../paraglide/messages.js';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { CanceledNotice } from './canceled-notice.tsx';
import { FreeCard } from './free-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { Section } from '../section.tsx';
import { useCheckout } from './use-checkout.ts';

const INTERVALS = [
  { value: 'monthly', label: m.landing_monthly() },
  { value: 'yearly', label: m.landing_yearly() },
] as const;

export function Pricing() {
  const [interval, setInterval] = useState<BillingInterval>('monthly');
  const { redirecting, buy } = useCheckout(interval);
  const signedIn = useUser() !== null;
  return (
    <Section
      id="pricing"
      title={m.landing_pricing_title()}
      text={
        <>
          <span className="billing-off:hidden">{m.landing_pricing_text()}</span>
          <span className="hidden billing-off:inline">{m.landing_pricing_free()}</span>
        </>
      }
    >
      <CanceledNotice />
      <FreeCard signedIn={signedIn} />
      <div className="mb-6 flex flex-wrap items-center gap-x-10 gap-y-4">
        <p className="hidden text-sm text-muted billing-off:block">{m.landing_where_sold()}</p>
        <div className="flex flex-wrap items-center gap-3 sm:billing-off:ms-auto">
          <SegmentedControl
            label={m.landing_billing_period()}
            value={interval}
            options={INTERVALS}
            onValueChange={setInterval}
          />
          <span className="text-sm text-accent">{m.landing_two_months()}</span>
        </div>
      </div>
      <div className="grid items-start gap-4 billing-off:gap-0 billing-off:divide-line billing-off:rounded-card billing-off:border billing-off:border-line max-lg:billing-off:divide-y lg:grid-cols-3 lg:billing-off:divide-x">
        {(Object.keys(plans) as PaidPlan[]).map((id) => (
          <PlanCard
            key={id}
            plan={plans[id]}
            interval={interval}
            signedIn={signedIn}
            redirecting={redirecting === id}
            onBuy={() => void buy(id)}
          />
        ))}
      </div>
    </Section>
  );
}
