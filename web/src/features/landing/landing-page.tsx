import { ButtonLink } from '../../ui/button-link.tsx';

export default function LandingPage() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-6 text-center">
      <h1 className="text-hero-phone font-semibold md:text-hero">Clipboard Anywhere, Instantly</h1>
      <ButtonLink to="/auth?mode=login" variant="primary" size="lg">
        Get Started
      </ButtonLink>
    </main>
  );
}
