import type { Language } from '@clipline/contract/languages.ts';
import { normalForm } from '@clipline/contract/normal-form.ts';
import type { Db } from '../core/db/database.ts';
import type { Origins } from '../core/http/own-origins.ts';
import type { MailWriters } from '../core/mail/delivery.ts';
import { lettersOf, type LetterTexts } from '../core/mail/letters.ts';
import { findUserById } from '../auth/auth.queries.ts';
import { findMember, isInvited } from './room-members.queries.ts';
import texts from './rooms.mails.json' with { type: 'json' };
import { findRoom } from './rooms.queries.ts';

type Kind = keyof typeof texts.letters.en;
export const roomLetters = lettersOf<Kind>(
  texts.letters satisfies Record<Language, LetterTexts<Kind>>,
);

const MAX_NAME = 40;
const characters = new Intl.Segmenter();

/**
 * Strangers choose them, and others read them in our name: no address of a page, no number to call
 * and no sentence with an end is left of them.
 */
export function mailName(name: string): string {
  const kept = normalForm(name, 'NFC')
    .replace(/(?<![\p{L}\p{M}])\p{M}+|[^\p{L}\p{M}\p{Nd} '’‐-]/gu, '')
    .replace(/(\p{Nd}{4})\p{Nd}+/gu, '$1')
    .replace(/ +/g, ' ');
  let [cut, length] = ['', 0];
  for (const { segment } of characters.segment(kept.trim())) {
    length += Array.from(segment).length;
    if (length > MAX_NAME) break;
    cut += segment;
  }
  return cut.trim();
}

/** What a mail is about: the room, and who added or invited. */
export const aboutRoom = (roomId: string, by: string): string => `${roomId} ${by}`;

async function namesIn(db: Db, language: Language, roomId: string, by: string) {
  const [user, room] = [await findUserById(db, by), await findRoom(db, roomId, by)];
  const { somebody, aRoom, named } = texts.words[language];
  const [who, name] = [mailName(user?.name ?? ''), mailName(room?.name ?? '')];
  return { who: who || somebody, room: name === '' ? aRoom : named.replace('{name}', () => name) };
}

/** Who was removed before the mail left is not told that they were added. */
export const roomMails = (db: Db, { given }: Pick<Origins, 'given'>): MailWriters => ({
  'added-to-room': async ({ recipient, about, user_id: userId, language }) => {
    const [roomId = '', by = ''] = about?.split(' ') ?? [];
    if (userId === null || !(await findMember(db, roomId, userId))) return undefined;
    const names = await namesIn(db, language, roomId, by);
    return roomLetters.addedToRoom(recipient, `${given()}/rooms/${roomId}`, language, names);
  },
  'invited-to-room': async ({ recipient, about, language }) => {
    const [roomId = '', by = ''] = about?.split(' ') ?? [];
    if (roomId !== '' && !(await isInvited(db, roomId, recipient))) return undefined;
    const names = await namesIn(db, language, roomId, by);
    const signUp = new URLSearchParams({ mode: 'register', email: recipient }).toString();
    return roomLetters.invitedToRoom(recipient, `${given()}/auth?${signUp}`, language, names);
  },
});
