import { m } from '../../paraglide/messages.js';

/** The parts of the page that header and footer lead to. */
export const anchors = [
  { href: '#features', label: m.landing_features() },
  { href: '#how-it-works', label: m.landing_how_it_works() },
  { href: '#pricing', label: m.landing_pricing() },
  { href: '#testimonials', label: m.landing_testimonials() },
] as const;
