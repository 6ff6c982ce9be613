import { ArrowRight, Monitor } from 'lucide-react';
import type { Ref } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { forSignedOut, type Visitor } from '../visitor.ts';

export function Hero({
  visitor,
  headingRef,
}: {
  visitor: Visitor;
  headingRef: Ref<HTMLHeadingElement>;
}) {
  const member = visitor === 'signed-in';
  return (
    <section className="mx-auto flex max-w-landing flex-col items-center pt-30 text-center md:pt-34">
      <p className="inline-flex h-8 items-center gap-2.5 rounded-full border border-line bg-surface px-3.5 text-sm text-body shadow-card">
        <span className="size-2 rounded-full bg-accent" />
        <span className="billing-off:hidden">{m.landing_badge_trial()}</span>
        <span className="hidden billing-off:inline">{m.landing_badge_free()}</span>
      </p>
      <h1
        ref={headingRef}
        tabIndex={-1}
        className="mt-6 max-w-[12ch] text-hero-phone font-semibold tracking-[-.045em] md:max-w-[16ch] md:text-hero"
      >
        {m.landing_hero_title()}
      </h1>
      <p className="mt-6 max-w-[34rem] text-md text-balance text-muted md:text-lg">
        {m.landing_hero_text()}
      </p>
      <div className="mt-8 flex w-full flex-wrap justify-center gap-3">
        <ButtonLink
          to={member ? '/dashboard' : '/auth?mode=login'}
          variant="primary"
          size="lg"
          className={`max-sm:flex-1 ${forSignedOut(visitor)}`}
        >
          {member ? m.landing_go_to_dashboard() : m.landing_get_started()}
          <ArrowRight size={18} aria-hidden />
        </ButtonLink>
        <ButtonLink to="/desktop" size="lg" className="max-sm:flex-1">
          <Monitor size={18} aria-hidden />
          {m.landing_virtual_desktop()}
        </ButtonLink>
      </div>
    </section>
  );
}
