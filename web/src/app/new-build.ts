import { MINUTE_MS } from '../lib/time.ts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { call } from '../lib/api.ts';
import { pageBuild } from '../lib/build.ts';
import { hasUnsaved } from '../lib/unsaved.ts';
import { updateWorker } from './service-worker.ts';

/** While nodes are replaced one after the other, and when the old version comes back, both reply. */
const APART_MS = 5 * MINUTE_MS;

const newBuild = createStore(() => ({ ready: false }));
export const useNewBuild = (): boolean => useStore(newBuild, ({ ready }) => ready);

let heardSince: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The server said which build it serves. Another one is believed when it says so for a while. */
export function hearBuild(build: string): void {
  const own = pageBuild();
  clearTimeout(timer);
  if (own === '' || build === own) {
    heardSince = undefined;
    newBuild.setState({ ready: false });
    return;
  }
  heardSince ??= Date.now();
  const left = heardSince + APART_MS - Date.now();
  if (left > 0) timer = setTimeout(askBuild, left);
  else if (!newBuild.getState().ready) {
    newBuild.setState({ ready: true });
    void updateWorker();
  }
}

/** A connection that lasts hears nothing more by itself. */
function askBuild(): void {
  call('GET /features').then(
    ({ build }) => hearBuild(build),
    () => (timer = setTimeout(askBuild, APART_MS)),
  );
}

/** Goes on in the new build with the next page, where nothing would be lost. */
export function useReloadWhenLeaving(): void {
  const ready = useNewBuild();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (ready && !hasUnsaved()) location.reload();
  }, [ready, pathname]);
}
