import { Logo } from '../../ui/logo.tsx';
import { Select } from '../../ui/select.tsx';
import { anchors } from './anchors.ts';
import { languages, useLanguage } from './language.ts';

const LINK = 'inline-flex h-9 items-center rounded-chip text-sm text-muted hover:text-ink touch:h-11';

export function LandingFooter() {
  const [language, setLanguage] = useLanguage();
  return (
    <footer className="mx-auto flex max-w-[76rem] flex-wrap items-center gap-x-8 gap-y-6 px-4 py-10 md:px-8">
      <div className="me-auto">
        <Logo />
        <p className="mt-2 text-sm text-muted">Carries text and files between people and devices. Open source, MIT licensed.</p>
      </div>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
        {anchors.map(({ href, label }) => (
          <a key={href} href={href} className={`${LINK} md:hidden`}>
            {label}
          </a>
        ))}
        <a href="/api/docs" className={LINK}>
          API
        </a>
      </nav>
      <Select aria-label="Language" value={language} options={languages} onValueChange={setLanguage} className="w-36" />
    </footer>
  );
}
