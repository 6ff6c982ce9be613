import type { Language } from '@clipline/contract/languages.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/database.ts';
import type { Origins } from '../core/http/own-origins.ts';
import { hashToken } from '../core/ids.ts';
import type { MailWriter, MailWriters } from '../core/mail/delivery.ts';
import { type Letter, lettersOf, type LetterTexts } from '../core/mail/letters.ts';
import { isResetOpen } from '../auth/auth.queries.ts';
import { resetUrl } from '../auth/resets.ts';
import { findInvitation } from './invitations.queries.ts';
import texts from './owner.mails.json' with { type: 'json' };
import { invitationUrl } from './owner.present.ts';
import { tokenOfLink } from './people.changes.ts';

type Kind = keyof typeof texts.en;
export const ownerLetters = lettersOf<Kind>(texts satisfies Record<Language, LetterTexts<Kind>>);

export function ownerMails(db: Db, config: Config, { given }: Pick<Origins, 'given'>): MailWriters {
  const { APP_SECRET, OIDC_NAME = '' } = config;
  const withPasswordLink =
    (write: Letter): MailWriter =>
    async ({ about, recipient, language }) => {
      const token = tokenOfLink(APP_SECRET, about ?? '');
      // Used, replaced or out of time.
      if (!(await isResetOpen(db, hashToken(token), Date.now()))) return undefined;
      return write(recipient, resetUrl(given(), token), language);
    };
  return {
    invitation: async ({ about, recipient, language }) => {
      const found = about === null ? undefined : await findInvitation(db, about, Date.now());
      if (found?.state !== 'open') return undefined;
      return ownerLetters.invitation(recipient, invitationUrl(config, given(), found.id), language);
    },
    'account-made': withPasswordLink(ownerLetters.accountMade),
    'reset-by-admin': withPasswordLink(ownerLetters.resetByAdmin),
    'account-removed': async ({ recipient, language }) =>
      ownerLetters.accountRemoved(recipient, given(), language),
    'account-joined': async ({ recipient, language }) =>
      ownerLetters.accountJoined(recipient, `${given()}/account`, language, {
        provider: OIDC_NAME,
      }),
    'device-signed-in': async ({ recipient, about, language }) =>
      ownerLetters.deviceSignedIn(recipient, `${given()}/account`, language, {
        device: about ?? '',
      }),
  };
}
