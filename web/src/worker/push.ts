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

/** Where nothing of it can be read: a browser that is shown nothing ends the subscription. */
const WAY_IN: News = { title: 'Clipline', body: '', url: '/dashboard', tag: '' };

export function newsIn(data: Pick<PushMessageData, 'json'> | null): News {
  if (!data) return WAY_IN;
  try {
    const { title, body, url, tag } = data.json() as News;
    if ([title, body, url, tag].every((text) => typeof text === 'string'))
      return { title, body, url, tag };
  } catch {
    // Sent by nobody who knows this app.
  }
  return WAY_IN;
}

/** Where somebody looks at the app the server sends nothing. */
export const showNews = ({ title, body, url, tag }: News): Promise<void> =>
  worker.registration.showNotification(title, { body, tag, icon: ICON, data: url });

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

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
