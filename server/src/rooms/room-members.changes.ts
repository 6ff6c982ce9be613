import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_ROOM_MEMBERS } from '@clipline/contract/limits.ts';
import type { RoomMember } from '@clipline/contract/schemas/rooms.ts';
import type { Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { keyedId } from '../core/ids.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { findUser, findLanguage } from '../auth/auth.queries.ts';
import { beginChange } from './begin-change.ts';
import type { MyRoom } from './find-room.ts';
import { eyesOf, presentMember } from './rooms.present.ts';
import { recordActivity } from './room-activity.queries.ts';
import { findMember, insertMember, removeMember } from './room-members.queries.ts';
import { removalRefusalOf } from './rooms.access.ts';
import { canBeAdded } from './rooms.queries.ts';
import type { Rooms } from './rooms.ts';

interface Addition {
  readonly room: MyRoom;
  readonly by: CurrentUser;
  readonly email: string;
  readonly mayMail: boolean;
}

/**
 * The same in every room, as a user's id is, and made like one; otherwise adding an address would
 * tell whether it has an account.
 */
export const invitationId = (secret: string, email: string) =>
  keyedId(secret, 'room invitation', email);

/**
 * A known account is a member at once, any other address is invited; the answer and the row do not
 * tell which.
 */
export async function addToRoom(
  tx: Tx,
  { secret }: Pick<Rooms, 'secret'>,
  { room, by, email, mayMail }: Addition,
): Promise<RoomMember> {
  if (room.member_count >= MAX_ROOM_MEMBERS)
    throw new ProductError('ROOM_FULL', { max: MAX_ROOM_MEMBERS });
  // Others stay invited until they join by the room's link: no one fills the list of another, and
  // no one is told.
  const found = await findUser(tx, email);
  const mayJoin = found && (await canBeAdded(tx, found.id));
  const known = mayJoin ? found : undefined;
  const at = await beginChange(tx, room, by.id, { members: 1 });
  const row = {
    member_id: known?.id ?? invitationId(secret, email),
    email,
    role: 'member' as const,
    opened_at: null,
  };
  const isNew = await insertMember(tx, {
    ...row,
    room_id: room.id,
    user_id: known?.id ?? null,
    joined_at: at,
  });
  if (!isNew) throw new ProductError('ALREADY_ROOM_MEMBER');
  await recordActivity(tx, {
    roomId: room.id,
    type: 'member_added',
    userId: by.id,
    at,
    details: { memberEmail: email },
  });
  if (mayMail)
    await queueMail(tx, {
      kind: known ? 'added-to-room' : 'invited-to-room',
      recipient: email,
      user_id: known?.id ?? null,
      about: room.id,
      // Who has no account reads, at best, what the one who knows their address does.
      ...(!known && { language: await findLanguage(tx, by.id) }),
    });
  return presentMember({ ...row, name: null }, eyesOf(true));
}

/** Returns who was a member, or invited. Throws MEMBER_NOT_FOUND, or why they stay. */
export async function removeFromRoom(
  tx: Tx,
  room: MyRoom,
  userId: string,
  memberId: string,
): Promise<{ readonly user_id: string | null }> {
  const member = await findMember(tx, room.id, memberId);
  if (!member) throw new ProductError('MEMBER_NOT_FOUND');
  const refusal = removalRefusalOf(member);
  if (refusal !== null) throw new ProductError(refusal);
  const at = await beginChange(tx, room, userId, { members: -1 });
  await removeMember(tx, room.id, member.member_id);
  await recordActivity(tx, {
    roomId: room.id,
    type: 'member_removed',
    userId,
    at,
    details: { memberEmail: member.email },
  });
  return member;
}
