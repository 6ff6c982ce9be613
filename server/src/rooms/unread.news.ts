import type { App } from '../core/app.ts';
import { whereWritable } from '../core/db/errors.ts';
import { channelOf } from '../core/live/channels.ts';
import { listMemberUserIds } from './room-members.queries.ts';
import { listUnread, markRoomSeen } from './unread.queries.ts';

declare module '../core/app.ts' {
  interface App {
    /** On every node, to the members whose number may be another now. */
    readonly tellUnread: (change: UnreadChange) => void;
    /** Rooms that this node told of within the last second, with what changed since. */
    readonly unreadSince: Map<string, UnreadChange[]>;
  }
}

/** Who alone hears of it, or who does not. */
export interface UnreadChange {
  readonly roomId: string;
  readonly to?: readonly string[];
  readonly except?: string;
}

/** A person hears of a room at most so often, and so often its members are looked up. */
const NEWS_MS = 1000;

/** Whoever looks at the room has seen it: one write for all, and no news for most. */
async function seeHere(app: App, roomId: string): Promise<readonly string[]> {
  const looking = app.channels.usersHere(channelOf.lookingAt(roomId));
  if (looking.length === 0) return [];
  const isNew = await whereWritable(markRoomSeen(app.db, roomId, looking));
  // Their devices at other nodes may have heard of it.
  if (isNew && !app.channels.isAlone) app.tellUnread({ roomId, to: looking });
  return looking;
}

async function tell(app: App, roomId: string, changes: readonly UnreadChange[]): Promise<void> {
  const looking = new Set(changes.some(({ to }) => !to) ? await seeHere(app, roomId) : []);
  const members = await listMemberUserIds(app.db, roomId);
  const concerned = members.filter(
    (id) =>
      app.channels.isHere(channelOf.user(id)) &&
      changes.some(({ to, except }) => (to ? to.includes(id) : except !== id && !looking.has(id))),
  );
  if (concerned.length === 0) return;
  // Most of a busy room have seen as much as the others, and one message is made for all of them.
  const byCount = Map.groupBy(await listUnread(app.db, roomId, concerned), (each) => each.unread);
  for (const [unread, told] of byCount)
    app.channels.publishHere(
      told.map(({ id }) => channelOf.user(id)),
      'room:news',
      { roomId, unread },
    );
}

function tellTogether(app: App, roomId: string, changes: readonly UnreadChange[]): void {
  const since: UnreadChange[] = [];
  app.unreadSince.set(roomId, since);
  setTimeout(() => {
    app.unreadSince.delete(roomId);
    if (since.length > 0) tellTogether(app, roomId, since);
  }, NEWS_MS).unref();
  void app.tell(() => tell(app, roomId, changes));
}

/** What each node does for the sockets that it has: the first at once, the others after a second. */
export function unreadChanged(app: App, change: UnreadChange): void {
  const since = app.unreadSince.get(change.roomId);
  if (since) since.push(change);
  else tellTogether(app, change.roomId, [change]);
}
