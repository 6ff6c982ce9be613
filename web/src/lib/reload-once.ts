import { pageBuild } from './build.ts';
import { hasUnsaved } from './unsaved.ts';

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
