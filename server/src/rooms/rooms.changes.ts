import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_ROOM_MEMBERS, MAX_ROOMS_PER_PERSON } from '@clipline/contract/limits.ts';
import type { RoomMember } from '@clipline/contract/schemas/rooms.ts';
import type { App } from '../core/app.ts';
import type { Tx } from '../core/db/database.ts';
import { whereWritable } from '../core/db/errors.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { keyedId, newId, newToken } from '../core/ids.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { findLanguage, findUser } from '../auth/auth.queries.ts';
import { removalRefusalOf } from './rooms.access.ts';
import { beginChange, type MyRoom, requireRoom } from './require-room.ts';
import * as members from './room-members.queries.ts';
import { aboutRoom } from './rooms.mails.ts';
import { roomChanged } from './rooms.news.ts';
import { presentMember } from './rooms.present.ts';
import * as queries from './rooms.queries.ts';

async function requireRoomsLeft(tx: Tx, userId: string): Promise<void> {
  if ((await members.countRoomsOf(tx, userId)) >= MAX_ROOMS_PER_PERSON)
    throw new ProductError('TOO_MANY_ROOMS', { max: MAX_ROOMS_PER_PERSON });
}

export async function createOwnRoom(
  tx: Tx,
  owner: CurrentUser,
  { name, isPrivate }: { name: string; isPrivate?: boolean | undefined },
  now = Date.now(),
): Promise<string> {
  await requireRoomsLeft(tx, owner.id);
  const id = newId();
  await queries.insertRoom(tx, {
    id,
    owner_id: owner.id,
    name,
    is_private: isPrivate ? 1 : 0,
    share_token: newToken(),
    member_count: 1,
    content_count: 0,
    created_at: now,
    updated_at: now,
  });
  await members.insertMember(tx, {
    room_id: id,
    member_id: owner.id,
    user_id: owner.id,
    email: owner.email,
    role: 'owner',
    joined_at: now,
    opened_at: now,
  });
  return id;
}

interface Settings {
  readonly name?: string | undefined;
  readonly isPrivate?: boolean | undefined;
}

export async function saveSettings(
  tx: Tx,
  room: MyRoom,
  userId: string,
  { name = room.name, isPrivate = room.is_private === 1 }: Settings,
): Promise<{ readonly changed: Settings; readonly at: number } | undefined> {
  const changed = {
    ...(name === room.name ? {} : { name }),
    ...(isPrivate === (room.is_private === 1) ? {} : { isPrivate }),
  };
  if (Object.keys(changed).length === 0) return undefined;
  const at = await beginChange(tx, room, userId, { type: 'room_updated', details: changed });
  await queries.updateRoom(tx, room.id, { name, is_private: isPrivate ? 1 : 0 });
  return { changed, at };
}

export async function deleteWholeRoom(tx: Tx, room: MyRoom, userId: string): Promise<string[]> {
  const formerMembers = await members.listMemberUserIds(tx, room.id);
  const at = await beginChange(tx, room, userId, { type: 'room_deleted' });
  await members.dismissMembers(tx, room.id);
  await queries.updateRoom(tx, room.id, { deleted_at: at, member_count: 0 });
  return formerMembers;
}

/** One for every room, like a user's: an invitation tells nobody whether there is an account. */
const invitationId = (secret: string, email: string) => keyedId(secret, 'room invitation', email);

export async function restoreWholeRoom(
  tx: Tx,
  app: App,
  roomId: string,
  ownerId: string,
): Promise<void> {
  await requireRoomsLeft(tx, ownerId);
  const count = await members.bringMembersBack(tx, roomId, (email) =>
    invitationId(app.config.APP_SECRET, email),
  );
  await queries.updateRoom(tx, roomId, { deleted_at: null, member_count: count });
  await queries.logChange(tx, { roomId, type: 'room_restored', userId: ownerId });
}

export async function leaveAsMember(tx: Tx, room: MyRoom, userId: string): Promise<void> {
  await beginChange(tx, room, userId, { type: 'member_left', members: -1 });
  await members.removeMember(tx, room.id, userId);
}

/** A fifth of a user's rooms may be unopened ones, so that no one fills the list of another. */
const canBeAdded = async (tx: Tx, userId: string): Promise<boolean> =>
  (await members.countRoomsOf(tx, userId)) < MAX_ROOMS_PER_PERSON &&
  (await members.countRoomsOf(tx, userId, { unopened: true })) < MAX_ROOMS_PER_PERSON / 5;

