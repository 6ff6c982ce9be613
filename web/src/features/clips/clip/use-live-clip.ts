import { useQueryClient } from '@tanstack/react-query';
import { AFTER_READING } from '../../../live/query-client.ts';
import { useAnonymousConnection, useSocketChannel, useSocketEvent } from '../../../live/socket.ts';
import { readClip, withContent, withFiles } from '../clip-shape.ts';
import { nameOfAuthor } from '../name-of-author.ts';
import { clipKeys, keepClip, patchClip } from '../clips.api.ts';

/** Its owner did this on another device: it does not come as an event of the clip. */
const ELSEWHERE: ReadonlySet<string> = new Set(['deleted', 'favorite', 'tags', 'address', 'bulk']);

/**
 * Keeps one clip in step with the server while it is shown, signed in or not; each (re)connect
 * reads what was missed.
 */
export function useLiveClip(clipId: string | null, grant?: string): void {
  const client = useQueryClient();
  useAnonymousConnection();
  useSocketChannel({
    join: 'join:clip',
    leave: 'leave:clip',
    payload: clipId === null ? null : { clipId, ...(grant === undefined ? {} : { grant }) },
    onJoined(ack) {
      if (ack.ok) keepClip(client, readClip(ack.clip));
      // What could not be read at all would only flash "Loading" and fail again.
      else if (clipId && client.getQueryData(clipKeys.one(clipId)))
        void client.invalidateQueries({ queryKey: clipKeys.one(clipId) });
    },
  });
  useSocketEvent('clip-content-updated', (event) =>
    patchClip(client, event.clipId, (clip) =>
      withContent(clip, event.content, event.version, nameOfAuthor(event.by)),
    ),
  );
  useSocketEvent('clip-files-updated', (event) =>
    patchClip(client, event.clipId, (clip) => withFiles(clip, event.files, event.version)),
  );
  useSocketEvent('clip-update', (event) => {
    const isHere = event.clipId === clipId || event.clipId === null;
    if (clipId !== null && isHere && ELSEWHERE.has(event.change))
      void client.invalidateQueries({ queryKey: clipKeys.one(clipId) }, AFTER_READING);
  });
}
