import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, failureText } from '../../../lib/api-error.ts';
import { withChange } from '../desktop-state.ts';
import { OWN, patchDesktop, refreshDesktop, saveRect } from '../desktop.api.ts';
import type { Rect } from './rect.ts';
import { LayoutStore, type Pace } from './layout-store.ts';

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Saves rects; returns the ids that wait for another try. */
async function saveAll(
  client: QueryClient,
  rects: ReadonlyMap<string, Rect>,
  pace: Pace,
  again: () => void,
): Promise<string[]> {
  const failed: string[] = [];
  let reason: unknown;
  const save = async (id: string, rect: Rect) => {
    try {
      const item = await saveRect(id, rect);
      patchDesktop(client, OWN, (known) => withChange(known, id, item));
    } catch (error) {
      // It was deleted meanwhile.
      if (isGone(error)) void refreshDesktop(client, OWN);
      else {
        failed.push(id);
        reason = error;
      }
    }
  };
  if (pace === 'at once') await Promise.all(Array.from(rects, ([id, rect]) => save(id, rect)));
  else for (const [id, rect] of rects) await save(id, rect);
  // Pages are told what was saved in TanStack Query's next round, and show old positions until then.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  // It follows by itself on what was done, whose Undo must not go for it.
  if (failed.length === 0)
    toast.success(m.desktop_layout_saved(), undefined, { duration: 2000, news: true });
  else
    toast.error(m.desktop_layout_failed(), failureText(reason), {
      action: { label: m.ui_try_again(), onPress: again },
    });
  return failed;
}

/**
 * Positions and sizes that this page has changed, saved half a second after the last change and
 * when the page closes.
 */
export function useLayout(): LayoutStore {
  const client = useQueryClient();
  const [layout] = useState(() => new LayoutStore());
  useEffect(() => {
    layout.saveWith((rects, pace) => saveAll(client, rects, pace, () => void layout.flush()));
  }, [layout, client]);
  useEffect(() => {
    const flush = () => void layout.flush();
    // A page that closes sends what it begins now and nothing more.
    const flushAtOnce = () => void layout.flushAtOnce();
    window.addEventListener('pagehide', flushAtOnce);
    window.addEventListener('online', flush);
    return () => {
      window.removeEventListener('pagehide', flushAtOnce);
      window.removeEventListener('online', flush);
      flush();
    };
  }, [layout]);
  return layout;
}