/** The answer and the row do not tell whether the address has an account. */
export async function addToRoom(
  tx: Tx,
  app: App,
  { room, by, email, mayMail }: { room: MyRoom; by: CurrentUser; email: string; mayMail: boolean },
): Promise<RoomMember> {
  if (room.member_count >= MAX_ROOM_MEMBERS)
    throw new ProductError('ROOM_FULL', { max: MAX_ROOM_MEMBERS });
  // Others stay invited until they join by the room's link: no one fills the list of another, and
  // no one is told.
  const found = await findUser(tx, email);
  const known = found?.is_confirmed === 1 && (await canBeAdded(tx, found.id)) ? found : undefined;
  const details = { memberEmail: email };
  const at = await beginChange(tx, room, by.id, { type: 'member_added', details, members: 1 });
  const row = {
    member_id: known?.id ?? invitationId(app.config.APP_SECRET, email),
    email,
    role: 'member' as const,
    opened_at: null,
  };
  const isNew = await members.insertMember(tx, {
    ...row,
    room_id: room.id,
    user_id: known?.id ?? null,
    joined_at: at,
  });
  if (!isNew) throw new ProductError('ALREADY_ROOM_MEMBER');
  if (mayMail)
    await queueMail(tx, {
      kind: known ? 'added-to-room' : 'invited-to-room',
      recipient: email,
      user_id: known?.id ?? null,
      about: aboutRoom(room.id, by.id),
      // Who has no account reads, at best, what the one who knows their address does.
      ...(!known && { language: await findLanguage(tx, by.id) }),
    });
  return presentMember({ ...row, name: null }, true);
}

export async function removeFromRoom(
  tx: Tx,
  room: MyRoom,
  userId: string,
  memberId: string,
): Promise<{ readonly user_id: string | null }> {
  const member = await members.findMember(tx, room.id, memberId);
  if (!member) throw new ProductError('MEMBER_NOT_FOUND');
  const refusal = removalRefusalOf(member);
  if (refusal !== null) throw new ProductError(refusal);
  const details = { memberEmail: member.email };
  await beginChange(tx, room, userId, { type: 'member_removed', details, members: -1 });
  await members.removeMember(tx, room.id, member.member_id);
  return member;
}

export async function joinByToken(
  tx: Tx,
  user: CurrentUser,
  shareToken: string,
): Promise<{ roomId: string; isNew: boolean }> {
  const room = await queries.findRoomByShareToken(tx, shareToken, user.id);
  if (!room || (room.role === null && room.is_private === 1))
    throw new ProductError('ROOM_LINK_INVALID');
  const roomId = room.id;
  if (room.role !== null) return { roomId, isNew: false };
  await requireRoomsLeft(tx, user.id);
  const isInvited = await members.acceptInvitation(tx, roomId, user, Date.now());
  if (!isInvited && room.member_count >= MAX_ROOM_MEMBERS)
    throw new ProductError('ROOM_FULL', { max: MAX_ROOM_MEMBERS });
  const at = await queries.logChange(tx, {
    roomId,
    type: 'member_joined_by_token',
    userId: user.id,
    members: isInvited ? 0 : 1,
  });
  const isNew =
    isInvited ||
    (await members.insertMember(tx, {
      room_id: roomId,
      member_id: user.id,
      user_id: user.id,
      email: user.email,
      role: 'member',
      joined_at: at,
      opened_at: at,
    }));
  if (!isNew) throw new ProductError('ALREADY_ROOM_MEMBER');
  return { roomId, isNew: true };
}

export async function joinInvitingRooms(
  tx: Tx,
  user: { readonly id: string; readonly email: string },
): Promise<string[]> {
  const accepted = await members.acceptInvitations(tx, user.id, user.email, MAX_ROOMS_PER_PERSON);
  for (const { room_id: roomId } of accepted)
    await queries.logChange(tx, { roomId, type: 'member_join', userId: user.id });
  return accepted.map((each) => each.room_id);
}

/** From the first look on the others read a member's name. */
export async function openRoom(app: App, roomId: string, userId: string): Promise<MyRoom> {
  const room = await requireRoom(app.db, roomId, userId, 'read');
  if (room.role === null || room.opened_at !== null) return room;
  if (await whereWritable(members.markOpened(app.db, roomId, userId, Date.now())))
    roomChanged(app, roomId, 'members');
  return requireRoom(app.db, roomId, userId, 'read');
}
