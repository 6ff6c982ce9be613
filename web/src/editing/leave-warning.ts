import { useEffect } from 'react';
import { markUnsaved } from '../lib/unsaved.ts';

/** Asks before the tab is closed or reloaded. */
export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const saved = markUnsaved();
    return () => {
      window.removeEventListener('beforeunload', warn);
      saved();
    };
  }, [unsaved]);
}
