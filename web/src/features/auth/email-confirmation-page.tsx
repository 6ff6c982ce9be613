import { usePageTitle } from '../../lib/page-title.ts';
import { TextLink } from '../../ui/text-link.tsx';

export default function EmailConfirmationPage() {
  const heading = usePageTitle('Email confirmation');
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        Email confirmation
      </h1>
      <p className="text-muted">This page is being built.</p>
      <TextLink to="/">Back to Home</TextLink>
    </main>
  );
}
