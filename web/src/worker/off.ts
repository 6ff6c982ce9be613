import { worker } from './scope.ts';

/**
 * The worker of a server with SERVICE_WORKER=off: browsers that have another one take this in its
 * place, and it takes itself out. IndexedDB stays: what waits there to be saved is the person's.
 */
async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await worker.registration.unregister();
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(leave()));
