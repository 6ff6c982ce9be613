import { expect, test, vi } from 'vitest';
import { replies, sent } from '../testing/fake-server.ts';
import { arrives, show } from '../testing/show.tsx';
import { newsIn, openNews } from './push.ts';

// In a browser, since the page that answers is the app itself.

/** A notification of a place is pressed; where that leads, of the windows that are open. */
async function press(url: string, windows: { postMessage: Client['postMessage'] }[]) {
  const focused: number[] = [];
  const opened: string[] = [];
  const close = vi.fn();
  vi.stubGlobal('clients', {
    matchAll: async () =>
      windows.map((client, index) => ({ ...client, focus: async () => focused.push(index) })),
    openWindow: async (path: string) => opened.push(path),
  });
  await openNews({ data: url, close } as unknown as Notification);
  expect(close).toHaveBeenCalledOnce();
  return { focused, opened };
}

const silent = { postMessage: () => undefined };
const app = {
  postMessage(data: unknown, ports: MessagePort[]) {
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports }));
  },
};

test('the app that is open goes there and comes to the front, past pages that do not answer', async () => {
  replies({
    'GET /links': { links: [], total: 0 },
    'GET /trash': { items: [], total: 0, bytes: 0 },
  });
  await show('/links');
  // It listens.
  await expect.poll(() => sent('GET /devices/inbox')).toHaveLength(1);
  expect(await press('/trash', [silent, app])).toEqual({ focused: [1], opened: [] });
  await arrives('/trash');
});

test('where the app is not open a window is, and never another site', async () => {
  expect(await press('/rooms/r1#i1', [silent])).toEqual({ focused: [], opened: ['/rooms/r1#i1'] });
  const { opened } = await press('https://elsewhere.example/', []);
  expect(opened).toEqual(['/dashboard']);
});

test('what cannot be read is the way into the app', () => {
  const read = (text: string) => newsIn({ json: () => JSON.parse(text) as unknown });
  const news = { title: 'Lisbon', body: 'Grace added something', url: '/rooms/r1', tag: 'r1' };
  expect(read(JSON.stringify(news))).toEqual(news);
  const wayIn = { title: 'Clipline', body: '', url: '/dashboard', tag: '' };
  for (const text of ['', 'null', '[]', '{"title":"Lisbon"}', '<html>'])
    expect(read(text)).toEqual(wayIn);
  expect(newsIn(null)).toEqual(wayIn);
});
