import {
  type BillingInterval,
  type PaidPlan,
  type Plan,
  plans,
  shownPerMonth,
} from '@clipline/contract/plans.ts';
import { Check, ChevronDown, Info, Minus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../lib/api.ts';
import { useHydrated } from '../../lib/browser.ts';
import { originState, SIGN_IN_PATH } from '../../session/origin.ts';
import { getSession, useUser } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { SegmentedControl } from '../../ui/select.tsx';
import { Section } from './section.tsx';

interface PlanFeature {
  readonly text: string;
  readonly included: boolean;
  /** Nothing that the app does: a server that sells nothing has nobody for it. */
  readonly paid?: true;
}

function planFeatures({ allows }: Plan): PlanFeature[] {
  if (!allows.sharing)
    return [
      { text: m.landing_has_sync(), included: true },
      { text: m.landing_has_basic_history({ count: allows.historyLimit ?? 0 }), included: true },
      { text: m.landing_has_support(), included: true },
      { text: m.landing_has_basic_sharing(), included: false },
      { text: m.landing_has_advanced_features(), included: false },
    ];
  return [
    { text: m.landing_has_sync(), included: true },
    { text: m.landing_has_unlimited_history(), included: allows.historyLimit === null },
    { text: m.landing_has_priority_support(), included: true, paid: true },
    { text: m.landing_has_advanced_sharing(), included: allows.sharing },
    { text: m.landing_has_team(), included: allows.ownRooms },
  ];
}

interface PlanCardProps {
  readonly plan: Plan;
  readonly interval: BillingInterval;
  readonly signedIn: boolean;
  readonly redirecting: boolean;
  /** What it includes, where it is not sold. */
  readonly folded: boolean;
  readonly onBuy: () => void;
}

function PlanCard({ plan, interval, signedIn, redirecting, folded, onBuy }: PlanCardProps) {
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
      <ul
        className={classNames(
          'mt-6 flex flex-col gap-3 border-t border-line pt-6 billing-off:mt-4 billing-off:pt-4',
          folded && 'billing-off:hidden',
        )}
      >
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
        <span>{text}</span>
      </span>
    </li>
  );
}

function CanceledNotice() {
  const { search } = useLocation();
  const notice = useRef<HTMLDivElement>(null);
  const canceled = useHydrated() && new URLSearchParams(search).get('checkout') === 'canceled';
  useEffect(() => {
    // The browser went to the prices before this stood above them.
    if (canceled) notice.current?.scrollIntoView({ block: 'center' });
  }, [canceled]);
  if (!canceled) return null;
  return (
    <div ref={notice} className="mb-6">
      <Notice icon={Info}>{m.landing_canceled()}</Notice>
    </div>
  );
}

function FreeCard({ signedIn }: { signedIn: boolean }) {
  return (
    <article
      aria-labelledby="free-here"
      className="mb-12 hidden gap-x-12 gap-y-6 rounded-dialog border border-accent bg-surface p-6 shadow-card outline outline-accent billing-off:grid md:grid-cols-[1fr_auto] md:items-center md:p-8"
    >
      <div>
        <h3 id="free-here" className="text-lg font-semibold">
          {m.landing_free_title()}
        </h3>
        <p className="mt-1 text-base text-muted">{m.landing_free_text()}</p>
        <ul className="mt-5 grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {planFeatures(plans.advanced)
            .filter(({ paid }) => !paid)
            .map((feature) => (
              <FeatureLine key={feature.text} {...feature} />
            ))}
        </ul>
      </div>
      <ButtonLink
        to={signedIn ? '/dashboard' : '/auth?mode=register'}
        variant="primary"
        className={classNames('h-11 min-w-44', !signedIn && 'sign-up-off:hidden')}
      >
        {signedIn ? m.landing_go_to_dashboard() : m.landing_sign_up()}
      </ButtonLink>
    </article>
  );
}

async function startCheckout(plan: PaidPlan, interval: BillingInterval): Promise<string> {
  const { url } = await call('POST /stripe/checkout', {
    body: { plan, ...(interval === 'yearly' && { interval }) },
  });
  const { protocol, href } = new URL(url);
  // A payment page is a web page: no other kind of address is followed.
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Not a web address');
  return href;
}

function useCheckout(interval: BillingInterval) {
  const [redirecting, setRedirecting] = useState<PaidPlan | null>(null);

  useEffect(() => {
    // The browser's Back from the payment page may show this page as it was left.
    const onShow = (event: PageTransitionEvent) => event.persisted && setRedirecting(null);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  async function buy(plan: PaidPlan) {
    if (redirecting) return;
    if (!getSession()) return window.alert(m.landing_login_first_alert());
    setRedirecting(plan);
    try {
      location.assign(await startCheckout(plan, interval));
    } catch {
      setRedirecting(null);
      window.alert(m.landing_checkout_failed());
    }
  }
  return { redirecting, buy };
}

const INTERVALS = [
  { value: 'monthly', label: m.landing_monthly() },
  { value: 'yearly', label: m.landing_yearly() },
] as const;

export function Pricing() {
  const [interval, setInterval] = useState<BillingInterval>('monthly');
  const [unfolded, setUnfolded] = useState(false);
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
            folded={!unfolded}
            onBuy={() => void buy(id)}
          />
        ))}
      </div>
      <Button
        variant="ghost"
        className="mt-3 -ms-3.5 hidden billing-off:inline-flex"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {m.landing_plans_include()}
        <ChevronDown size={16} aria-hidden className={unfolded ? 'rotate-180' : ''} />
      </Button>
    </Section>
  );
}
