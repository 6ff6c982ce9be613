import { type Db, transact } from '../core/db/database.ts';
import { hashToken, newToken } from '../core/ids.ts';
import type { MailWriter, MailWriters } from '../core/mail/delivery.ts';
import { type Letter, lettersOf } from '../core/mail/letters.ts';
import { accountMailTexts } from './auth.mail-texts.ts';
import { findRegistration, findUser, findUserById, giveRegistrationToken } from './auth.queries.ts';
import { CONFIRMATION_MS } from './registrations.ts';
import { openReset } from './resets.ts';

export const accountLetters = lettersOf(accountMailTexts);

/**
 * What accounts mail. Links are made here, when the mail leaves: no token that works is ever in the
 * store, nor in a copy of it.
 */
export function accountMails(db: Db, publicUrl: string): MailWriters {
  const login = `${publicUrl}/auth?mode=login`;
  const withReset =
    (write: Letter): MailWriter =>
    ({ user_id: userId, recipient, language }) =>
      transact(db, async (tx) => {
        const user = userId === null ? undefined : await findUserById(tx, userId);
        if (!user || user.disabled_at !== null) return undefined;
        return write(recipient, await openReset(tx, publicUrl, user.id), language);
      });
  const withLogin =
    (write: Letter): MailWriter =>
    async ({ recipient, language }) =>
      write(recipient, login, language);
  return {
    'confirm-address': ({ about, recipient, language }) =>
      transact(db, async (tx) => {
        const signUp = about === null ? undefined : await findRegistration(tx, about);
        if (!signUp || signUp.confirmed_at !== null || (await findUser(tx, signUp.email)))
          return undefined;
        const token = newToken();
        await giveRegistrationToken(tx, signUp.id, hashToken(token), Date.now() + CONFIRMATION_MS);
        const url = `${publicUrl}/email-confirmation#token=${token}`;
        return accountLetters.confirmAddress(recipient, url, language);
      }),
    'address-taken': withLogin(accountLetters.addressTaken),
    'reset-password': withReset(accountLetters.resetPassword),
    'choose-password': withReset(accountLetters.choosePassword),
    'password-changed': withLogin(accountLetters.passwordChanged),
    'password-replaced': withLogin(accountLetters.passwordReplaced),
    'session-ended': withLogin(accountLetters.sessionEnded),
    'account-deleted': withLogin(accountLetters.accountDeleted),
  };
}
