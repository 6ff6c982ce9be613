import { useSyncExternalStore } from 'react';
import { PHONE, useMediaQuery } from './browser.ts';
import { storage } from './storage.ts';

export type ListView = 'rows' | 'cards';

const KEY = 'list-view';
const CHOSEN = 'list-view-chosen';

function follow(onChange: () => void): () => void {
  for (const change of [CHOSEN, 'storage']) window.addEventListener(change, onChange);
  return () => {
    for (const change of [CHOSEN, 'storage']) window.removeEventListener(change, onChange);
  };
}

function kept(): ListView | null {
  const view = storage.get(KEY);
  return view === 'rows' || view === 'cards' ? view : null;
}

/** How every list but the dashboard's is shown; until a person chooses, cards, and rows on a phone. */
export function useListView(): ListView {
  const isPhone = useMediaQuery(PHONE);
  const view = useSyncExternalStore(follow, kept, () => null);
  return view ?? (isPhone ? 'rows' : 'cards');
}

/** Kept in this browser, and followed by its other tabs. */
export function chooseListView(view: ListView): void {
  storage.set(KEY, view);
  window.dispatchEvent(new Event(CHOSEN));
}
