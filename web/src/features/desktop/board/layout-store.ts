import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, failureText } from '../../../lib/api-error.ts';
import { debounce } from '../../../lib/debounce.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import { withChange } from '../desktop-state.ts';
import { OWN, patchDesktop, refreshDesktop, saveRect } from '../desktop.api.ts';
import { type Rect, sameRect } from './rect.ts';

export const SAVE_AFTER_MS = 500;

/** One by one, so that what was moved last ends on top; or all at once, as the page closes. */
export type Pace = 'in turn' | 'at once';

export type SaveRects = (
  rects: ReadonlyMap<string, Rect>,
  pace: Pace,
) => Promise<readonly string[]>;

/**
 * Frames that this page knows better than the server: of blocks that are being dragged, or were
 * moved and are not saved yet. They win over what arrives from elsewhere, so that nothing is pulled
 * out from under a finger.
 */
export class LayoutStore {
  #save: SaveRects = async () => [];
  #rects = new Map<string, Rect>();
  #unsaved = new Set<string>();
  #held = new Set<string>();
  #listeners = new Set<() => void>();
  readonly #later = debounce(() => void this.flush(), SAVE_AFTER_MS);
  #saving = false;
  #version = 0;

  /** `save` returns the ids that it could not save. */
  saveWith(save: SaveRects): void {
    this.#save = save;
  }

  readonly rectOf = (id: string): Rect | undefined => this.#rects.get(id);
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  /** A drag begins: others cannot move this block until it ends. */
  hold(id: string, rect: Rect): void {
    this.#held.add(id);
    this.#put(id, rect);
  }

  release(id: string): void {
    this.#held.delete(id);
    if (this.#unsaved.has(id)) return;
    this.#rects.delete(id);
    this.#publish();
  }

  /** A block has its new position: it is saved when it has kept it for a moment. */
  settle(id: string, rect: Rect): void {
    this.#held.delete(id);
    this.#unsaved.add(id);
    this.#put(id, rect);
    this.#later();
  }

  forget(id: string): void {
    this.#held.delete(id);
    this.#unsaved.delete(id);
    if (this.#rects.delete(id)) this.#publish();
  }

  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#rects.keys()) if (!ids.has(id)) this.forget(id);
  }

  readonly flush = async (): Promise<void> => {
    this.#later.cancel();
    if (this.#saving) return this.#later();
    this.#saving = true;
    await this.#send('in turn');
    this.#saving = false;
  };

  /** The page closes: what is not saved is sent at once, also what waits for its turn. */
  readonly flushAtOnce = (): Promise<void> => {
    this.#later.cancel();
    return this.#send('at once');
  };

  async #send(pace: Pace): Promise<void> {
    const sent = new Map<string, Rect>();
    for (const id of this.#unsaved) {
      const rect = this.#rects.get(id);
      if (rect && !this.#held.has(id)) sent.set(id, rect);
    }
    if (sent.size === 0) return;
    const failed = new Set(await this.#save(sent, pace).catch(() => [...sent.keys()]));
    for (const [id, rect] of sent) {
      const now = this.#rects.get(id);
      // Moved again meanwhile, it waits for its own turn.
      if (failed.has(id) || !now || !sameRect(now, rect)) continue;
      this.#unsaved.delete(id);
      if (!this.#held.has(id)) this.#rects.delete(id);
    }
    this.#publish();
  }

  #put(id: string, rect: Rect): void {
    const known = this.#rects.get(id);
    if (known && sameRect(known, rect)) return;
    this.#rects.set(id, rect);
    this.#publish();
  }

  #publish(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

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
