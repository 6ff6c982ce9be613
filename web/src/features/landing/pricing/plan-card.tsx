import { type BillingInterval, type Plan, shownPerMonth } from '@clipline/contract/plans.ts';
import { Check, Minus } from 'lucide-react';
import { useId } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextLink } from '../../../ui/text-link.tsx';
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
        <span className="tabular text-3xl font-semibold text-ink billing-off:text-muted billing-off:line-through">
          ${shownPerMonth(plan, interval)}
        </span>
        <span className="text-base text-muted">{m.landing_per_month()}</span>
      </p>
      <p className="mt-1 text-sm text-muted">
        <span className="billing-off:hidden">
          {interval === 'yearly'
            ? m.landing_billed_annually({ price: plan.price.yearly })
            : m.landing_billed_monthly()}
        </span>
        <span className="hidden font-medium text-accent billing-off:inline">
          {m.landing_free_here()}
        </span>
      </p>
      <ul className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
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
      <div className="mt-8 hidden billing-off:block">
        <ButtonLink
          to={signedIn ? '/dashboard' : '/auth?mode=register'}
          variant={plan.mostPopular ? 'primary' : 'secondary'}
          className="h-11 w-full"
        >
          {signedIn ? m.landing_go_to_dashboard() : m.landing_sign_up()}
        </ButtonLink>
      </div>
      {!signedIn && (
        <p id={why} className="mt-3 text-center text-sm billing-off:hidden">
          <TextLink to="/auth?mode=login" className="font-normal text-muted hover:text-ink">
            {m.landing_login_first()}
          </TextLink>
        </p>
      )}
    </article>
  );
}

function FeatureLine({ text, included }: PlanFeature) {
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
        {text}
      </span>
    </li>
  );
}
