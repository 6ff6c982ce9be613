import { Moon, Sun } from 'lucide-react';
import { chooseLanguage, language, languageNames } from '../lib/language.ts';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { m } from '../paraglide/messages.js';
import { Select } from './select.tsx';

export function LanguageSelect() {
  return (
    <Select
      aria-label={m.ui_language()}
      name="language"
      value={language()}
      options={languageNames}
      onValueChange={chooseLanguage}
      className="w-36"
    />
  );
}

/** The theme shows one of both icons, so that a prerendered page is right at once. */
export function ThemeButton() {
  const label = useTheme() === 'dark' ? m.ui_light_theme() : m.ui_dark_theme();
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      onClick={toggleTheme}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-150 hover:bg-hover hover:text-ink touch:size-11"
    >
      <Moon size={18} aria-hidden className="dark:hidden" />
      <Sun size={18} aria-hidden className="not-dark:hidden" />
    </button>
  );
}
