import { useEffect, useMemo, useRef, useState } from 'react';
import { useDebounced } from '../lib/debounce.ts';
import { findDraft, forgetDraft, keepDraft, type Draft } from '../lib/drafts.ts';
import { SESSION_EXPIRED } from '../session/refresh.ts';
import { useUser } from '../session/session.ts';

const WRITE_AFTER_MS = 300;

export interface DraftKeeper {
  /** Text kept from before this visit; null when there is none, or after `forget`. */
  readonly offered: Draft | null;
  readonly keep: (text: string, of?: number) => void;
  /** Now, and not in a moment: what is opened next looks for it. */
  readonly flush: () => void;
  /** Whether this is what is kept; another page of the same key may have kept its own since. */
  readonly holds: (text: string) => boolean;
  readonly forget: () => void;
}

/**
 * Keeps the unsaved text of one thing across a forced logout, and offers it on the next visit.
 * `key` null: not known yet.
 */
export function useDraft(key: string | null): DraftKeeper {
  const userId = useUser()?.id ?? null;
  // At expiry the user is gone before the event arrives; the text still belongs to them.
  const owner = useRef(userId);
  const ofUser = `${key} ${userId}`;
  const [forgotten, setForgotten] = useState('');
  // Read once per key: what is typed here now is not offered back here.
  const found = useMemo(() => (key ? findDraft(key, userId) : null), [key, userId]);
  const keep = useDebounced(
    (text: string, of?: number) => {
      if (key) keepDraft(key, text, owner.current, of);
    },
    WRITE_AFTER_MS,
    { atEnd: 'flush' },
  );

  useEffect(() => {
    if (userId) owner.current = userId;
  }, [userId]);

  useEffect(() => {
    window.addEventListener(SESSION_EXPIRED, keep.flush);
    window.addEventListener('pagehide', keep.flush);
    return () => {
      window.removeEventListener(SESSION_EXPIRED, keep.flush);
      window.removeEventListener('pagehide', keep.flush);
      // Before another key: what waits belongs to this one.
      keep.flush();
    };
  }, [keep, key]);

  const holds = (text: string) => {
    keep.flush();
    return key !== null && findDraft(key, owner.current)?.text === text;
  };

  const forget = () => {
    keep.cancel();
    if (key) forgetDraft(key, userId ?? owner.current);
    setForgotten(ofUser);
  };

  return { offered: forgotten === ofUser ? null : found, keep, flush: keep.flush, holds, forget };
}
