import type { Db } from '../../platform/database/database.ts';
import type { MailWriters } from '../../platform/mail/delivery.ts';
import { addedToRoom, invitedToRoom } from '../../platform/mail/templates.ts';
import { isInvited, isMemberOf } from './room-members.queries.ts';

/** What rooms mail. Whoever was removed before the mail left is not told that they were added. */
export const roomMails = (db: Db, publicUrl: string): MailWriters => ({
  'added-to-room': async ({ recipient, about, user_id: userId }) =>
    about !== null && userId !== null && (await isMemberOf(db, about, userId))
      ? addedToRoom(recipient, `${publicUrl}/rooms/${about}`)
      : undefined,
  'invited-to-room': async ({ recipient, about }) => {
    if (about !== null && !(await isInvited(db, about, recipient))) return undefined;
    const signUp = new URLSearchParams({ mode: 'register', email: recipient }).toString();
    return invitedToRoom(recipient, `${publicUrl}/auth?${signUp}`);
  },
});
