import { ProductError } from '@clipline/contract/errors.ts';
import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { captureText } from '../../capture/capture.ts';
import { newEntry } from '../../capture/entry.ts';
import { addEntry, allEntries, changeEntry, removeEntry } from '../../capture/store.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import { hear } from '../../testing/fake-socket.ts';
import { arrives, button, dialog, goTo, main, news, says, show } from '../../testing/show.tsx';
import { clip, file, item, room, summary } from '../../testing/things.ts';

/** What the service worker keeps when another program shares something. */
async function receive(content: string, ...files: File[]): Promise<string> {
  const entry = newEntry({ userId: null, content, state: 'held' }, files);
  await addEntry(entry, files);
  return entry.id;
}
const PLAN = () => new File(['1'.repeat(2048)], 'plan.txt', { type: 'text/plain' });

beforeEach(() =>
  replies({
    'GET /clipboard/history': { clips: [], total: 0 },
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
    'GET /rooms': [summary('trip', { name: 'Trip' })],
  }),
);

test('shows what came, and that nothing of it is saved', async () => {
  const picture = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'map.png', {
    type: 'image/png',
  });
  const id = await receive('Look at this', PLAN(), picture);
  await show(`/share#${id}`);
  await says(main(), 'Look at this');
  await says(main(), 'Nothing of this is saved yet. It is removed after 24 hours.');
  const files = page.getByRole('list', { name: 'Files' });
  await says(files, 'plan.txt');
  await says(files, '2 KB');
  await expect.element(page.getByRole('img', { name: 'Preview of map.png' })).toBeInTheDocument();
  expect(sent('POST /clipboard')).toEqual([]);
  await expectAccessible();
});

test('without an id the newest waits', async () => {
  const first = newEntry({ userId: null, content: 'The first', state: 'held' }, []);
  await addEntry({ ...first, createdAt: first.createdAt - 1 }, []);
  await receive('The second');
  await show('/share');
  await says(main(), 'The second');
});

test.each([
  ['/share', 'Nothing waits here. It was saved, discarded, or removed after 24 hours.'],
  ['/share#gone', 'Nothing waits here.'],
  ['/share?lost', 'This was not received. Open Clipline once, then share again.'],
])('%s with nothing leads on', async (address, text) => {
  await show(address);
  await says(main().getByRole('status'), text);
  await expect
    .element(page.getByRole('link', { name: 'Open Clipline' }))
    .toHaveAttribute('href', '/dashboard');
});

test('what is older than a day is gone', async () => {
  const entry = newEntry({ userId: null, content: 'Old', state: 'held' }, []);
  await addEntry({ ...entry, createdAt: Date.now() - 25 * 3_600_000 }, []);
  await show(`/share#${entry.id}`);
  await says(main(), 'Nothing waits here.');
  await expect.poll(allEntries).toEqual([]);
});

test('a file that the browser lost is named, and nothing is saved', async () => {
  const entry = newEntry({ userId: null, content: 'Look at this', state: 'held' }, [PLAN()]);
  await addEntry(entry, []);
  await show(`/share#${entry.id}`);
  await says(main(), 'Look at this');
  await button('Save').click();
  await says(news(), 'This device no longer has plan.txt.');
  await expect.element(button('Save')).toBeEnabled();
  expect((await allEntries()).map(({ state }) => state)).toEqual(['held']);
});

describe('what another window decided meanwhile', () => {
  test.each([
    ['a text', 'Look at this', []],
    // It becomes a file, so that the entry is written anew.
    ['a long text', `Look at this ${'x'.repeat(512 * 1024)}`, []],
    ['a file', 'Look at this', [PLAN()]],
  ])('discarded, %s is not saved by this one', async (_, content, files) => {
    const id = await receive(content, ...files);
    await show(`/share#${id}`);
    await says(main(), 'Look at this');
    await removeEntry(id);
    await button('Save').click();
    await says(main(), 'Nothing waits here.');
    await expect.element(news()).not.toMatchTextContent('Saved');
    await expect.poll(allEntries).toEqual([]);
  });

  test('saved for another person, it stays theirs', async () => {
    const id = await receive('Look at this');
    await show(`/share#${id}`);
    await says(main(), 'Look at this');
    await changeEntry(id, { state: 'waiting', userId: 'somebody-else' });
    await button('Save').click();
    await says(main(), 'Nothing waits here.');
    expect(await allEntries()).toMatchObject([{ userId: 'somebody-else' }]);
  });
});

