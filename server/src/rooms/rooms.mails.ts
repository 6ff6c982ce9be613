import type { Db } from '../core/db/database.ts';
import type { MailWriters } from '../core/mail/delivery.ts';
import { lettersOf } from '../core/mail/letters.ts';
import { isInvited, isMemberOf } from './room-members.queries.ts';
import { roomMailTexts } from './rooms.mail-texts.ts';

export const roomLetters = lettersOf(roomMailTexts);

/**
 * What rooms mail. A member who was removed before the mail left is not told that they were added.
 */
export const roomMails = (db: Db, publicUrl: string): MailWriters => ({
  'added-to-room': async ({ recipient, about, user_id: userId, language }) =>
    about !== null && userId !== null && (await isMemberOf(db, about, userId))
      ? roomLetters.addedToRoom(recipient, `${publicUrl}/rooms/${about}`, language)
      : undefined,
  'invited-to-room': async ({ recipient, about, language }) => {
    if (about !== null && !(await isInvited(db, about, recipient))) return undefined;
    const signUp = new URLSearchParams({ mode: 'register', email: recipient }).toString();
    return roomLetters.invitedToRoom(recipient, `${publicUrl}/auth?${signUp}`, language);
  },
});
