import { type BillingInterval, type Plan, shownPerMonth } from '@clipline/contract/plans.ts';
import { Check, Minus } from 'lucide-react';
import { useId } from 'react';
import { originState, SIGN_IN_PATH } from '../../lib/origin.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/text-link.tsx';
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
        // Where nothing is sold they are the columns of a table.
        'billing-off:rounded-none billing-off:border-0 billing-off:bg-transparent billing-off:shadow-none billing-off:outline-none',
        plan.mostPopular
          ? 'border-accent shadow-hover outline outline-accent'
          : 'border-line shadow-card',
      )}
    >
      <div className="flex h-6 items-center justify-between gap-3">
        <h3 className="text-md font-semibold">{plan.name}</h3>
        {plan.mostPopular && <Badge tone="accent">{m.landing_most_popular()}</Badge>}
      </div>
      <p className="mt-5 flex items-baseline gap-1.5">
        <span className="tabular text-3xl font-semibold text-ink billing-off:text-xl">
          {`$${shownPerMonth(plan, interval)}`}
        </span>
        <span className="text-base text-muted">{m.landing_per_month()}</span>
      </p>
      <p className="mt-1 text-sm text-muted">
        {interval === 'yearly'
          ? m.landing_billed_annually({ price: plan.price.yearly })
          : m.landing_billed_monthly()}
      </p>
      <ul className="mt-6 flex flex-col gap-3 border-t border-line pt-6 billing-off:mt-4 billing-off:pt-4">
        {planFeatures(plan).map((feature) => (
          <FeatureLine key={feature.text} {...feature} />
        ))}
      </ul>
      <Button
        variant={plan.mostPopular ? 'primary' : 'secondary'}
        className="mt-8 h-11 w-full billing-off:hidden"
        pending={redirecting}
        disabled={!signedIn}
        aria-describedby={signedIn ? undefined : why}
        onClick={onBuy}
      >
        {redirecting ? m.landing_redirecting() : m.landing_choose({ plan: plan.name })}
      </Button>
      {!signedIn && (
        <p id={why} className="mt-3 text-center text-sm billing-off:hidden">
          <TextLink
            to={`${SIGN_IN_PATH}?mode=login`}
            state={originState('/#pricing')}
            className="font-normal text-muted hover:text-ink"
          >
            {m.landing_login_first()}
          </TextLink>
        </p>
      )}
    </article>
  );
}

export function FeatureLine({ text, included }: PlanFeature) {
  const Icon = included ? Check : Minus;
  return (
    <li
      className={classNames(
        'flex items-start gap-2.5 text-sm',
        included ? 'text-body' : 'text-muted',
      )}
    >
      <Icon
        size={16}
        aria-hidden
        className={classNames('mt-0.5 shrink-0', included && 'text-accent')}
      />
      <span>
        {!included && <span className="sr-only">{m.landing_not_included()}</span>}
        <span>{text}</span>
      </span>
    </li>
  );
}
