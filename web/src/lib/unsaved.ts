import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const parts = createStore(() => 0);

/** Something on the page is not saved until the result is called. */
export function markUnsaved(): () => void {
  parts.setState((count) => count + 1);
  return () => parts.setState((count) => count - 1);
}

/** Whether to load the page again would lose something. */
export const hasUnsaved = (): boolean => parts.getState() > 0;
export const useUnsaved = (): boolean => useStore(parts, (count) => count > 0);
