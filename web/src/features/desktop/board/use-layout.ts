import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { withChange } from '../desktop-state.ts';
import { OWN, patchDesktop, refreshDesktop, saveRect } from '../desktop.api.ts';
import { notify } from '../desktop.messages.ts';
import type { Rect } from './rect.ts';
import { LayoutStore } from './layout-store.ts';

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Saves rects one by one; returns the ids that wait for another try. */
async function saveAll(
  client: QueryClient,
  rects: ReadonlyMap<string, Rect>,
  again: () => void,
): Promise<string[]> {
  const failed: string[] = [];
  let reason: unknown;
  for (const [id, rect] of rects) {
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
  }
  if (failed.length === 0) notify.layoutSaved();
  else notify.layoutFailed(reason, again);
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
    layout.saveWith((rects) => saveAll(client, rects, () => void layout.flush()));
  }, [layout, client]);
  useEffect(() => {
    const flush = () => void layout.flush();
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      flush();
    };
  }, [layout]);
  return layout;
}
