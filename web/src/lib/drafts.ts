import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { SESSION_EXPIRED } from './session-refresh.ts';
import { useUser } from './session.ts';
import { readJson, storage } from './storage.ts';

/**
 * Text that was typed and not saved. `userId` null: typed while signed out, so it belongs to
 * whoever signs in next.
 */
export interface Draft {
  readonly text: string;
  readonly userId: string | null;
  readonly savedAt: number;
  /** The saved version that the text was made from, where there are versions. */
  readonly of?: number | undefined;
}

const PREFIX = 'draft:';
const KEEP_MS = 7 * 24 * 3_600_000;
const WRITE_AFTER_MS = 300;

export function keepDraft(key: string, text: string, userId: string | null, of?: number): void {
  if (text.trim() === '') storage.remove(PREFIX + key);
  else
    storage.set(
      PREFIX + key,
      JSON.stringify({ text, userId, savedAt: Date.now(), of } satisfies Draft),
    );
}

/** The kept text of this place, if it is this person's to see. */
export function findDraft(key: string, userId: string | null): Draft | null {
  const draft = readJson(PREFIX + key) as Draft | null;
  if (!draft || (draft.userId !== null && draft.userId !== userId)) return null;
  return Date.now() - draft.savedAt < KEEP_MS ? draft : null;
}

export const forgetDraft = (key: string): void => storage.remove(PREFIX + key);

/**
 * Logging out is leaving the device to others: nothing typed stays. An expired session keeps its
 * drafts.
 */
export function forgetAllDrafts(): void {
  for (const key of storage.keys()) if (key.startsWith(PREFIX)) storage.remove(key);
}

export interface DraftKeeper {
  /** Text kept from before this visit; null when there is none, or after `forget`. */
  readonly offered: Draft | null;
  /** Call with the text on every change while it is unsaved. */
  readonly keep: (text: string, of?: number) => void;
  /** Call when the text was saved, restored or declined. */
  readonly forget: () => void;
}

/**
 * Keeps the unsaved text of one place across a forced logout, and offers it on the next visit.
 * `key` null: not known yet.
 */
export function useDraft(key: string | null): DraftKeeper {
  const userId = useUser()?.id ?? null;
  // At expiry the user is gone before the event arrives; the text still belongs to them.
  const owner = useRef(userId);
  const pending = useRef<{
    text: string;
    of: number | undefined;
    timer: ReturnType<typeof setTimeout>;
  } | null>(null);
  const place = `${key} ${userId}`;
  const [forgotten, setForgotten] = useState('');
  // Read once per place: what is typed here now is not offered back here.
  const found = useMemo(() => (key ? findDraft(key, userId) : null), [key, userId]);

  useEffect(() => {
    if (userId) owner.current = userId;
  }, [userId]);

  const flush = useCallback(() => {
    if (!pending.current || !key) return;
    clearTimeout(pending.current.timer);
    keepDraft(key, pending.current.text, owner.current, pending.current.of);
    pending.current = null;
  }, [key]);

  useEffect(() => {
    window.addEventListener(SESSION_EXPIRED, flush);
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener(SESSION_EXPIRED, flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  const keep = useCallback(
    (text: string, of?: number) => {
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = { text, of, timer: setTimeout(flush, WRITE_AFTER_MS) };
    },
    [flush],
  );

  const forget = useCallback(() => {
    if (pending.current) clearTimeout(pending.current.timer);
    pending.current = null;
    if (key) forgetDraft(key);
    setForgotten(place);
  }, [key, place]);

  return { offered: forgotten === place ? null : found, keep, forget };
}
