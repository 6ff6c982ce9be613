import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { pageBuild } from './build.ts';

const parts = createStore(() => 0);

/** Something on the page is not saved until the result is called. */
export function markUnsaved(): () => void {
  parts.setState((count) => count + 1);
  return () => parts.setState((count) => count - 1);
}

/** Whether to load the page again would lose something. */
export const hasUnsaved = (): boolean => parts.getState() > 0;
export const useUnsaved = (): boolean => useStore(parts, (count) => count > 0);

const KEY = 'reloaded';

/**
 * Loads the page again when a part of it is missing, as after an update: once for each page of each
 * build, and only where the server replies and nothing would be lost.
 */
export async function reloadOnce(): Promise<void> {
  const mark = `${pageBuild()} ${location.pathname}`;
  try {
    if (hasUnsaved() || sessionStorage.getItem(KEY) === mark) return;
    if (!(await fetch('/healthz', { cache: 'no-store' })).ok) return;
    sessionStorage.setItem(KEY, mark);
    location.reload();
  } catch {
    // Offline, or nothing can be remembered here: the page says what is the matter.
  }
}
