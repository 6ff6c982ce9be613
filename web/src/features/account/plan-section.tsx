import type { Subscription } from '@clipline/contract/billing.ts';
import { plans } from '@clipline/contract/plans.ts';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { fullDate, shortDate } from '../../lib/format.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { usePortal, useSubscription } from './account.api.ts';
import { say } from './account.messages.ts';
import { Section } from './section.tsx';

const statuses: Record<Subscription['status'], readonly [string, BadgeTone]> = {
  none: ['No subscription', 'neutral'],
  trialing: ['Trial', 'info'],
  active: ['Active', 'accent'],
  past_due: ['Payment due', 'warn'],
  canceled: ['Canceled', 'neutral'],
};

const day = (time: string) => (
  <time dateTime={time} title={fullDate(time)} className="font-medium text-ink">
    {shortDate(time)}
  </time>
);

const inTrial = ({ trialEndsAt }: Subscription) => trialEndsAt !== null && Date.parse(trialEndsAt) > Date.now();

function nameOf(subscription: Subscription): string {
  if (subscription.plan)
    return subscription.interval ? `${plans[subscription.plan].name}, ${subscription.interval}` : plans[subscription.plan].name;
  return inTrial(subscription) ? 'Free trial' : 'No plan';
}

/** What happens next, and when. */
function outlookOf(subscription: Subscription) {
  const { plan, trialEndsAt, currentPeriodEnd, cancelAtPeriodEnd, status } = subscription;
  if (inTrial(subscription) && trialEndsAt) return <>The trial ends on {day(trialEndsAt)}. Everything is included until then.</>;
  if (plan && cancelAtPeriodEnd && currentPeriodEnd) return <>Ends on {day(currentPeriodEnd)} and is not renewed.</>;
  if (status === 'past_due') return <>The last payment did not go through. Please check your card.</>;
  if (plan && currentPeriodEnd) return <>Renews on {day(currentPeriodEnd)}.</>;
  return plan ? undefined : <>Everything you have stays readable. To add something new, choose a plan.</>;
}

export function PlanSection() {
  const { data, error, refetch } = useSubscription();
  const portal = usePortal();
  if (!data) {
    if (error)
      return (
        <Section
          title="Plan"
          text={failureText(error, 'Your plan could not be loaded.')}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      );
    return (
      <Section title="Plan">
        <SkeletonGroup>
          <Skeleton className="h-5 w-56" />
        </SkeletonGroup>
      </Section>
    );
  }
  if (!data.enabled) return <Section title="Plan" text="Everything is included on this server." />;

  const manage = () => portal.mutate(undefined, { onError: (failure) => void (endedSession(failure) || say.portalFailed(failure)) });
  const [label, tone] = statuses[data.status];
  const action =
    data.status === 'none' ? (
      <a href="/#pricing" className={buttonStyle('primary')}>
        See plans
      </a>
    ) : (
      <Button pending={portal.isPending || portal.isSuccess} onClick={manage}>
        Manage subscription
      </Button>
    );
  const text = (
    <span className="flex flex-col gap-2">
      <span className="flex flex-wrap items-center gap-3 font-medium text-ink">
        {nameOf(data)}
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span>{outlookOf(data)}</span>
    </span>
  );
  return <Section title="Plan" text={text} action={action} />;
}
