import { Features } from './features.tsx';
import { Pricing } from './pricing.tsx';
import { Steps } from './steps.tsx';
import { Testimonials } from './testimonials.tsx';

export function Sections() {
  return (
    <>
      <Features />
      <Steps />
      <Pricing />
      <Testimonials />
    </>
  );
}
