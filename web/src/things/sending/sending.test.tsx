import { ProductError } from '@clipline/contract/errors.ts';
import type { Upload } from '@clipline/contract/schemas/uploads.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { captureFiles } from '../../capture/capture.ts';
import { sendNow } from '../../capture/sender.ts';
import { allEntries } from '../../capture/store.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, later, noReply, refuse, replies, sent } from '../../testing/fake-server.ts';
import { hear } from '../../testing/fake-socket.ts';
import { film, takeUploads } from '../../testing/fake-uploads.ts';
import { button, choose, dialog, goTo, main, news, says, show } from '../../testing/show.tsx';
import { fakeLinks } from '../../testing/fake-links.ts';
import { fakeRoom } from '../../testing/fake-room.ts';
import { block, clip, file, item, room } from '../../testing/things.ts';

const MIB = 1024 ** 2;
const UPLOAD = expect.stringContaining('upload-of-22-letters');

beforeEach(() => {
  document.body.dataset['maxFile'] = String(4096 * MIB);
  const held = { clip: clip('c1') };
  handle('GET /clipboard/{id}', () => held.clip);
  hear('join:clip', () => ({ ok: true, clip: held.clip }));
  handle('POST /clipboard/{id}/files', () => {
    const stored = file('film.mp4', { size: 11 * MIB });
    held.clip = { ...held.clip, files: [...held.clip.files, stored], version: 2 };
    return stored;
  });
  replies({
    'GET /clipboard/history': { clips: [], total: 0 },
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
  });
  return () => {
    delete document.body.dataset['maxFile'];
  };
});

const CLIP = { kind: 'clip', id: 'c1' } as const;
const takes = (refusing?: Parameters<typeof takeUploads>[2]) =>
  takeUploads('POST /clipboard/{id}/uploads', CLIP, refusing);

async function send(chosen = film()) {
  await show('/clips/c1');
  await expect.element(main().getByRole('textbox')).toBeVisible();
  await choose(chosen);
  await button('Save Changes').click();
}
const finished = () => sent('POST /clipboard/{id}/files').map(({ body }) => body);

test('a large file goes in parts, each with its digest, and is added by its id', async () => {
  const held = takes();
  await send();
  await says(news(), 'Files uploaded successfully');
  expect(sent('POST /clipboard/{id}/uploads')[0]!.body).toEqual({
    name: 'film.mp4',
    size: 11 * MIB,
    type: 'video/mp4',
  });
  expect(new Set(held.put)).toEqual(new Set([0, 1, 2]));
  for (const { headers } of sent('PUT /uploads/{id}/parts/{n}'))
    expect(headers['content-digest']).toMatch(/^sha-256=:[\w+/]{43}=:$/);
  expect(finished()).toEqual([{ uploadId: UPLOAD }]);
});

test('after a line that broke it goes on by itself, with what is missing', async () => {
  const broken = later<undefined>();
  const held = takes((n) => (n === 1 ? noReply() : undefined));
  await send();
  await says(main(), 'Waiting for a connection');
  await expect.poll(() => held.uploads[0]!.parts.filter((each) => each !== null)).not.toEqual([]);
  held.refusing = () => broken.reply;
  window.dispatchEvent(new Event('online'));
  await says(main(), /of 11 MB/);
  broken.give(undefined);
  await says(news(), 'Files uploaded successfully');
  expect(sent('POST /clipboard/{id}/uploads')).toHaveLength(1);
  expect(finished()).toEqual([{ uploadId: UPLOAD }]);
});

test('pauses and goes on; what is full is resumed by hand', async () => {
  const pending = later<undefined>();
  const held = takes(() => pending.reply);
  await send();
  await button('Pause').click();
  await says(main(), 'Paused');
  held.refusing = () => refuse(new ProductError('STORAGE_FULL'));
  await button('Resume').click();
  await says(main(), 'Storage is full');
  held.refusing = () => undefined;
  pending.give(undefined);
  await button('Resume').click();
  await says(news(), 'Files uploaded successfully');
});

