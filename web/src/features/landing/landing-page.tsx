import { useHydrated } from '../../lib/hydrated.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../lib/session.ts';
import { Demo } from './hero/demo.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero/hero.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Pricing } from './pricing/pricing.tsx';
import { Steps } from './steps/steps.tsx';
import { Testimonials } from './testimonials/testimonials.tsx';
import type { Visitor } from './visitor.ts';

export default function LandingPage() {
  const heading = usePageTitle('');
  const { status } = useSession();
  const visitor: Visitor = !useHydrated() ? 'unknown' : status === 'loading' ? 'returning' : status;
  return (
    <div className="overflow-x-clip">
      <LandingHeader visitor={visitor} />
      <main>
        <div className="px-4 md:px-8">
          <Hero visitor={visitor} headingRef={heading} />
          <Demo />
        </div>
        <Features />
        <Steps />
        <Pricing />
        <Testimonials />
      </main>
      <LandingFooter />
    </div>
  );
}
