import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import { useEffect, useRef, useState } from 'react';
import type { LiveClip } from '../clip-shape.ts';

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
