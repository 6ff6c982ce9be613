import { addRoomMember, removeRoomMember } from '@clipline/contract/schemas/rooms.ts';
import type { RateLimit } from '../core/http/limits.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { planAllows } from '../auth/plans.ts';
import { findRoomFor } from './find-room.ts';
import { addToRoom, removeFromRoom } from './room-members.changes.ts';
import type { Rooms } from './rooms.ts';

const roomLimits = {
  /** 'You were added to a room' and invitations, to one recipient. */
  roomMails: { name: 'roomMails', points: 5, seconds: 3600 },
  /** Members that one user adds to rooms. */
  roomInvitations: { name: 'roomInvitations', points: 300, seconds: 3600 },
} as const satisfies Record<string, RateLimit>;

export function serveRoomMembers(app: App, rooms: Rooms): void {
  const { db, limits, news, deliverMail } = rooms;

  serve(app, addRoomMember, async ({ user, params, body, create, ensure }) => {
    ensure(planAllows('changes'));
    // Asked before the limits, or a stranger could use up a user's mails.
    await findRoomFor(db, params.id, user.id, 'addMember');
    await limits.take(roomLimits.roomInvitations, user.id);
    const mayMail = await limits.allows(roomLimits.roomMails, body.email);
    const member = await create(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'addMember');
      return addToRoom(tx, rooms, { room, by: user, email: body.email, mayMail });
    });
    deliverMail();
    // An invitation's id is no channel.
    news.joined(params.id, member.id);
    return member;
  });

  serve(app, removeRoomMember, async ({ user, params, change }) => {
    const removed = await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'removeMember');
      return removeFromRoom(tx, room, user.id, params.memberId);
    });
    if (removed.user_id === null) news.changed(params.id, 'members');
    else news.left(params.id, removed.user_id);
    return { message: 'Member removed' };
  });
}
