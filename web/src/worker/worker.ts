import { forgetOldBuilds, fromAnyBuild, keepBuild, keptShell } from './builds.ts';
import { newsIn, openNews, showNews } from './push.ts';
import { worker } from './scope.ts';
import { isShare, takeShare } from './share-target.ts';

/**
 * The service worker: pages come from the server, and only when the network fails from what is kept
 * here. It holds no token and makes no call.
 */

/** Whatever the server says is said to the reader, a failure too. */
async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await keptShell();
    if (shell) return shell;
    throw error;
  }
}

const assetOf = async (request: Request): Promise<Response> =>
  (await fromAnyBuild(request)) ?? fetch(request);

worker.addEventListener('install', (event) => {
  // What it keeps is found by names that never clash: no page has to close first.
  void worker.skipWaiting();
  event.waitUntil(keepBuild());
});

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([forgetOldBuilds(), worker.clients.claim()])),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || /^\/(api|socket\.io)(\/|$)/.test(pathname)) return;
  if (isShare(request)) event.respondWith(takeShare(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate') event.respondWith(pageOf(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request));
});

worker.addEventListener('push', (event) => event.waitUntil(showNews(newsIn(event.data))));

worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNews(event.notification)),
);
