import { ProductError } from '@clipline/contract/errors.ts';
import type { RoomCapability, RoomRole } from '@clipline/contract/room-roles.ts';
import type { Db, Tx } from '../core/db/database.ts';
import type { Repeating } from '../core/http/serve.ts';
import { findContent, type FoundContent } from './room-content.queries.ts';
import { markOpened } from './room-members.queries.ts';
import { editRefusalOf, refusalOf, roleIn } from './rooms.access.ts';
import * as queries from './rooms.queries.ts';

/** With what the one who asked is in it. */
export type MyRoom = queries.FoundRoom & { readonly as: RoomRole };

export const roleOf = (room: queries.FoundRoom): RoomRole | null =>
  roleIn({ isPrivate: room.is_private === 1, membership: room.role });

export async function requireRoom(
  db: Db,
  roomId: string,
  userId: string,
  capability: RoomCapability,
): Promise<MyRoom> {
  const room = await queries.findRoom(db, roomId, userId);
  const role = room ? roleOf(room) : null;
  const refusal = refusalOf(role, capability);
  if (refusal !== null) throw new ProductError(refusal);
  return { ...(room as queries.FoundRoom), as: role as RoomRole };
}

/** A repeat is answered as before to whoever may still do it. */
export const repeatingIn = (db: Db, capability: RoomCapability): Repeating => ({
  callerOf: async ({ call: { user, address } }) => user?.id ?? address,
  async onRepeat({ call: { user, params } }) {
    await requireRoom(db, (params as { id: string }).id, user?.id ?? '', capability);
  },
});

/** Begins a change by a member of the room; returns its moment. */
export async function beginChange(
  tx: Tx,
  room: MyRoom,
  userId: string,
  change: Omit<queries.ActivityEntry, 'roomId' | 'userId'> & queries.Growth,
): Promise<number> {
  const at = await queries.logChange(tx, { ...change, roomId: room.id, userId });
  if (room.opened_at === null) await markOpened(tx, room.id, userId, at);
  return at;
}

export interface ItemCall {
  readonly user: { readonly id: string };
  readonly params: { readonly id: string; readonly contentId: string };
}

export interface FoundItem {
  readonly room: MyRoom;
  readonly item: FoundContent;
}

export async function requireItem(
  db: Db,
  { user, params }: ItemCall,
  capability: RoomCapability,
): Promise<FoundItem> {
  const room = await requireRoom(db, params.id, user.id, capability);
  const item = await findContent(db, room.id, params.contentId);
  if (!item || item.deleted_at !== null) throw new ProductError('CONTENT_NOT_FOUND');
  return { room, item };
}

export async function requireOwnText(db: Db, call: ItemCall): Promise<FoundItem> {
  const found = await requireItem(db, call, 'editOwnContent');
  const { user_id: authorId, type } = found.item;
  const refusal = editRefusalOf({ authorId, type }, call.user.id);
  if (refusal !== null) throw new ProductError(refusal);
  return found;
}
