import type { Language } from '@clipline/contract/languages.ts';
import type { Db } from '../core/db/database.ts';
import type { MailWriters } from '../core/mail/delivery.ts';
import { lettersOf, type LetterTexts } from '../core/mail/letters.ts';
import { findMember, isInvited } from './room-members.queries.ts';
import texts from './rooms.mails.json' with { type: 'json' };

type Kind = keyof typeof texts.en;
export const roomLetters = lettersOf<Kind>(texts satisfies Record<Language, LetterTexts<Kind>>);

/** Who was removed before the mail left is not told that they were added. */
export const roomMails = (db: Db, publicUrl: string): MailWriters => ({
  'added-to-room': async ({ recipient, about, user_id: userId, language }) =>
    about !== null && userId !== null && (await findMember(db, about, userId))
      ? roomLetters.addedToRoom(recipient, `${publicUrl}/rooms/${about}`, language)
      : undefined,
  'invited-to-room': async ({ recipient, about, language }) => {
    if (about !== null && !(await isInvited(db, about, recipient))) return undefined;
    const signUp = new URLSearchParams({ mode: 'register', email: recipient }).toString();
    return roomLetters.invitedToRoom(recipient, `${publicUrl}/auth?${signUp}`, language);
  },
});
