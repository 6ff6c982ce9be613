import { m } from '../../paraglide/messages.js';
import { LanguageSelect } from '../../ui/language-select.tsx';
import { Logo } from '../../ui/logo.tsx';
import { anchors } from './anchors.ts';

const LINK =
  'inline-flex h-9 items-center rounded-chip text-sm text-muted hover:text-ink touch:h-11';

export function LandingFooter() {
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
