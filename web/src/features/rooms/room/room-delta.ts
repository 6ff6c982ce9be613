import { ROOM_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { Room, RoomContent, RoomDelta } from '@clipline/contract/schemas/rooms.ts';

/** Until it is read again: who hears of it may not see all addresses. */
function withEmail(room: Room, item: NonNullable<RoomDelta['item']>): RoomContent | undefined {
  const { id } = item.user;
  const known =
    room.members.find((member) => member.id === id)?.email ??
    room.content.find(({ user }) => user.id === id)?.user.email;
  return known === undefined ? undefined : { ...item, user: { ...item.user, email: known } };
}

export interface AppliedDelta {
  readonly room: Room;
  readonly item?: RoomContent;
  readonly isNew?: boolean;
}

/**
 * The room after a change, and the item of it. Null when the room is not as it was before the
 * change: it has to be read. Undefined when it has the change already.
 */
export function withDelta(room: Room, delta: RoomDelta): AppliedDelta | null | undefined {
  if (delta.updated_at <= room.updated_at) return undefined;
  if (delta.since !== room.updated_at) return null;
  const { updated_at, settings, removed } = delta;
  if (settings)
    return { room: { ...room, ...settings, isPrivate: settings.is_private, updated_at } };
  if (removed !== undefined) {
    const content = room.content.filter(({ id }) => id !== removed);
    return { room: { ...room, updated_at, content, contentTotal: room.contentTotal - 1 } };
  }
  const item = delta.item && withEmail(room, delta.item);
  if (!item) return null;
  const isNew = item.version === 1;
  const { email } = item.user;
  return {
    item,
    isNew,
    room: {
      ...room,
      updated_at,
      content: isNew
        ? [item, ...room.content.filter(({ id }) => id !== item.id)].slice(0, ROOM_PAGE_SIZE)
        : room.content.map((known) => (known.id === item.id ? item : known)),
      contentTotal: room.contentTotal + (isNew ? 1 : 0),
      authors: room.authors.includes(email) ? room.authors : [...room.authors, email],
    },
  };
}
