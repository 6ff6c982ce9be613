import { ProductError } from '@clipline/contract/errors.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { storage } from '../lib/storage.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { USER } from '../testing/fake-browser.ts';
import { fakeLinks } from '../testing/fake-links.ts';
import { handle, later, noReply, refuse, replies, sent, silence } from '../testing/fake-server.ts';
import { connected, hasHeard, tell } from '../testing/fake-socket.ts';
import { button, dialog, main, says, show, signInAs } from '../testing/show.tsx';
import { clip, file } from '../testing/things.ts';
import { captureFiles, captureText, takeBack } from './capture.ts';
import { newEntry } from './entry.ts';
import { sendNow } from './sender.ts';
import { addEntry, allEntries } from './store.ts';

const waiting = () => dialog().getByRole('listitem');
const LIST = { clips: [], total: 0 };

beforeEach(() =>
  replies({
    'GET /rooms': [],
    'GET /clipboard/history': LIST,
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
  }),
);

/** Captures a text on a page that shows no clips, and opens what waits. */
async function openWith(content: string): Promise<void> {
  await show('/rooms');
  await says(main(), 'room');
  await captureText(content);
  await page.getByRole('button', { name: '1 waiting' }).click();
  await says(dialog(), 'Waiting to be saved');
}

test('tells how many wait, and when none does any more', async () => {
  const slow = later<ReturnType<typeof clip>>();
  handle('POST /clipboard', () => slow.reply);
  await openWith('Buy milk');
  await says(waiting(), 'Buy milk');
  await says(waiting(), 'Not saved yet');
  await says(waiting(), 'Sending…');
  slow.give(clip('c1'));
  await says(dialog(), 'Everything is saved.');
  const [{ body }] = sent('POST /clipboard') as [ReturnType<typeof sent<'POST /clipboard'>>[0]];
  expect(body).toEqual({ content: 'Buy milk', captureId: body.captureId });
  await expect.poll(allEntries).toEqual([]);
});

describe('what the server refuses', () => {
  test.each([
    ['STORAGE_FULL', 'Could not be saved: Storage is full'],
    ['TEXT_TOO_LONG', 'Could not be saved: The text is too long.'],
    ['PLAN_NEEDED', 'Could not be saved: Your trial or plan has ended.'],
  ] as const)('%s waits for a person, who tries it again', async (code, text) => {
    replies({ 'POST /clipboard': refuse(new ProductError(code)) });
    await openWith('Buy milk');
    await says(waiting(), text);
    const before = sent('POST /clipboard').length;
    expect(before).toBe(1);
    replies({ 'POST /clipboard': clip('c1') });
    // Nothing tries again by itself.
    window.dispatchEvent(new Event('online'));
    await says(waiting(), text);
    await waiting().getByRole('button', { name: 'Try again' }).click();
    await says(dialog(), 'Everything is saved.');
    const ids = sent('POST /clipboard').map(({ body }) => body.captureId);
    expect(new Set(ids).size).toBe(1);
  });

  test('can be discarded', async () => {
    replies({ 'POST /clipboard': refuse(new ProductError('STORAGE_FULL')) });
    await openWith('Buy milk');
    await says(waiting(), 'Storage is full');
    await expectAccessible();
    replies({ 'POST /clipboard': clip('c1'), 'DELETE /clipboard/{id}': { message: 'Gone' } });
    await waiting().getByRole('button', { name: 'Discard' }).click();
    await says(dialog(), 'Everything is saved.');
    // Its save may have arrived all the same: what there is of it goes for good.
    await expect.poll(() => sent('DELETE /clipboard/{id}').length).toBe(1);
    await expect.poll(() => sent('DELETE /clipboard/{id}')[0]!.query).toEqual({ forever: 'true' });
    await expect.poll(allEntries).toEqual([]);
  });
});

