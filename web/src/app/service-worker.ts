import { BUILD_LOCK } from '../lib/build-lock.ts';
import { pageBuild } from '../lib/build.ts';
import { language } from '../lib/language.ts';

let started = false;

const afterLoad = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));

const forEver = () => new Promise<never>(() => undefined);

/**
 * Has the browser keep this build, in this language. Plain http knows no workers; without one, or
 * with a server that does not give it, all is as it was; a browser that has one from before takes
 * the one that leaves at once, not when it happens to look.
 */
export async function startWorker(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (started || !workers) return;
  started = true;
  await afterLoad();
  if (document.body.dataset['worker'] !== 'on') return updateWorker();
  // The files of this build stay as long as the page is open.
  navigator.locks
    ?.request(BUILD_LOCK + pageBuild(), { mode: 'shared' }, forEver)
    .catch(() => undefined);
  await workers
    .register(`/sw.js?lang=${language()}`, { updateViaCache: 'none' })
    .catch(() => undefined);
}

/** Has it keep the newest build now: the browser itself looks with the next page only. */
export async function updateWorker(): Promise<void> {
  try {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    await (await workers?.getRegistration())?.update();
  } catch {
    // With the next page.
  }
}
