import type { App } from '../core/app.ts';
import type { Connection } from '../core/live/connections.ts';
import { serveEvent } from '../core/live/serve-event.ts';
import type { Files } from '../files/files.ts';
import type { PlanOf } from '../auth/plans.ts';
import { presentOwnClip } from './clips.present.ts';
import { type ClipGrant, person, type Viewer } from './clips.access.ts';
import { authorise } from './find-clip.ts';
import { findClip, findClipHead } from './clips.queries.ts';
import { type LinksToClips, viewerOf } from './viewers.ts';
import { clipChannel } from './clips.news.ts';
import { readClip, requireReadable } from './read-clip.ts';

export interface ClipEventsContext {
  readonly files: Files;
  readonly planOf: PlanOf;
  readonly links: LinksToClips;
}

/** Where a viewer hears of a clip; its owner apart, who stays when others have to leave. */
function channelFor(clipId: string, { grant }: Viewer, isOwner: boolean): string {
  if (isOwner) return clipChannel.own(clipId);
  return grant ? clipChannel.opened(clipId, grant.linkId) : clipChannel.plain(clipId);
}

/** Until when a socket has a link open. */
interface Ending {
  /** The link as it was then. */
  readonly reader: string;
  readonly endsAt: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * A holder of a link leaves when the last grant ends that they showed; when the link does, they are
 * told with all.
 */
function leavingInTime() {
  /** By socket and channel. */
  const endings = new Map<string, Map<string, Ending>>();

  /** Those of a socket, as long as it is open. */
  function endingsOf(connection: Connection): Map<string, Ending> {
    const known = endings.get(connection.id);
    if (known) return known;
    const own = new Map<string, Ending>();
    endings.set(connection.id, own);
    connection.onClose(() => {
      endings.delete(connection.id);
      for (const { timer } of own.values()) clearTimeout(timer);
    });
    return own;
  }

  return (connection: Connection, clipId: string, { linkId, reader, endsAt }: ClipGrant): void => {
    if (!connection.isOpen()) return;
    const channel = clipChannel.opened(clipId, linkId);
    const own = endingsOf(connection);
    const before = own.get(channel);
    if (before?.reader === reader && before.endsAt >= endsAt) return;
    clearTimeout(before?.timer);
    const timer = setTimeout(() => {
      own.delete(channel);
      if (connection.isIn(channel)) connection.end(channel, 'link:closed', { clipId });
    }, endsAt - Date.now());
    timer.unref();
    own.set(channel, { reader, endsAt, timer });
  };
}

/**
 * What a socket may do about clips. Nothing that it sends is ever passed on.
 */
export function serveClipEvents(app: App, { files, planOf, links }: ClipEventsContext): void {
  const { db } = files;
  const leaveInTime = leavingInTime();

  /** The clip as it is stored, for its owner; every write of it was published by itself. */
  async function stored(clipId: string, userId: string) {
    const found = authorise(await findClip(db, clipId), person(userId), 'manage');
    return { clip: await presentOwnClip(db, files, found) };
  }

  serveEvent(app, 'join:clip', async ({ payload, user, connection, join }) => {
    const { clipId, grant } = payload;
    const look = () => viewerOf(links, db, { user, grant }, clipId);
    const viewer = await look();
    const isOwner = user !== null && (await findClipHead(db, clipId))?.user_id === user.id;
    const channel = channelFor(clipId, viewer, isOwner);
    const clip = await join(
      channel,
      async () => requireReadable(db, planOf, clipId, await look()),
      () => readClip(db, files, planOf, clipId, viewer),
    );
    if (viewer.grant && !isOwner) leaveInTime(connection, clipId, viewer.grant);
    return { clip };
  });

  serveEvent(app, 'leave:clip', async ({ payload: { clipId }, connection, leave }) => {
    const opened = clipChannel.opened(clipId, '');
    leave(clipChannel.plain(clipId));
    leave(clipChannel.own(clipId));
    // Of whatever link: a join may still be on its way.
    leave(opened);
    for (const channel of connection.channels()) if (channel.startsWith(opened)) leave(channel);
    return {};
  });

  serveEvent(app, 'clip-content-update', ({ payload, user }) => stored(payload.clipId, user.id));
  serveEvent(app, 'clip-files-update', ({ payload, user }) => stored(payload.clipId, user.id));
}
