import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { pageBuild } from './build.ts';

const parts = createStore(() => 0);

export function markUnsaved(): () => void {
  parts.setState((count) => count + 1);
  return () => parts.setState((count) => count - 1);
}

export const hasUnsaved = (): boolean => parts.getState() > 0;
export const useUnsaved = (): boolean => useStore(parts, (count) => count > 0);

const KEY = 'reloaded';

/**
 * After an update a part of the page may be missing: once for each page and build, where nothing
 * would be lost.
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
