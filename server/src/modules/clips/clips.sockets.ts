import { allowedBy } from '@clipline/contract/plans.ts';
import { type Channels, channelOf } from '../../realtime/channels.ts';
import { type ServedEvents, serveEvent } from '../../realtime/serve-event.ts';
import type { PlanOf } from '../../http/current-user.ts';
import type { Files } from '../files/files.ts';
import { presentClip, readClip } from './clips.ts';
import { authorise } from './clips.access.ts';
import { findClip } from './clips.queries.ts';

export interface ClipEventsContext {
  readonly files: Files;
  readonly channels: Pick<Channels, 'publish' | 'expelOthers'>;
  readonly planOf: PlanOf;
}

/**
 * What a socket may do about clips. Nothing that it sends is ever passed on: the store is read
 * again instead.
 */
export function serveClipEvents(
  events: ServedEvents,
  { files, channels, planOf }: ClipEventsContext,
): void {
  const { db } = files;

  async function ownClip(clipId: string, userId: string) {
    const stored = authorise(await findClip(db, clipId), userId, 'edit');
    if (!allowedBy(await planOf(db, userId)).sharing)
      channels.expelOthers(channelOf.clip(clipId), [userId]);
    return { stored, clip: await presentClip(db, files, stored, userId) };
  }

  serveEvent(events, 'join:clip', async ({ payload: { clipId }, user, join }) => {
    const clip = await join(channelOf.clip(clipId), async () => {
      const found = await readClip(db, files, planOf, clipId, user?.id ?? null);
      return {
        state: found,
        at: { 'clip-content-updated': found.version, 'clip-files-updated': found.version },
      };
    });
    return { clip };
  });

  serveEvent(events, 'leave:clip', async ({ payload: { clipId }, leave }) => {
    leave(channelOf.clip(clipId));
    return {};
  });

  serveEvent(events, 'clip-content-update', async ({ payload: { clipId }, user }) => {
    const { stored, clip } = await ownClip(clipId, user.id);
    const news = { clipId, content: clip.content, version: clip.version };
    channels.publish(channelOf.clip(clipId), 'clip-content-updated', news, stored.content_version);
    return {};
  });

  serveEvent(events, 'clip-files-update', async ({ payload: { clipId }, user }) => {
    const { stored, clip } = await ownClip(clipId, user.id);
    // When the text changed last, the files are those that every viewer was told of already.
    const filesChangedLast = stored.version > stored.content_version;
    const news = { clipId, files: clip.files, version: clip.version };
    if (filesChangedLast)
      channels.publish(channelOf.clip(clipId), 'clip-files-updated', news, clip.version);
    return {};
  });
}
