import { m } from '../../../paraglide/messages.js';

/**
 * What the landing page lets people say. These are made up and the page says so. The operator of a
 * server puts real words of real people here, with their consent, and sets `areExamples` to false.
 */
export const areExamples = true;

export interface Testimonial {
  readonly quote: string;
  readonly person: string;
  readonly role: string;
}

export const testimonials: readonly Testimonial[] = [
  {
    quote: m.landing_quote_devices(),
    person: m.landing_person_devices(),
    role: m.landing_role_devices(),
  },
  {
    quote: m.landing_quote_teacher(),
    person: m.landing_person_teacher(),
    role: m.landing_role_teacher(),
  },
  { quote: m.landing_quote_move(), person: m.landing_person_move(), role: m.landing_role_move() },
  { quote: m.landing_quote_host(), person: m.landing_person_host(), role: m.landing_role_host() },
];
