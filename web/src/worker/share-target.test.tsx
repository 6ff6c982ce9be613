import { expect, test } from 'vitest';
import { newEntry } from '../capture/entry.ts';
import { addEntry, allEntries } from '../capture/store.ts';
import { DAY_MS } from '../lib/time.ts';
import { isShare, takeShare } from './share-target.ts';

// In a browser, since databases and locks are its own.

async function share(text: string, file?: File): Promise<string> {
  const body = new FormData();
  body.set('text', text);
  if (file) body.set('files', file);
  const { headers } = await takeShare(new Request('/share', { method: 'POST', body }));
  return headers.get('location')!.replace(location.origin, '');
}
const held = async () => (await allEntries()).map(({ content }) => content);

test('what a person shared stays, however much the form of another site sends', async () => {
  const old = newEntry({ userId: null, content: 'of yesterday', state: 'held' }, []);
  await addEntry({ ...old, createdAt: Date.now() - DAY_MS - 1 }, []);
  expect(await share('my own')).toMatch(/^\/share#[\w-]{22,64}$/);
  expect(await held()).toEqual(['my own']);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, each) => share(`No ${each}`)));
  expect(answers).not.toContain('/share?lost=1');
  expect(await held()).toHaveLength(20);
  expect(await share('my next')).toMatch(/^\/share#[\w-]{22,64}$/);
  const kept = await held();
  expect(kept).toHaveLength(20);
  expect([kept[0], kept[19]]).toEqual(['my own', 'my next']);
});

test('more than this browser holds is not received, and the page says why', async () => {
  const film = new File([new Uint8Array(100 * 1024 ** 2)], 'film.mp4');
  expect(await share('of last summer', film)).toBe('/share?lost=large');
});

test.each([
  ['a page that is gone to', true, 'document'],
  ['a frame', false, 'iframe'],
  ['a call', false, ''],
])('a form that loads %s is a share: %s', (_what, expected, destination) => {
  const headers = new Headers({ 'content-type': 'multipart/form-data; boundary=b' });
  const request = { method: 'POST', url: `${location.origin}/share`, headers, destination };
  expect(isShare(request as Request)).toBe(expected);
});