test('what waits can be read and copied whole, and comes back from being discarded', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const text = `${'Buy milk and bread. '.repeat(30)}The end`;
  replies({ 'POST /clipboard': noReply() });
  await openWith(text);
  await says(waiting(), 'Waiting for a connection');
  await expect.element(waiting()).not.toMatchTextContent('The end');
  await waiting().getByRole('button', { name: 'Show all' }).click();
  await says(waiting(), 'The end');
  await waiting().getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => write).toHaveBeenCalledWith(text);
  await waiting().getByRole('button', { name: 'Discard' }).click();
  await says(dialog(), 'Everything is saved.');
  replies({ 'POST /clipboard': clip('c1'), 'DELETE /clipboard/{id}': { message: 'Gone' } });
  await button('Undo').click();
  // What was discarded goes for good, so it comes back as another.
  await expect
    .poll(() => new Set(sent('POST /clipboard').map(({ body }) => body.captureId)).size)
    .toBe(2);
  expect(sent('POST /clipboard').map(({ body }) => body.content)).toContain(text);
  await expect.poll(allEntries).toEqual([]);
});

describe('without a reply', () => {
  test.each([
    ['no connection', () => noReply()],
    ['a busy server', () => refuse(new ProductError('UNAVAILABLE'))],
    ['too many calls', () => refuse(new ProductError('TOO_MANY_REQUESTS'))],
    ['a sign-on gateway', () => Response.json({ status: 'login_required' })],
    ['a gateway with ids', () => Response.json({ id: 'c1', captureId: 'another'.repeat(4) })],
    ['a page in its place', () => new Response('<h1>Welcome</h1>')],
  ])('%s: it waits, and goes when there is one again', async (_, reply) => {
    replies({ 'POST /clipboard': reply() });
    await openWith('Buy milk');
    await says(waiting(), 'Waiting for a connection');
    expect(waiting().getByRole('button', { name: 'Try again' }).query()).toBeNull();
    replies({ 'POST /clipboard': clip('c1') });
    window.dispatchEvent(new Event('online'));
    await says(dialog(), 'Everything is saved.');
  });
});

test('what a gateway answered is not taken for a file, and not for a deletion', async () => {
  const foreign = () => Response.json({ status: 'login_required' });
  replies({
    'POST /clipboard': clip('c1', { content: '' }),
    'POST /clipboard/{id}/files': foreign(),
  });
  await show('/rooms');
  const entry = await captureFiles([new File(['1'], 'a.txt')]);
  await expect.poll(() => sent('POST /clipboard/{id}/files')).not.toHaveLength(0);
  await page.getByRole('button', { name: '1 waiting' }).click();
  await says(waiting(), 'Waiting for a connection');
  replies({ 'DELETE /clipboard/{id}': foreign() });
  await takeBack(entry!.id);
  await expect.poll(() => sent('DELETE /clipboard/{id}')).not.toHaveLength(0);
  await expect
    .poll(async () => (await allEntries()).map(({ state }) => state))
    .toEqual(['waiting']);
});

test('too large for what stands before the server, it says so', async () => {
  replies({ 'POST /clipboard': new Response('<h1>413</h1>', { status: 413 }) });
  await openWith('Buy milk');
  await says(
    waiting(),
    'Could not be saved: This is too large for the server in front of Clipline.',
  );
});

test('lists and counts are read once, when several have left', async () => {
  replies({ 'POST /clipboard': noReply() });
  await show('/clips');
  await says(main(), 'No clips found.');
  await connected();
  for (let each = 0; each < 6; each++) await captureText(`Text ${each}`);
  // What was read with the connection has been asked for by then.
  await expect.poll(() => sent('POST /clipboard').length).toBeGreaterThan(0);
  const before = sent('GET /clipboard/history').length;
  handle('POST /clipboard', ({ body }) => {
    tell('clip-update', { clipId: body.content, change: 'created', version: 1, via: null });
    return clip(body.content);
  });
  window.dispatchEvent(new Event('online'));
  await expect.poll(allEntries).toEqual([]);
  await hasHeard();
  await expect.poll(() => sent('GET /clipboard/history').length).toBe(before + 1);
  await expect.poll(() => sent('GET /clipboard/stats').length).toBeLessThan(3);
});

