import { worker } from './scope.ts';

/** What the server says, which alone can encrypt it for this browser. */
export interface News {
  readonly title: string;
  readonly body: string;
  /** A path of the app. */
  readonly url: string;
  readonly tag: string;
}

/** Firefox lets a press show a window for a second. */
const ANSWER_MS = 400;
const ICON = '/icons/icon-192.png';

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Nothing where somebody looks at the app: it says so itself. */
export async function showNews({ title, body, url, tag }: News): Promise<void> {
  const isInFront = (await windows()).some(
    ({ visibilityState, focused }) => visibilityState === 'visible' && focused,
  );
  if (isInFront) return;
  await worker.registration.showNotification(title, { body, tag, icon: ICON, data: url });
}

/** A page of the app goes there by itself, and keeps what was typed; any other does not reply. */
const goesThere = (client: WindowClient, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    client.postMessage({ goTo: path }, [port2]);
  });

/** To a window that is open, or into a new one. */
export async function openNews(notification: Notification): Promise<void> {
  notification.close();
  const { origin, pathname, search, hash } = new URL(
    String(notification.data),
    worker.location.origin,
  );
  const path = origin === worker.location.origin ? pathname + search + hash : '/dashboard';
  for (const client of await windows()) {
    if (!(await goesThere(client, path))) continue;
    await client.focus();
    return;
  }
  await worker.clients.openWindow(path);
}