test('a part that another page sends is waited for', async () => {
  let busy = true;
  const held = takes((n) =>
    n === 0 && busy ? refuse(new ProductError('UPLOAD_BUSY')) : undefined,
  );
  await send();
  // It asks again by itself, too.
  await expect.poll(() => held.put.length).toBeGreaterThanOrEqual(3);
  busy = false;
  await says(news(), 'Files uploaded successfully');
});

test('what the server refuses is said, and tried again with what has arrived', async () => {
  const held = takes((n) => (n === 2 ? refuse(new ProductError('INVALID_UPLOAD')) : undefined));
  await send();
  await says(news(), 'film.mp4: ');
  await expect.element(page.getByRole('heading', { name: 'Not uploaded' })).toBeVisible();
  held.refusing = () => undefined;
  await button('Try again').click();
  await says(news(), 'Files uploaded successfully');
  expect(sent('POST /clipboard/{id}/uploads')).toHaveLength(1);
});

test('cancelled, nothing of it stays', async () => {
  const pending = later<undefined>();
  const held = takes(() => pending.reply);
  await send();
  // Before, the page does not know what to discard.
  await expect.poll(() => held.put.length).toBe(1);
  await button('Cancel upload of film.mp4').click();
  await expect.poll(() => sent('DELETE /uploads/{id}').length).toBe(1);
  pending.give(undefined);
  expect(finished()).toEqual([]);
});

