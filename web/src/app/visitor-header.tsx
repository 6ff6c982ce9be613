import { Link, useLocation } from 'react-router';
import { originState, SIGN_IN_PATH } from '../lib/origin.ts';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { m } from '../paraglide/messages.js';
import { ButtonLink } from '../ui/button-link.tsx';
import { Logo } from '../ui/logo.tsx';
import { ThemeButton } from '../ui/theme-button.tsx';

/** Where a title and these stand in one bar: pages that are there to be read. */
export const readsOnly = (pathname: string): boolean => /^\/(clips|s)\//.test(pathname);

/** A visitor has a way to sign in and come back. */
export function VisitorActions() {
  const { pathname, search, hash } = useLocation();
  const origin = originState(pathname + search + hash);
  // A phone has no room for both these and what the page is for.
  return (
    <div className="flex items-center gap-2 max-sm:gap-0 max-sm:group-data-actions/header:hidden">
      <span className="max-sm:hidden">
        <ThemeButton theme={useTheme()} onToggle={toggleTheme} />
      </span>
      <ButtonLink
        variant="ghost"
        to={`${SIGN_IN_PATH}?mode=login`}
        state={origin}
        className="max-md:px-2.5"
      >
        {m.app_login()}
      </ButtonLink>
      {/* What the page is for is its one primary button. */}
      <ButtonLink to={`${SIGN_IN_PATH}?mode=register`} state={origin} className="max-md:px-3">
        {m.app_sign_up()}
      </ButtonLink>
    </div>
  );
}

export function HomeLink({ mark = false }: { mark?: boolean }) {
  return (
    <Link to="/" aria-label={m.app_home_link()} className="flex shrink-0 rounded-chip">
      <Logo mark={mark} narrow />
    </Link>
  );
}

/** Above an open page. */
export function VisitorHeader() {
  return (
    <div role="banner" className="border-b border-line bg-sunken">
      <div className="mx-auto flex h-14 max-w-app items-center gap-2 px-4 md:px-8">
        <span className="me-auto">
          <HomeLink />
        </span>
        <VisitorActions />
      </div>
    </div>
  );
}
