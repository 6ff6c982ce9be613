import { usePageTitle } from '../../lib/page-title.ts';
import { TextLink } from '../../ui/text-link.tsx';

export default function AuthPage() {
  const heading = usePageTitle('Log in');
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        Log in
      </h1>
      <p className="text-muted">This page is being built.</p>
      <TextLink to="/">Back to Home</TextLink>
    </main>
  );
}
