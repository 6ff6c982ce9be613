import { usePageTitle } from '../lib/page-title.ts';
import { m } from '../paraglide/messages.js';
import { ButtonLink } from '../ui/button.tsx';

export default function NotFoundPage() {
  const heading = usePageTitle(m.app_not_found_tab());
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-6 text-center">
      <p className="tabular text-hero-phone font-semibold text-ink">404</p>
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-lg font-semibold">
        {m.app_not_found_title()}
      </h1>
      <p className="mt-1 max-w-reading text-muted">{m.app_not_found_text()}</p>
      <ButtonLink to="/" variant="primary" className="mt-6">
        {m.app_return_home()}
      </ButtonLink>
    </div>
  );
}
