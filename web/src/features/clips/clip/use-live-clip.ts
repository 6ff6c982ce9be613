import { useQueryClient } from '@tanstack/react-query';
import { useAnonymousConnection, useSocketChannel, useSocketEvent } from '../../../live/socket.ts';
import { readClip, withContent, withFiles } from '../clip-shape.ts';
import { clipKeys, keepClip, patchClip } from '../clips.api.ts';

/**
 * Keeps one clip in step with the server while it is shown, signed in or not; each (re)connect
 * reads what was missed.
 */
export function useLiveClip(clipId: string | null): void {
  const client = useQueryClient();
  useAnonymousConnection();
  useSocketChannel({
    join: 'join:clip',
    leave: 'leave:clip',
    payload: clipId === null ? null : { clipId },
    onJoined(ack) {
      if (ack.ok) keepClip(client, readClip(ack.clip));
      // What could not be read in the first place would only flash "Loading" and fail again.
      else if (clipId && client.getQueryData(clipKeys.one(clipId)))
        void client.invalidateQueries({ queryKey: clipKeys.one(clipId) });
    },
  });
  useSocketEvent('clip-content-updated', (event) =>
    patchClip(client, event.clipId, (clip) => withContent(clip, event.content, event.version)),
  );
  useSocketEvent('clip-files-updated', (event) =>
    patchClip(client, event.clipId, (clip) => withFiles(clip, event.files, event.version)),
  );
  useSocketEvent('clip-update', (event) => {
    // The owner's other device deleted it, or marked it: neither comes as an event of the clip.
    const isHere = event.clipId === clipId || event.clipId === null;
    if (clipId !== null && isHere && ['deleted', 'favorite', 'tags'].includes(event.change))
      void client.invalidateQueries({ queryKey: clipKeys.one(clipId) });
  });
}
