import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_ROOM_MEMBERS, MAX_ROOMS_PER_PERSON } from '@clipline/contract/limits.ts';
import {
  addRoomMember,
  removeRoomMember,
  type RoomMember,
} from '@clipline/contract/schemas/rooms.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { RateLimit } from '../../platform/http/rate-limits.ts';
import { serve, type Serving } from '../../platform/http/serve.ts';
import { keyedId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/mails.queries.ts';
import { findUser, findLanguage } from '../auth/auth.queries.ts';
import { planAllows } from '../plans/plans.ts';
import { beginChange } from './begin-change.ts';
import { findRoomFor, type MyRoom } from './find-room.ts';
import { eyesOf, presentMember } from './rooms.present.ts';
import { recordActivity } from './room-activity.queries.ts';
import { findMember, insertMember, removeMember } from './room-members.queries.ts';
import { removalRefusalOf } from './rooms.access.ts';
import { countRoomsOf } from './rooms.queries.ts';
import type { Rooms } from './rooms.ts';

const roomLimits = {
  /** 'You were added to a room' and invitations, to one recipient. */
  roomMails: { name: 'roomMails', points: 5, seconds: 3600 },
  /** Members that one user adds to rooms. */
  roomInvitations: { name: 'roomInvitations', points: 300, seconds: 3600 },
} as const satisfies Record<string, RateLimit>;

export function serveRoomMembers(serving: Serving, rooms: Rooms): void {
  const { db, limits, news, deliverMail } = rooms;

  serve(serving, addRoomMember, async ({ user, params, body, create, ensure }) => {
    ensure(planAllows('changes'));
    // Asked before the limits, or a stranger could use up a user's mails.
    await findRoomFor(db, params.id, user.id, 'addMember');
    await limits.take(roomLimits.roomInvitations, user.id);
    const mayMail = await limits.allows(roomLimits.roomMails, body.email);
    const member = await create(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'addMember');
      return addMember(tx, rooms, { room, by: user, email: body.email, mayMail });
    });
    deliverMail();
    // An invitation's id is no channel.
    news.joined(params.id, member.id);
    return member;
  });

  serve(serving, removeRoomMember, async ({ user, params, change }) => {
    const removed = await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'removeMember');
      const member = await findMember(tx, room.id, params.memberId);
      if (!member) throw new ProductError('MEMBER_NOT_FOUND');
      const refusal = removalRefusalOf(member);
      if (refusal !== null) throw new ProductError(refusal);
      const at = await beginChange(tx, room, user.id, { members: -1 });
      await removeMember(tx, room.id, member.member_id);
      await recordActivity(tx, {
        roomId: room.id,
        type: 'member_removed',
        userId: user.id,
        at,
        details: { memberEmail: member.email },
      });
      return member;
    });
    if (removed.user_id === null) news.changed(params.id, 'members');
    else news.left(params.id, removed.user_id);
    return { message: 'Member removed' };
  });
}

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
async function addMember(
  tx: Tx,
  { secret }: Pick<Rooms, 'secret'>,
  { room, by, email, mayMail }: Addition,
): Promise<RoomMember> {
  if (room.member_count >= MAX_ROOM_MEMBERS)
    throw new ProductError('ROOM_FULL', { max: MAX_ROOM_MEMBERS });
  // Who can be in no other room stays invited: they do not fill the list of another, and no one
  // is told.
  const found = await findUser(tx, email);
  const mayJoin = found && (await countRoomsOf(tx, found.id)) < MAX_ROOMS_PER_PERSON;
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
