import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHydrated } from '../../lib/browser.ts';
import { logOut } from '../../session/log-out.ts';
import { SIGN_IN_PATH } from '../../session/origin.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../session/session.ts';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink, buttonStyle } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Logo } from '../../ui/logo.tsx';
import { LanguageSelect, ThemeButton } from '../../ui/preferences.tsx';
import { toast } from '../../ui/toast.ts';
import { Features } from './features.tsx';
import { Demo, Hero } from './hero.tsx';
import { Pricing } from './pricing.tsx';
import { Steps } from './steps.tsx';
import { Testimonials } from './testimonials.tsx';
import { forSignedOut, type Visitor } from './visitor.ts';

const anchors = [
  { href: '#features', label: m.landing_features() },
  { href: '#how-it-works', label: m.landing_how_it_works() },
  { href: '#pricing', label: m.landing_pricing() },
  { href: '#testimonials', label: m.landing_testimonials() },
] as const;

const LINK =
  'inline-flex h-9 items-center rounded-chip text-sm text-muted hover:text-ink touch:h-11';

function LandingFooter() {
  return (
    <footer className="mx-auto flex max-w-[76rem] flex-wrap items-center gap-x-8 gap-y-6 px-4 py-10 md:px-8">
      <div className="me-auto">
        <Logo />
        <p className="mt-2 text-sm text-muted">{m.landing_footer_text()}</p>
      </div>
      <nav aria-label={m.landing_footer()} className="flex flex-wrap gap-x-6">
        {anchors.map(({ href, label }) => (
          <a key={href} href={href} className={`${LINK} md:hidden`}>
            {label}
          </a>
        ))}
        <a href="/api/docs" className={LINK}>
          API
        </a>
      </nav>
      <LanguageSelect />
    </footer>
  );
}

const OPAQUE_AFTER_PX = 10;

function LandingHeader({ visitor }: { visitor: Visitor }) {
  const scrolled = useScrolled();
  return (
    <header
      className={classNames(
        'fixed inset-x-0 top-0 z-30 border-b transition-[background-color,border-color] duration-150',
        scrolled ? 'border-line bg-canvas' : 'border-transparent',
      )}
    >
      <div className="mx-auto flex h-16 max-w-[76rem] items-center gap-1 px-4 md:px-8">
        <Link to="/" aria-label={m.landing_home()} className="flex rounded-chip">
          <Logo />
        </Link>
        <nav aria-label={m.landing_on_this_page()} className="ms-6 hidden gap-1 md:flex">
          {anchors.map(({ href, label }) => (
            <a key={href} href={href} className={buttonStyle('ghost', 'md', 'px-3')}>
              {label}
            </a>
          ))}
        </nav>
        <span className="flex-1" />
        <ThemeButton />
        {visitor === 'signed-in' ? <Member /> : <Stranger className={forSignedOut(visitor)} />}
      </div>
    </header>
  );
}

function Stranger({ className }: { className: string }) {
  return (
    <div className={classNames('flex gap-1', className)}>
      <ButtonLink to="/auth?mode=login" variant="ghost" className="max-md:px-3">
        {m.landing_login()}
      </ButtonLink>
      <ButtonLink to="/auth?mode=register" variant="primary" className="sign-up-off:hidden">
        {m.landing_sign_up()}
      </ButtonLink>
    </div>
  );
}

function Member() {
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await logOut();
      toast.success(m.landing_logged_out());
      await navigate(SIGN_IN_PATH);
    } catch (error) {
      toastFailure(m.landing_logout_failed(), error, m.landing_logout_failed_text());
    }
  };
  return (
    <div className="flex gap-1">
      <Button variant="ghost" className="max-md:px-3" onClick={() => void leave()}>
        {m.landing_logout()}
      </Button>
      <ButtonLink to="/dashboard" variant="primary">
        {m.landing_dashboard()}
      </ButtonLink>
    </div>
  );
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > OPAQUE_AFTER_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

export default function LandingPage() {
  const heading = usePageTitle('');
  const { status } = useSession();
  const visitor: Visitor = !useHydrated() ? 'unknown' : status === 'loading' ? 'returning' : status;
  return (
    <div className="overflow-x-clip">
      <LandingHeader visitor={visitor} />
      <main>
        <div className="px-4 md:px-8">
          <Hero visitor={visitor} headingRef={heading} />
          <Demo />
        </div>
        <Features />
        <Steps />
        <Pricing />
        <Testimonials />
      </main>
      <LandingFooter />
    </div>
  );
}
