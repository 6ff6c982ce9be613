import { BUILD_LOCK } from '../lib/build-lock.ts';
import { pageBuild } from '../lib/build.ts';
import { language } from '../lib/language.ts';

let started: Promise<boolean> | undefined;

const afterLoad = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));

const forEver = () => new Promise<never>(() => undefined);

/**
 * Has the browser keep this build, in this language. Plain http knows no workers; without one, or
 * with a server that does not give it, all is as it was, and one from before goes at once, not when
 * the browser happens to look for another. Resolves whether there is one.
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

/** Has it keep the newest build now: the browser itself looks with the next page only. */
export async function updateWorker(): Promise<void> {
  try {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    await (await workers?.getRegistration())?.update();
  } catch {
    // With the next page.
  }
}
