import { plans } from '@clipline/contract/plans.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { FeatureLine } from './plan-card.tsx';
import { planFeatures } from './plan-features.ts';

/** The one offer of a server that sells nothing. */
export function FreeCard({ signedIn }: { signedIn: boolean }) {
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
        className="h-11 min-w-44"
      >
        {signedIn ? m.landing_go_to_dashboard() : m.landing_sign_up()}
      </ButtonLink>
    </article>
  );
}
