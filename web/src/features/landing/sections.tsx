import { Features } from './features.tsx';
import { Pricing } from './pricing.tsx';
import { Steps } from './steps.tsx';
import { Testimonials } from './testimonials.tsx';

export default function Sections() {
  return (
    <>
      <Features />
      <Steps />
      <Pricing />
      <Testimonials />
    </>
  );
}
