import { plans } from '@clipline/contract/plans.ts';
import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import { failureText } from '../../lib/api-error.ts';
import { fullDate, shortDate } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/card.tsx';
import { Section } from '../../ui/section.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { useSubscription } from '../billing/plan.ts';
import { usePortal } from './account.api.ts';

const statuses: Record<Subscription['status'], readonly [string, BadgeTone]> = {
  none: [m.billing_status_none(), 'neutral'],
  trialing: [m.billing_status_trialing(), 'info'],
  active: [m.billing_status_active(), 'accent'],
  past_due: [m.billing_status_past_due(), 'warn'],
  canceled: [m.billing_status_canceled(), 'neutral'],
};

const day = (time: string) => (
  <time dateTime={time} title={fullDate(time)} className="font-medium text-ink">
    {shortDate(time)}
  </time>
);

const inTrial = ({ trialEndsAt }: Subscription) =>
  trialEndsAt !== null && Date.parse(trialEndsAt) > Date.now();

function nameOf(subscription: Subscription): string {
  if (!subscription.plan)
    return inTrial(subscription) ? m.billing_free_trial() : m.billing_no_plan();
  const plan = plans[subscription.plan].name;
  if (subscription.interval === null) return plan;
  return subscription.interval === 'monthly'
    ? m.billing_plan_monthly({ plan })
    : m.billing_plan_yearly({ plan });
}

function outlookOf(subscription: Subscription) {
  const { plan, trialEndsAt, currentPeriodEnd, cancelAtPeriodEnd, status } = subscription;
  if (plan && cancelAtPeriodEnd && currentPeriodEnd)
    return withSlots(m.billing_ends({ date: slot(0) }), day(currentPeriodEnd));
  if (inTrial(subscription) && trialEndsAt) {
    // A plan that was chosen counts at once, so only before that everything is included.
    const text = plan
      ? m.billing_plan_trial_ends({ date: slot(0) })
      : m.billing_trial_ends({ date: slot(0) });
    return withSlots(text, day(trialEndsAt));
  }
  if (status === 'past_due') return m.billing_payment_failed();
  if (plan && currentPeriodEnd)
    return withSlots(m.billing_renews({ date: slot(0) }), day(currentPeriodEnd));
  return plan ? undefined : m.billing_readable();
}

export function PlanSection() {
  const { data, error, refetch } = useSubscription();
  const portal = usePortal();
  if (!data) {
    if (error)
      return (
        <Section
          title={m.billing_plan()}
          text={failureText(error, m.billing_plan_failed())}
          action={<Button onClick={() => void refetch()}>{m.ui_try_again()}</Button>}
        />
      );
    return (
      <Section title={m.billing_plan()}>
        <SkeletonGroup>
          <Skeleton className="h-5 w-56" />
        </SkeletonGroup>
      </Section>
    );
  }
  if (!data.enabled)
    return <Section title={m.billing_plan()} text={m.billing_everything_included()} />;

  const manage = () => portal.mutate();
  const [label, tone] = statuses[data.status];
  const action =
    data.status === 'none' ? (
      <a href="/#pricing" className={buttonStyle('primary')}>
        {m.billing_see_plans()}
      </a>
    ) : (
      <Button pending={portal.isPending || portal.isSuccess} onClick={manage}>
        {m.billing_manage()}
      </Button>
    );
  const text = (
    <span className="flex flex-col gap-2">
      <span className="flex flex-wrap items-center gap-3 font-medium text-ink">
        <span>{nameOf(data)}</span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span>{outlookOf(data)}</span>
    </span>
  );
  return <Section title={m.billing_plan()} text={text} action={action} />;
}