test('cancelled before the page knows of what it began, nothing of it stays either', async () => {
  const held = takes();
  const answer = later<undefined>();
  const begin = 'POST /clipboard/{id}/uploads';
  let begun: Promise<Upload> | undefined;
  handle(begin, async () => {
    begun ??= held.begun(film(), 0);
    await answer.reply;
    return begun;
  });
  await send();
  await expect.poll(() => sent(begin).length).toBe(1);
  await button('Cancel upload of film.mp4').click();
  answer.give(undefined);
  await expect.poll(() => sent('DELETE /uploads/{id}').length).toBe(1);
  expect(held.uploads).toEqual([]);
  expect(new Set(sent(begin).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('whoever closes the page is asked while a file goes', async () => {
  const pending = later<undefined>();
  takes(() => pending.reply);
  await send();
  await goTo('/clips');
  await says(main(), 'No clips');
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await expect.poll(asks).toBe(true);
  pending.give(undefined);
  await says(news(), 'Files uploaded successfully');
  await expect.poll(asks).toBe(false);
});

test('a phone stays awake until the file is there', async () => {
  const release = vi.fn(async () => {});
  const request = vi
    .spyOn(navigator.wakeLock, 'request')
    .mockResolvedValue({ release } as unknown as WakeLockSentinel);
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia.call(window, query === '(pointer: coarse)' ? 'all' : query),
  );
  const pending = later<undefined>();
  takes(() => pending.reply);
  await send();
  await expect.poll(() => request).toHaveBeenCalledWith('screen');
  expect(release).not.toHaveBeenCalled();
  pending.give(undefined);
  await says(news(), 'Files uploaded successfully');
  expect(release).toHaveBeenCalledOnce();
});

test('where its row is not in sight the header says how far it is, and opens the sheet', async () => {
  const pending = later<undefined>();
  takes(() => pending.reply);
  await send();
  await expect.element(button('Pause')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Sending/ })).not.toBeInTheDocument();
  await goTo('/clips');
  await page.getByRole('button', { name: /^Sending \d+ %/ }).click();
  await dialog().getByRole('button', { name: 'Pause' }).click();
  await says(dialog(), 'Paused');
  await expectAccessible();
  pending.give(undefined);
  await dialog().getByRole('button', { name: 'Resume' }).click();
  await says(news(), 'Files uploaded successfully');
  await says(dialog(), 'Everything is saved.');
  expect(finished()).toEqual([{ uploadId: UPLOAD }]);
});

test('a log-out asks while files go', async () => {
  const pending = later<undefined>();
  takes(() => pending.reply);
  await send();
  await goTo('/clips');
  await page.getByRole('button', { name: 'Log out', exact: true }).first().click();
  await says(dialog(), '1 file is still being sent.');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  pending.give(undefined);
  await says(news(), 'Files uploaded successfully');
});

describe('what stopped', () => {
  const choosing = (chosen: File) => choose(chosen, dialog().getByLabelText('Choose the file'));

  async function openSheet(parts: number, seed = 1) {
    const held = takes();
    await held.begun(film(), parts, seed);
    await show('/clips');
    await page.getByRole('button', { name: '1 waiting' }).click();
    await says(dialog(), 'Unfinished uploads');
    return held;
  }

  test('goes on once the file is chosen, with what is missing', async () => {
    const held = await openSheet(1);
    await says(dialog(), 'film.mp4 stopped at 36 %');
    await says(dialog(), /Kept until Jan 5, 2026/);
    await expectAccessible();
    await choosing(new File(['x'], 'other.mp4'));
    await says(dialog(), 'This is another file. Choose film.mp4 (11 MB).');
    await choosing(film());
    await says(news(), 'Files uploaded successfully');
    expect(new Set(held.put)).toEqual(new Set([1, 2]));
    expect(finished()).toEqual([{ uploadId: UPLOAD }]);
  });

  test('of other bytes it asks, and begins anew', async () => {
    const held = await openSheet(2, 2);
    await choosing(film());
    await says(dialog(), 'This is not the file that was begun.');
    await page.getByRole('button', { name: 'Send from the beginning' }).click();
    await says(news(), 'Files uploaded successfully');
    expect(new Set(held.put)).toEqual(new Set([0, 1, 2]));
    expect(sent('DELETE /uploads/{id}')).toHaveLength(1);
  });

  test('is discarded', async () => {
    await openSheet(0);
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await says(dialog(), 'Everything is saved.');
    await expect.poll(() => sent('DELETE /uploads/{id}')[0]!.params).toEqual({ id: UPLOAD });
  });

  test('stands at its place, and becomes a new clip where that is gone', async () => {
    const held = takes();
    await held.begun(film(), 2);
    handle('POST /clipboard/{id}/files', ({ params }) =>
      params.id === 'c1'
        ? refuse(new ProductError('CLIP_NOT_FOUND'))
        : file('film.mp4', { size: 11 * MIB }),
    );
    replies({ 'POST /clipboard': clip('c2') });
    await show('/clips/c1');
    await says(main(), 'film.mp4 stopped at 72 %');
    await choose(film(), main().getByLabelText('Choose the file'));
    await says(news(), 'Saved as a new clip');
    expect(sent('POST /clipboard')[0]!.body).toEqual({ content: '', captureId: UPLOAD, files: 1 });
  });
});

test('into a room', async () => {
  const held = fakeRoom(room('trip'));
  takeUploads('POST /rooms/{id}/uploads', { kind: 'room', id: 'trip' });
  handle('POST /rooms/{id}/upload', () => {
    const added = item('film', { type: 'file', content: '', file_name: 'film.mp4' });
    held.room = { ...held.room, content: [added], contentTotal: 1 };
    return added;
  });
  await show('/rooms/trip');
  await choose(film());
  await says(news(), 'File uploaded');
  expect(sent('POST /rooms/{id}/upload').map(({ body }) => body)).toEqual([{ uploadId: UPLOAD }]);
});

test('onto the desktop of another, by their link', async () => {
  const desktop = { id: 'd1', network_id: 'n1' };
  replies({ 'GET /virtual-desktop/shared/{id}': { desktop, items: [] } });
  hear('join:desktop:network', () => ({ ok: true, desktop, items: [] }));
  takeUploads('POST /virtual-desktop/uploads', { kind: 'desktop', id: null });
  handle('POST /virtual-desktop/items/file', () =>
    block('film', { type: 'file', content: '', file_name: 'film.mp4' }),
  );
  await show('/desktop/shared/share', { as: null });
  await expect.element(button('Upload File')).toBeVisible();
  await choose(film());
  await says(news(), 'film.mp4');
  const added = sent('POST /virtual-desktop/items/file');
  expect(added[0]!.body).toEqual({ uploadId: UPLOAD, position: 'free', desktopId: 'd1' });
  for (const { headers } of [...sent('PUT /uploads/{id}/parts/{n}'), ...added])
    expect(headers['x-desktop-token']).toBe('share');
});

test('through a drop link, after a reload too, as part of another sending', async () => {
  replies({
    'GET /link': {
      kind: 'inbox',
      access: 'drop',
      ownerName: 'Grace',
      needsPassword: false,
      needsReveal: false,
      viewsLeft: null,
      expiresAt: null,
    },
    'POST /link/open': { grant: 'grant', ownerName: 'Grace' },
    'POST /link/clips': { id: 'c9' },
    'POST /link/clips/{id}/files': { id: 'f1', name: 'film.mp4', size: 11 * MIB },
  });
  const held = takeUploads('POST /link/clips/{id}/uploads', { kind: 'link', id: 'c8' });
  const kept = film();
  const { id } = await held.begun(kept, 1);
  // As this tab remembers it.
  sessionStorage.setItem(`upload:link:drop:${kept.size}:${kept.lastModified}:film.mp4`, id);
  await show('/s/drop', { as: null });
  await expect.element(button('Send')).toBeVisible();
  await choose(kept);
  await button('Send').click();
  await says(main(), 'Sent. Grace has it.');
  expect(sent('POST /link/clips/{id}/uploads')).toEqual([]);
  expect(new Set(held.put)).toEqual(new Set([1, 2]));
  const { body, headers } = sent('POST /link/clips/{id}/files')[0]!;
  expect(body).toEqual({ uploadId: id });
  expect(headers['x-capture-part']).toMatch(/:0$/);
  expect(sent('PUT /uploads/{id}/parts/{n}')[0]!.headers['x-link-grant']).toBe('grant');
});

describe('what is captured', () => {
  const part = (n: number) => expect.stringMatching(new RegExp(`^[\\w-]{22,}:${n}$`));
  const finishing = () =>
    sent('POST /clipboard/{id}/files').map(({ body, headers }) => [
      body,
      headers['x-capture-part'],
    ]);

  beforeEach(() => {
    // No other page holds the outbox.
    replies({ 'POST /clipboard': clip('c1', { addressOpen: true }) });
  });

  test('waits in the browser up to 100 MB, and goes in parts, also after a break', async () => {
    const held = takes((n) => (n === 2 ? noReply() : undefined));
    await show('/rooms');
    await captureFiles([film()], 'Last summer');
    await expect.poll(() => held.put).toContain(2);
    held.refusing = () => undefined;
    await sendNow();
    await expect.poll(allEntries).toEqual([]);
    expect(sent('POST /clipboard/{id}/uploads')).toHaveLength(1);
    expect(finishing()).toEqual([[{ uploadId: UPLOAD }, part(0)]]);
  });

  test('larger, it goes straight from the page, with a connection alone', async () => {
    const large = [film('one.mp4'), new File([new Uint8Array(95 * MIB)], 'two.mp4')];
    takes();
    await show('/rooms');
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await captureFiles(large)).toBeNull();
    await says(news(), 'This is too large to wait here. Connect to send it.');
    offline.mockRestore();
    expect(await captureFiles(large)).toBeNull();
    await expect.poll(() => finishing().length).toBe(2);
    await says(news(), 'Saved to your clips');
    expect(finishing()).toEqual([
      [{ uploadId: UPLOAD }, part(0)],
      [{ uploadId: UPLOAD }, part(1)],
    ]);
    expect(await allEntries()).toEqual([]);
    expect(sent('POST /clipboard')[0]!.body.files).toBe(2);
  });
});

test('a large file is downloaded by the browser, not into the page', async () => {
  const followed = fakeLinks();
  const stored = file('film.mp4', { size: 11 * MIB });
  const held = clip('c1', { files: [stored] });
  replies({ 'GET /clipboard/{id}': held });
  hear('join:clip', () => ({ ok: true, clip: held }));
  await show('/clips/c1');
  await button('Download film.mp4').click();
  await expect.poll(() => followed).toEqual([{ path: stored.url, name: 'film.mp4' }]);
  expect(sent('GET /files/{fileId}')).toEqual([]);
});
