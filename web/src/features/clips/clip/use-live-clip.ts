import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AFTER_READING } from '../../../live/query-client.ts';
import { useAnonymousConnection, useSocketChannel, useSocketEvent } from '../../../live/socket.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import {
  type LiveClip,
  nameOfAuthor,
  readClip,
  withContent,
  withFiles,
} from '../../../things/clip.ts';
import { clipKeys, ELSEWHERE, keepClip, patchClip } from '../clips.api.ts';

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

const filesKey = (clip: LiveClip) => clip.files.map(({ id }) => id).join();

/**
 * Tells a viewer that the owner changed what is on the screen; the number grows with every change.
 */
export function useViewerNews(clip: LiveClip | undefined, isOwner: boolean): number {
  const [news, setNews] = useState(0);
  const shown = useRef<{ id: string; content: string; files: string } | null>(null);
  useEffect(() => {
    if (!clip) return;
    const next = { id: clip.id, content: clip.content, files: filesKey(clip) };
    const before = shown.current;
    shown.current = next;
    if (!before || before.id !== next.id) return;
    const text = before.content !== next.content;
    const files = before.files !== next.files;
    if (!text && !files) return;
    setNews((count) => count + 1);
    if (isOwner) return;
    if (files) toast.success(m.clips_files_updated(), undefined, { news: true });
    if (text) toast.success(m.clips_content_updated(), undefined, { news: true });
  }, [clip, isOwner]);
  return news;
}
