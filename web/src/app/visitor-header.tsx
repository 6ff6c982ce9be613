import { Link, useLocation } from 'react-router';
import { originState, SIGN_IN_PATH } from '../lib/origin.ts';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { m } from '../paraglide/messages.js';
import { ButtonLink } from '../ui/button-link.tsx';
import { Logo } from '../ui/logo.tsx';
import { ThemeButton } from '../ui/theme-button.tsx';

/** Above an open page: a visitor has a way to sign in and come back. */
export function VisitorHeader() {
  const { pathname, search, hash } = useLocation();
  const origin = originState(pathname + search + hash);
  return (
    <div role="banner" className="border-b border-line bg-sunken">
      <div className="mx-auto flex h-14 max-w-app items-center gap-2 px-4 md:px-8">
        <Link to="/" aria-label={m.app_home_link()} className="me-auto flex rounded-chip">
          <Logo narrow />
        </Link>
        <ThemeButton theme={useTheme()} onToggle={toggleTheme} />
        <ButtonLink
          variant="ghost"
          to={`${SIGN_IN_PATH}?mode=login`}
          state={origin}
          className="max-md:px-2.5"
        >
          {m.app_login()}
        </ButtonLink>
        <ButtonLink variant="primary" to={`${SIGN_IN_PATH}?mode=register`} state={origin}>
          {m.app_sign_up()}
        </ButtonLink>
      </div>
    </div>
  );
}
