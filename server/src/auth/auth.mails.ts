import type { Language } from '@clipline/contract/languages.ts';
import type { Scope } from '@clipline/contract/scopes.ts';
import { type Db, transact } from '../core/db/database.ts';
import type { Origins } from '../core/http/own-origins.ts';
import { hashToken, newToken } from '../core/ids.ts';
import type { MailWriter, MailWriters } from '../core/mail/delivery.ts';
import { type Letter, lettersOf, type LetterTexts } from '../core/mail/letters.ts';
import { scopesOf } from './api-tokens.ts';
import texts from './auth.mails.json' with { type: 'json' };
import { findRegistration, findUser, findUserById, updateRegistration } from './auth.queries.ts';
import { CONFIRMATION_MS } from './registrations.ts';
import { openReset } from './resets.ts';

type Kind = keyof typeof texts.letters.en;
export const accountLetters = lettersOf<Kind>(
  texts.letters satisfies Record<Language, LetterTexts<Kind>>,
);
const scopeWords: Readonly<Record<Language, Readonly<Record<Scope, string>>>> = texts.scopeWords;

/** What is kept of a program for its mail: its request is gone when it has its token. */
export interface AllowedProgram {
  readonly name: string;
  readonly scopes: string;
}

/**
 * What accounts mail. Links are made here, when the mail leaves: no token that works is ever in the
 * store, nor in a copy of it.
 */
export function accountMails(db: Db, { given }: Pick<Origins, 'given'>): MailWriters {
  const withReset =
    (write: Letter): MailWriter =>
    ({ user_id: userId, recipient, language }) =>
      transact(db, async (tx) => {
        const user = userId === null ? undefined : await findUserById(tx, userId);
        if (!user || user.disabled_at !== null) return undefined;
        return write(recipient, await openReset(tx, given(), user.id), language);
      });
  const withLogin =
    (write: Letter): MailWriter =>
    async ({ recipient, language }) =>
      write(recipient, `${given()}/auth?mode=login`, language);
  return {
    'confirm-address': ({ about, recipient, language }) =>
      transact(db, async (tx) => {
        const signUp = about === null ? undefined : await findRegistration(tx, about);
        if (!signUp || signUp.confirmed_at !== null || (await findUser(tx, signUp.email)))
          return undefined;
        const token = newToken();
        // A link that was mailed before, by a hand-over that seemed to fail, ends with it.
        await updateRegistration(tx, signUp.id, {
          token_hash: hashToken(token),
          expires_at: Date.now() + CONFIRMATION_MS,
        });
        const url = `${given()}/email-confirmation#token=${token}`;
        return accountLetters.confirmAddress(recipient, url, language);
      }),
    'address-taken': withLogin(accountLetters.addressTaken),
    'reset-password': withReset(accountLetters.resetPassword),
    'choose-password': withReset(accountLetters.choosePassword),
    'password-changed': withLogin(accountLetters.passwordChanged),
    'password-replaced': withLogin(accountLetters.passwordReplaced),
    'session-ended': withLogin(accountLetters.sessionEnded),
    'account-deleted': withLogin(accountLetters.accountDeleted),
    'program-allowed': async ({ recipient, about, language }) => {
      const { name, scopes } = JSON.parse(about ?? '') as AllowedProgram;
      const words = scopesOf(scopes).map((scope) => scopeWords[language][scope]);
      const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
      const values = { name, scopes: list };
      return accountLetters.programAllowed(recipient, `${given()}/account`, language, values);
    },
  };
}
