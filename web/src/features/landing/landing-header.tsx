import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { logOut } from '../../lib/logout.ts';
import { SIGN_IN_PATH } from '../../lib/origin.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { buttonStyle } from '../../ui/button-style.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Logo } from '../../ui/logo.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';
import { toast } from '../../ui/toast.ts';
import { anchors } from './anchors.ts';
import { forSignedOut, type Visitor } from './visitor.ts';

const OPAQUE_AFTER_PX = 10;

export function LandingHeader({ visitor }: { visitor: Visitor }) {
  const scrolled = useScrolled();
  const theme = useTheme();
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
        <ThemeButton theme={theme} onToggle={toggleTheme} />
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
      <ButtonLink to="/auth?mode=register" variant="primary">
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
