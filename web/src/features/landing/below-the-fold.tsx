import { lazy, Suspense } from 'react';

// Made with the page and taken over in its own time: what nobody has scrolled to yet does not weigh on the first visit.
const Sections = import.meta.env.SSR ? (await import('./sections.tsx')).default : lazy(() => import('./sections.tsx'));
const Footer = import.meta.env.SSR ? (await import('./landing-footer.tsx')).default : lazy(() => import('./landing-footer.tsx'));

// Elements made once: a boundary that is given a new one before it was taken over would throw the prerendered markup away.
export const sections = (
  <Suspense fallback={<div className="min-h-dvh" />}>
    <Sections />
  </Suspense>
);
export const footer = (
  <Suspense fallback={null}>
    <Footer />
  </Suspense>
);
