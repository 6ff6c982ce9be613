import type { App } from '../core/app.ts';
import type { Connection } from '../core/live/channels.ts';
import { type Emission, serveEvent } from '../core/live/serve-event.ts';
import type { ClipGrant } from './clips.access.ts';
import { clipChannel } from './clips.news.ts';
import { presentClip, presentOwnClip } from './clips.present.ts';
import { type FoundClip, requireClip } from './require-clip.ts';

/** By socket and channel, of the grants that were shown there the one that ends last. */
const shown = new Map<string, ClipGrant>();

/** A holder leaves when their grant ends; when the link does, they are told with all. */
function leaveInTime(connection: Connection, clipId: string, grant: ClipGrant): void {
  const channel = clipChannel.opened(clipId, grant.linkId);
  const key = `${connection.id} ${channel}`;
  const before = shown.get(key);
  // One with another reader is dead, whenever it would have ended.
  const isLonger = before?.reader === grant.reader && before.endsAt >= grant.endsAt;
  if (!connection.isOpen() || isLonger) return;
  shown.set(key, grant);
  const timer = setTimeout(() => {
    if (shown.get(key) !== grant) return;
    shown.delete(key);
    if (connection.isIn(channel))
      connection.end(channel, 'link:closed', { clipId }, clipChannel.all(clipId));
  }, grant.endsAt - Date.now()).unref();
  connection.onClose(() => {
    clearTimeout(timer);
    shown.delete(key);
  });
}

/** Where a viewer hears of a clip; its owner apart, who stays when others have to leave. */
function channelFor({ clip: { id }, viewer, isOwner }: FoundClip): string {
  if (isOwner) return clipChannel.own(id);
  return viewer.grant ? clipChannel.opened(id, viewer.grant.linkId) : clipChannel.plain(id);
}

async function joinClip({ payload, user, connection, join }: Emission<'join:clip'>, app: App) {
  const { clipId, grant } = payload;
  const call = { user, params: { id: clipId }, headers: { 'x-link-grant': grant } };
  let found: FoundClip | undefined;
  const clip = await join(
    async () => channelFor(await requireClip(app, app.db, call, 'read')),
    async () => {
      found = await requireClip(app, app.db, call, 'read');
      return presentClip(app, app.db, found.clip, found.viewer);
    },
  );
  if (found?.viewer.grant && !found.isOwner) leaveInTime(connection, clipId, found.viewer.grant);
  return { clip };
}

async function leaveClip({ payload, connection, leave }: Emission<'leave:clip'>) {
  const all = clipChannel.all(payload.clipId);
  for (const channel of connection.channels()) if (channel.startsWith(all)) leave(channel);
  return {};
}

/** The clip as it is stored, for its owner; every write of it was published by itself. */
async function readStored(
  { payload, user }: Emission<'clip-content-update' | 'clip-files-update'>,
  app: App,
) {
  const call = { user, params: { id: payload.clipId } };
  const { clip } = await requireClip(app, app.db, call, 'manage');
  return { clip: await presentOwnClip(app, app.db, clip) };
}

/** Nothing that a socket sends about clips is ever passed on. */
export function serveClipEvents(app: App): void {
  serveEvent(app, 'join:clip', joinClip);
  serveEvent(app, 'leave:clip', leaveClip);
  serveEvent(app, 'clip-content-update', readStored);
  serveEvent(app, 'clip-files-update', readStored);
}
