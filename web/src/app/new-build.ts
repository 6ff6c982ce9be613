import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { call } from '../lib/api.ts';
import { BUILD_LOCK } from '../lib/build-lock.ts';
import { pageBuild } from '../lib/build.ts';
import { language } from '../lib/language.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { hasUnsaved } from '../lib/unsaved.ts';

/** While nodes are replaced one after the other, and when the old version comes back, both reply. */
const APART_MS = 5 * MINUTE_MS;

const newBuild = createStore(() => ({ ready: false }));
export const useNewBuild = (): boolean => useStore(newBuild, ({ ready }) => ready);

let heardSince: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Another build is believed when the server says so for a while. */
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

let started: Promise<boolean> | undefined;

const afterLoad = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));

const forEver = () => new Promise<never>(() => undefined);

/**
 * Plain http knows no workers. Where the server gives none, one from before goes at once, not when
 * the browser looks for another. Resolves whether there is one.
 */
export function startWorker(): Promise<boolean> {
  return (started ??= start());
}

async function start(): Promise<boolean> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  await afterLoad();
  if (!workers) return false;
  if (document.body.dataset['worker'] !== 'on') {
    await removeWorker(workers).catch(() => undefined);
    return false;
  }
  // The files of this build stay as long as the page is open.
  navigator.locks
    ?.request(BUILD_LOCK + pageBuild(), { mode: 'shared' }, forEver)
    .catch(() => undefined);
  try {
    await workers.register(`/sw.js?lang=${language()}`, { updateViaCache: 'none' });
    return true;
  } catch {
    return false;
  }
}

/** Not left to the worker of such a server alone: the old one may keep it waiting for minutes. */
async function removeWorker(workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** The browser itself looks with the next page only. */
async function updateWorker(): Promise<void> {
  try {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    await (await workers?.getRegistration())?.update();
  } catch {
    // It follows with the next page.
  }
}
