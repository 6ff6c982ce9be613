import { chooseLanguage, language, languageNames } from '../lib/language.ts';
import { m } from '../paraglide/messages.js';
import { Select } from './select.tsx';

/** Changes the language of the whole app, in this browser. */
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