test('on plain http, without locks, one page sends at a time by a lease', async () => {
  const locks = vi.spyOn(navigator, 'locks', 'get');
  locks.mockReturnValue(undefined as unknown as LockManager);
  try {
    replies({ 'POST /clipboard': clip('c1') });
    // Another page has it, and renews it.
    storage.set('outbox-lease', String(Date.now() + 20_000));
    await openWith('Buy milk');
    window.dispatchEvent(new Event('online'));
    await says(waiting(), 'Sending…');
    expect(sent('POST /clipboard')).toEqual([]);
    // It died: no one renewed it.
    storage.set('outbox-lease', String(Date.now() - 1));
    window.dispatchEvent(new Event('online'));
    await says(dialog(), 'Everything is saved.');
    await expect.poll(() => sent('POST /clipboard')).toHaveLength(1);
    await expect.poll(() => storage.get('outbox-lease')).toBe(null);
  } finally {
    locks.mockRestore();
  }
});

test('taken back, it is gone for good also where the replies about that are lost', async () => {
  replies({ 'POST /clipboard': clip('c1'), 'DELETE /clipboard/{id}': noReply() });
  await show('/rooms');
  const entry = await captureText('hunter2');
  await expect.poll(allEntries).toEqual([]);
  await takeBack(entry!.id);
  const deletions = () => sent('DELETE /clipboard/{id}').map(({ query }) => query.forever);
  // After a while it is tried again by itself, too.
  for (const times of [1, 2, 3]) {
    await expect.poll(() => deletions().length).toBeGreaterThanOrEqual(times);
    await expect
      .poll(async () => (await allEntries()).map(({ state }) => state))
      .toEqual(['waiting']);
    if (times === 3)
      replies({ 'DELETE /clipboard/{id}': refuse(new ProductError('CLIP_NOT_FOUND')) });
    window.dispatchEvent(new Event('online'));
  }
  await expect.poll(allEntries).toEqual([]);
  expect(new Set(deletions())).toEqual(new Set(['true']));
});

test('taken back in the moment before it is sent, it is not sent', async () => {
  replies({ 'POST /clipboard': clip('c1') });
  // Without a page, nothing but the sender reads what waits.
  signInAs();
  const entry = newEntry({ userId: USER.id, content: 'hunter2', state: 'waiting' }, []);
  await addEntry(entry, []);
  // The sender has read it, and not begun: what is asked of the store now comes first.
  const { getAll } = IDBObjectStore.prototype;
  const undone = later<void>();
  const reading = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function read(
    this: IDBObjectStore,
  ) {
    reading.mockRestore();
    void takeBack(entry.id).then(undone.give);
    return getAll.call(this);
  });
  await sendNow();
  await undone.reply;
  expect(await allEntries()).toEqual([]);
  await captureText('Buy milk');
  await expect
    .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
    .toEqual(['Buy milk']);
  await expect.poll(allEntries).toEqual([]);
});

test('what was deleted elsewhere since is no longer sent', async () => {
  replies({ 'POST /clipboard': refuse(new ProductError('CAPTURE_DELETED')) });
  await show('/rooms');
  await captureText('Buy milk');
  await expect.poll(allEntries).toEqual([]);
  await expect.poll(() => sent('POST /clipboard')).toHaveLength(1);
});

test('files go up one by one, and after a failure from the one that failed', async () => {
  replies({ 'POST /clipboard': clip('c1', { content: '' }) });
  let broken = true;
  handle('POST /clipboard/{id}/files', (upload) =>
    broken && upload.file.name === 'b.txt'
      ? refuse(new ProductError('STORAGE_FULL'))
      : file(upload.file.name),
  );
  await show('/rooms');
  await captureFiles([new File(['1'], 'a.txt'), new File(['2'], 'b.txt')]);
  await page.getByRole('button', { name: '1 waiting' }).click();
  await says(waiting(), 'Could not be saved: Storage is full');
  await says(waiting(), '+1');
  broken = false;
  await waiting().getByRole('button', { name: 'Try again' }).click();
  await says(dialog(), 'Everything is saved.');
  await expect
    .poll(() => sent('POST /clipboard/{id}/files').map((upload) => upload.file.name))
    .toEqual(['a.txt', 'b.txt', 'b.txt']);
});