test('what is held takes no space from what waits to be saved', async () => {
  const entry = newEntry({ userId: null, content: 'From elsewhere', state: 'held' }, []);
  const large = { name: 'large.bin', type: '', size: 100 * 1024 ** 2 };
  await addEntry({ ...entry, files: [large] }, []);
  replies({ 'POST /clipboard': clip('c1') });
  await show('/rooms');
  await says(main(), 'Trip');
  expect(await captureText('Buy milk')).not.toBe(null);
  await expect
    .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
    .toEqual(['Buy milk']);
});

test('a visitor signs in first, and comes back to it', async () => {
  const id = await receive('Look at this');
  await show(`/share#${id}`, { as: null });
  await says(main(), 'Sign in to save this.');
  expect(button('Save').query()).toBeNull();
  await main().getByRole('link', { name: 'Login' }).click();
  await arrives('/auth?mode=login');
  expect(await allEntries()).toHaveLength(1);
});

describe('saving', () => {
  test('makes a clip of text and files, and can be taken back', async () => {
    const id = await receive('Look at this', PLAN());
    handle('POST /clipboard', ({ body }) => clip('c1', { content: body.content }));
    handle('POST /clipboard/{id}/files', (upload) => file(upload.file.name));
    replies({ 'DELETE /clipboard/{id}': { message: 'Deleted' } });
    await show(`/share#${id}`);
    await button('Save').click();
    await says(news(), 'Saved to your clips');
    await arrives('/dashboard');
    await expect.poll(() => sent('POST /clipboard/{id}/files').length).toBe(1);
    await expect
      .poll(() => sent('POST /clipboard')[0]!.body)
      .toEqual({
        content: 'Look at this',
        captureId: id,
        files: 1,
      });
    await expect
      .poll(() => sent('POST /clipboard/{id}/files')[0])
      .toMatchObject({
        params: { id: 'c1' },
        headers: { 'x-capture-part': `${id}:0` },
      });
    await button('Undo').click();
    await expect.poll(() => sent('DELETE /clipboard/{id}').length).toBe(1);
    await expect
      .poll(() => sent('DELETE /clipboard/{id}')[0])
      .toMatchObject({
        params: { id: 'c1' },
        query: { forever: 'true' },
      });
  });

  test('a text that is too long for a clip is a file', async () => {
    const id = await receive('x'.repeat(512 * 1024 + 1));
    handle('POST /clipboard', () => clip('c1', { content: '' }));
    handle('POST /clipboard/{id}/files', (upload) => file(upload.file.name));
    await show(`/share#${id}`);
    await button('Save').click();
    await expect
      .poll(() => sent('POST /clipboard/{id}/files').map((upload) => upload.file.name))
      .toEqual(['Shared.txt']);
  });

  test('when nothing of it fits it stays, and is named', async () => {
    const id = await receive('', new File([new Uint8Array(10 * 1024 ** 2 + 1)], 'film.mp4'));
    await show(`/share#${id}`);
    await button('Save').click();
    await says(news(), 'File(s) too large: film.mp4.');
    await expect.element(button('Discard')).toBeVisible();
  });
});

test('what is discarded is gone', async () => {
  const id = await receive('Look at this');
  await show(`/share#${id}`);
  await button('Discard').click();
  await says(main(), 'Nothing waits here.');
  await expect.poll(allEntries).toEqual([]);
});

