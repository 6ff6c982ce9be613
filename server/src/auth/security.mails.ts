import type { Language } from '@clipline/contract/languages.ts';
import type { Tx } from '../core/db/database.ts';
import type { Origins } from '../core/http/own-origins.ts';
import type { MailWriter, MailWriters } from '../core/mail/delivery.ts';
import { lettersOf, type LetterTexts } from '../core/mail/letters.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { requireUser } from './auth.queries.ts';
import texts from './security.mails.json' with { type: 'json' };

type Kind = keyof typeof texts.en;
const letters = lettersOf<Kind>(texts satisfies Record<Language, LetterTexts<Kind>>);

interface About {
  readonly device: string;
  /** Recovery codes. */
  readonly left?: number;
}

export async function queueSecurityMail(
  tx: Tx,
  kind: Kind,
  userId: string,
  about: About,
): Promise<void> {
  const { email } = await requireUser(tx, userId);
  await queueMail(tx, { kind, recipient: email, user_id: userId, about: JSON.stringify(about) });
}

const timeIn = (language: Language, ms: number): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(ms)} UTC`;

export function securityMails({ given }: Pick<Origins, 'given'>): MailWriters {
  const written =
    (kind: Kind): MailWriter =>
    async ({ recipient, about, language, created_at: at }) => {
      const { device, left = 0 } = JSON.parse(about ?? '') as About;
      const values = { device, left: String(left), when: timeIn(language, at) };
      return letters[kind](recipient, `${given()}/account`, language, values);
    };
  return Object.fromEntries(Object.keys(texts.en).map((kind) => [kind, written(kind as Kind)]));
}
