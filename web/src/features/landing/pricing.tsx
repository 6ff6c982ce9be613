import { type BillingInterval, type PaidPlan, plans } from '@clipline/contract/plans.ts';
import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { PlanCard } from './plan-card.tsx';
import { Section } from './section.tsx';
import { useCheckout } from './use-checkout.ts';

const INTERVALS = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const;

export function Pricing() {
  const [interval, setInterval] = useState<BillingInterval>('monthly');
  const { redirecting, buy } = useCheckout(interval);
  const signedIn = useUser() !== null;
  return (
    <Section
      id="pricing"
      title="Simple pricing"
      text="Every account starts with a 7-day free trial of everything, no credit card required."
      aside={
        <div className="flex items-center gap-3">
          <SegmentedControl label="Billing period" value={interval} options={INTERVALS} onValueChange={setInterval} />
          <span className="text-sm text-accent">Yearly: two months free</span>
        </div>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-3">
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
