import { type BillingInterval, type Plan, shownPerMonth } from '@clipline/contract/plans.ts';
import { Check, Minus } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { billingTexts } from './landing.messages.ts';
import { planFeatures, type PlanFeature } from './plan-features.ts';

interface PlanCardProps {
  readonly plan: Plan;
  readonly interval: BillingInterval;
  readonly signedIn: boolean;
  readonly redirecting: boolean;
  readonly onBuy: () => void;
}

export function PlanCard({ plan, interval, signedIn, redirecting, onBuy }: PlanCardProps) {
  const why = useId();
  return (
    <article
      aria-label={plan.name}
      className={classNames(
        'flex flex-col rounded-dialog border bg-surface p-6',
        plan.mostPopular ? 'border-2 border-accent shadow-hover' : 'border-line shadow-card',
      )}
    >
      <div className="flex h-6 items-center justify-between gap-3">
        <h3 className="text-md font-semibold">{plan.name}</h3>
        {plan.mostPopular && <Badge tone="accent">Most Popular</Badge>}
      </div>
      <p className="mt-5 flex items-baseline gap-1.5">
        <span className="tabular text-3xl font-semibold text-ink">${shownPerMonth(plan, interval)}</span>
        <span className="text-base text-muted">/month</span>
      </p>
      <p className="mt-1 text-sm text-muted">{interval === 'yearly' ? `Billed annually ($${plan.price.yearly}/year)` : 'Billed monthly'}</p>
      <ul className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
        {planFeatures(plan).map((feature) => (
          <FeatureLine key={feature.text} {...feature} />
        ))}
      </ul>
      <Button
        variant={plan.mostPopular ? 'primary' : 'secondary'}
        className="mt-8 h-11 w-full"
        pending={redirecting}
        disabled={!signedIn}
        aria-describedby={signedIn ? undefined : why}
        onClick={onBuy}
      >
        {redirecting ? billingTexts.redirecting : `Choose ${plan.name}`}
      </Button>
      {!signedIn && (
        <p id={why} className="mt-3 text-center text-sm">
          <TextLink to="/auth?mode=login" className="font-normal text-muted hover:text-ink">
            {billingTexts.loginFirst}
          </TextLink>
        </p>
      )}
    </article>
  );
}

function FeatureLine({ text, included }: PlanFeature) {
  const Icon = included ? Check : Minus;
  return (
    <li className={classNames('flex items-start gap-2.5 text-sm', included ? 'text-body' : 'text-muted')}>
      <Icon size={16} aria-hidden className={classNames('mt-0.5 shrink-0', included && 'text-accent')} />
      <span>
        {!included && <span className="sr-only">Not included: </span>}
        {text}
      </span>
    </li>
  );
}
