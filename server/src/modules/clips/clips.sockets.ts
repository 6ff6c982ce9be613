import { channelOf } from '../../platform/realtime/channels.ts';
import { type ServedEvents, serveEvent } from '../../platform/realtime/serve-event.ts';
import type { PlanOf } from '../../platform/http/current-user.ts';
import type { Files } from '../files/files.ts';
import { presentClip, readClip, requireReadable } from './clips.ts';
import { authorise } from './clips.access.ts';
import { findClip } from './clips.queries.ts';

export interface ClipEventsContext {
  readonly files: Files;
  readonly planOf: PlanOf;
}

/**
 * What a socket may do about clips. Nothing that it sends is ever passed on.
 */
export function serveClipEvents(events: ServedEvents, { files, planOf }: ClipEventsContext): void {
  const { db } = files;

  /** The clip as it is stored, for its owner; every write of it was published by itself. */
  async function stored(clipId: string, userId: string) {
    const found = authorise(await findClip(db, clipId), userId, 'edit');
    return { clip: await presentClip(db, files, found, userId) };
  }

  serveEvent(events, 'join:clip', async ({ payload: { clipId }, user, join }) => {
    const userId = user?.id ?? null;
    const clip = await join(
      channelOf.clip(clipId),
      () => requireReadable(db, planOf, clipId, userId),
      () => readClip(db, files, planOf, clipId, userId),
    );
    return { clip };
  });

  serveEvent(events, 'leave:clip', async ({ payload: { clipId }, leave }) => {
    leave(channelOf.clip(clipId));
    return {};
  });

  serveEvent(events, 'clip-content-update', ({ payload, user }) => stored(payload.clipId, user.id));
  serveEvent(events, 'clip-files-update', ({ payload, user }) => stored(payload.clipId, user.id));
}