describe('a file whose bytes the browser lost', () => {
  /** As where it was removed from the disk: the file is there, and reading it fails. */
  function lose(lost: string): void {
    const { arrayBuffer } = File.prototype;
    vi.spyOn(File.prototype, 'arrayBuffer').mockImplementation(function read(this: File) {
      return this.name === lost
        ? Promise.reject(new DOMException('It could not be found', 'NotReadableError'))
        : arrayBuffer.call(this);
    });
  }

  test('is named, and what came after it is saved', async () => {
    lose('b.txt');
    handle('POST /clipboard', ({ body }) => clip(body.content || 'c1'));
    handle('POST /clipboard/{id}/files', (upload) =>
      upload.file.name === 'b.txt' ? noReply() : file(upload.file.name),
    );
    await show('/rooms');
    await captureFiles([new File(['1'], 'a.txt'), new File(['2'], 'b.txt')]);
    await captureText('behind it');
    await expect.poll(async () => (await allEntries()).length).toBe(1);
    await page.getByRole('button', { name: '1 waiting' }).click();
    await says(waiting(), 'Could not be saved: This device no longer has b.txt.');
    await expect.element(waiting().getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect
      .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
      .toEqual(['', 'behind it']);
  });

  test('is not what a failed connection is taken for', async () => {
    replies({ 'POST /clipboard': clip('c1', { content: '' }) });
    handle('POST /clipboard/{id}/files', () => noReply());
    await show('/rooms');
    await captureFiles([new File(['1'], 'a.txt')]);
    await page.getByRole('button', { name: '1 waiting' }).click();
    await says(waiting(), 'Waiting for a connection');
  });
});

test('several files show how far they are, and can be discarded on their way', async () => {
  let files = 0;
  replies({
    'POST /clipboard': clip('c1', { content: '' }),
    'DELETE /clipboard/{id}': { message: 'Gone' },
  });
  handle('POST /clipboard/{id}/files', ({ file: { name } }) =>
    ++files < 3 ? file(name) : silence(),
  );
  await show('/rooms');
  await captureFiles(['a', 'b', 'c', 'd'].map((name) => new File(['1'], name)));
  await page.getByRole('button', { name: '1 waiting' }).click();
  const bar = waiting().getByRole('progressbar', { name: 'Sending…' });
  await expect.poll(() => bar.element().getAttribute('value')).toBe('0.5');
  await waiting().getByRole('button', { name: 'Discard' }).click();
  await says(dialog(), 'Everything is saved.');
  await expect.poll(() => sent('DELETE /clipboard/{id}').length).toBe(1);
});

test('what waits can be downloaded, byte for byte', async () => {
  const followed = fakeLinks();
  const made = vi.spyOn(URL, 'createObjectURL');
  replies({ 'POST /clipboard': refuse(new ProductError('PLAN_NEEDED')) });
  await show('/rooms');
  await captureFiles([new File(['one'], 'a.txt'), new File(['two'], 'b.txt')]);
  await page.getByRole('button', { name: '1 waiting' }).click();
  await waiting().getByRole('button', { name: 'Clip actions' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await expect.poll(() => followed.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
  const blobs = made.mock.calls.map(([blob]) => (blob as Blob).text());
  expect(await Promise.all(blobs)).toEqual(['one', 'two']);
});

test('closed, focus goes back', async () => {
  replies({ 'POST /clipboard': refuse(new ProductError('STORAGE_FULL')) });
  await openWith('Buy milk');
  await button('Close').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '1 waiting' })).toHaveFocus();
});
