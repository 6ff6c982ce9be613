import type { App } from '../core/app.ts';
import { channelOf } from '../core/live/channels.ts';
import { listMemberUserIds } from './room-members.queries.ts';
import { listUnread } from './unread.queries.ts';

declare module '../core/app.ts' {
  interface App {
    /** On every node, to the members whose number may be another now. */
    readonly tellUnread: (change: UnreadChange) => void;
    /** Whom this node told within the last second, and whether there is more to tell them. */
    readonly unreadTold: {
      readonly rooms: Map<string, Set<string | undefined>>;
      readonly people: Map<string, boolean>;
    };
  }
}

/** Who alone hears of it, or who does not. */
export interface UnreadChange {
  readonly roomId: string;
  readonly to?: string;
  readonly except?: string;
}

/** A person hears of a room at most so often, and so often its members are looked up. */
const NEWS_MS = 1000;

const keyOf = (roomId: string, userId: string) => `${roomId} ${userId}`;

async function tell(app: App, roomId: string, userIds: readonly string[]): Promise<void> {
  const { people } = app.unreadTold;
  const due = userIds.filter((id) => {
    const key = keyOf(roomId, id);
    const isQuiet = people.has(key);
    people.set(key, isQuiet);
    return !isQuiet;
  });
  if (due.length === 0) return;
  setTimeout(() => {
    const again = due.filter((id) => people.get(keyOf(roomId, id)));
    for (const id of due) people.delete(keyOf(roomId, id));
    void app.tell(() => tell(app, roomId, again));
  }, NEWS_MS).unref();
  for (const { id, unread } of await listUnread(app.db, roomId, due))
    app.channels.publishHere(channelOf.user(id), 'room:news', { roomId, unread });
}

function tellAll(app: App, roomId: string, except: string | undefined): void {
  const { rooms } = app.unreadTold;
  const since = rooms.get(roomId);
  if (since) return void since.add(except);
  rooms.set(roomId, new Set());
  void app.tell(async () => {
    const members = await listMemberUserIds(app.db, roomId);
    const others = members.filter((id) => id !== except);
    const here = others.filter((id) => app.channels.isHere(channelOf.user(id)));
    await tell(app, roomId, here);
  });
  setTimeout(() => {
    const authors = [...(rooms.get(roomId) ?? [])];
    rooms.delete(roomId);
    if (authors.length > 0) tellAll(app, roomId, authors.length === 1 ? authors[0] : undefined);
  }, NEWS_MS).unref();
}

/** What each node does for the sockets that it has: the first at once, the last after the second. */
export function unreadChanged(app: App, { roomId, to, except }: UnreadChange): void {
  if (to === undefined) tellAll(app, roomId, except);
  else void app.tell(() => tell(app, roomId, [to]));
}