describe('adding to a room', () => {
  const choose = async (id: string, connects = true) => {
    await show(`/share#${id}`, { connects });
    await button('Add to a room').click();
    await says(dialog(), 'The members of the room will see it.');
  };
  const trip = () => dialog().getByRole('button', { name: 'Trip' });

  test('text and files go there, and the way leads there', async () => {
    const id = await receive('Look at this', PLAN());
    const held = room('trip', { name: 'Trip' });
    replies({
      'POST /rooms/{id}/content': item('note'),
      'POST /rooms/{id}/upload': item('file'),
      'GET /rooms/{id}': held,
      'GET /rooms/{id}/content': { content: [], total: 0 },
    });
    hear('join:room', () => ({ ok: true, room: held, present: [] }));
    await choose(id);
    await trip().click();
    await arrives('/rooms/trip');
    await says(news(), 'Content added');
    await expect
      .poll(() => sent('POST /rooms/{id}/content')[0])
      .toMatchObject({
        params: { id: 'trip' },
        body: { content: 'Look at this' },
      });
    await expect.poll(() => sent('POST /rooms/{id}/upload')[0]!.file.name).toBe('plan.txt');
    await expect.poll(allEntries).toEqual([]);
  });

  test('when nothing of it fits it stays, and is named', async () => {
    const id = await receive('', new File([new Uint8Array(10 * 1024 ** 2 + 1)], 'film.mp4'));
    await choose(id);
    await trip().click();
    await says(news(), 'File(s) too large: film.mp4.');
    await expect.element(trip()).toBeVisible();
    await expect.element(news()).not.toMatchTextContent('Content added');
    expect(await allEntries()).toHaveLength(1);
    await arrives(`/share#${id}`);
  });

  test('left meanwhile, it brings its person to no room', async () => {
    const id = await receive('Look at this');
    const slow = later<RoomContent>();
    handle('POST /rooms/{id}/content', () => slow.reply);
    await show('/dashboard');
    await goTo(`/share#${id}`);
    await button('Add to a room').click();
    await trip().click();
    await expect.poll(() => sent('POST /rooms/{id}/content').length).toBe(1);
    await goTo(-1);
    await arrives('/dashboard');
    slow.give(item('note'));
    await says(news(), 'Content added');
    await expect.poll(allEntries).toEqual([]);
    await arrives('/dashboard');
    expect(sent('GET /rooms/{id}')).toEqual([]);
  });

  test.each([
    [refuse(new ProductError('TOO_MANY_ITEMS')), new ProductError('TOO_MANY_ITEMS').message],
    [refuse(new ProductError('STORAGE_FULL')), 'Storage is full'],
    [noReply(), 'Could not reach the server.'],
  ])('a failure says why, and keeps it (%#)', async (reply, reason) => {
    const id = await receive('Look at this');
    replies({ 'POST /rooms/{id}/content': reply });
    await choose(id);
    await trip().click();
    await says(news(), 'Failed to add content');
    await says(news(), reason);
    await expect.element(trip()).toBeVisible();
    expect(await allEntries()).toHaveLength(1);
  });

  test('what went before a failure is added once when it is tried again', async () => {
    const id = await receive('Look at this', PLAN());
    replies({ 'POST /rooms/{id}/content': item('note'), 'POST /rooms/{id}/upload': noReply() });
    await choose(id);
    await trip().click();
    await says(news(), 'Failed to add content');
    await trip().click();
    await expect.poll(() => sent('POST /rooms/{id}/upload').length).toBe(2);
    for (const call of ['POST /rooms/{id}/content', 'POST /rooms/{id}/upload'] as const) {
      const [first, again] = sent(call);
      expect(first!.idempotencyKey).toMatch(/./);
      expect(again!.idempotencyKey).toBe(first!.idempotencyKey);
    }
  });

  test('closing the dialog stops the upload, and says nothing', async () => {
    const id = await receive('', PLAN());
    handle('POST /rooms/{id}/upload', silence);
    await choose(id);
    await trip().click();
    await expect.element(page.getByRole('progressbar', { name: 'Adding…' })).toBeVisible();
    await button('Close').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(news()).not.toMatchTextContent('Failed');
    expect(await allEntries()).toHaveLength(1);
  });

  test('without a room it says so', async () => {
    replies({ 'GET /rooms': [] });
    await choose(await receive('Look at this'));
    await says(dialog(), 'You are in no room yet.');
  });

  test('rooms that could not be read are read again on demand', async () => {
    const id = await receive('Look at this');
    replies({ 'GET /rooms': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    // A connection would read them again too.
    await choose(id, false);
    await says(dialog(), 'Too many requests.');
    replies({ 'GET /rooms': [summary('trip', { name: 'Trip' })] });
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.element(trip()).toBeVisible();
  });
});
