import type { MailWriters } from '../core/mail/delivery.ts';
import { lettersOf } from '../core/mail/letters.ts';
import { scopesOf } from './api-tokens.ts';
import { programMailTexts, scopeWords } from './programs.mail-texts.ts';

export const programLetters = lettersOf(programMailTexts);

/** What is kept of a program for its mail: its request is gone when it has its token. */
export interface AllowedProgram {
  readonly name: string;
  readonly scopes: string;
}

export const programMails = (publicUrl: string): MailWriters => ({
  'program-allowed': async ({ recipient, about, language }) => {
    const { name, scopes } = JSON.parse(about ?? '') as AllowedProgram;
    const words = scopesOf(scopes).map((scope) => scopeWords[language][scope]);
    const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
    const values = { name, scopes: list };
    return programLetters.programAllowed(recipient, `${publicUrl}/account`, language, values);
  },
});
