import { type Db, transact } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { MailWriter, MailWriters } from '../../platform/mail/delivery.ts';
import type { Mail } from '../../platform/mail/message.ts';
import * as letters from '../../platform/mail/templates.ts';
import { findRegistration, findUser, findUserById, giveRegistrationToken } from './auth.queries.ts';
import { CONFIRMATION_MS } from './registrations.ts';
import { openReset } from './resets.ts';

/**
 * What accounts mail. Links are made here, when the mail leaves: no token that works is ever in the
 * store, nor in a copy of it.
 */
export function accountMails(db: Db, publicUrl: string): MailWriters {
  const login = `${publicUrl}/auth?mode=login`;
  const withReset =
    (write: (recipient: string, url: string) => Mail): MailWriter =>
    ({ user_id: userId, recipient }) =>
      transact(db, async (tx) => {
        const user = userId === null ? undefined : await findUserById(tx, userId);
        if (!user || user.disabled_at !== null) return undefined;
        return write(recipient, await openReset(tx, publicUrl, user.id));
      });
  return {
    'confirm-address': ({ about, recipient }) =>
      transact(db, async (tx) => {
        const signUp = about === null ? undefined : await findRegistration(tx, about);
        if (!signUp || signUp.confirmed_at !== null || (await findUser(tx, signUp.email)))
          return undefined;
        const token = newToken();
        await giveRegistrationToken(tx, signUp.id, hashToken(token), Date.now() + CONFIRMATION_MS);
        return letters.confirmAddress(recipient, `${publicUrl}/email-confirmation#token=${token}`);
      }),
    'address-taken': async ({ recipient }) => letters.addressTaken(recipient, login),
    'reset-password': withReset(letters.resetPassword),
    'choose-password': withReset(letters.choosePassword),
    'password-changed': async ({ recipient }) => letters.passwordChanged(recipient, login),
    'password-replaced': async ({ recipient }) => letters.passwordReplaced(recipient, login),
    'session-ended': async ({ recipient }) => letters.sessionEnded(recipient, login),
    'account-deleted': async ({ recipient }) => letters.accountDeleted(recipient),
  };
}
