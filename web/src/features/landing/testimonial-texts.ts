/**
 * What the landing page lets people say. These are made up and the page says so. Whoever runs a server puts real words of real people
 * here, with their consent, and sets `areExamples` to false.
 */
export const areExamples = true;

export interface Testimonial {
  readonly quote: string;
  readonly person: string;
  readonly role: string;
}

export const testimonials: readonly Testimonial[] = [
  {
    quote: 'I write the address on my laptop and my phone has it before I reach the door.',
    person: 'Somebody with two devices',
    role: 'who used to mail themselves',
  },
  {
    quote: 'I put the QR code on the projector. Thirty students have the exercise, and when I fix a typo, so have they.',
    person: 'A teacher',
    role: 'sharing one clip with a class',
  },
  {
    quote: 'One room for the move: keys, measurements, photos. Nobody asks in three chats any more.',
    person: 'Three flatmates',
    role: 'in a room of their own',
  },
  {
    quote: 'It runs on the small box under my desk. The files never leave the house.',
    person: 'Somebody who hosts it themselves',
    role: 'on a home network',
  },
];
