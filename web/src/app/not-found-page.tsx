import { usePageTitle } from '../lib/page-title.ts';
import { ButtonLink } from '../ui/button-link.tsx';

export default function NotFoundPage() {
  const heading = usePageTitle('Page not found');
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <p className="tabular text-hero-phone font-semibold text-ink">404</p>
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-lg font-semibold">
        Oops! Page not found
      </h1>
      <p className="mt-1 max-w-reading text-muted">The link may be old, or a letter went missing.</p>
      <ButtonLink to="/" variant="primary" className="mt-6">
        Return to Home
      </ButtonLink>
    </main>
  );
}
