import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { captureText } from './capture.ts';
import { handle, later, noReply, replies, sent } from '../testing/fake-server.ts';
import { connected, cutConnections, hear } from '../testing/fake-socket.ts';
import { arrives, button, field, main, news, says, show } from '../testing/show.tsx';
import { clip, file, room } from '../testing/things.ts';

const named = (name: string, type = 'text/plain') => new File(['content'], name, { type });
const composer = () => field('Paste or type to save a clip');
const cards = () => main().getByRole('article');

function carrying({ text, files = [] }: { text?: string; files?: File[] }): DataTransfer {
  const data = new DataTransfer();
  if (text !== undefined) data.setData('text/plain', text);
  for (const each of files) data.items.add(each);
  return data;
}
const paste = (what: Parameters<typeof carrying>[0], target: Element = document.body) =>
  target.dispatchEvent(
    new ClipboardEvent('paste', {
      clipboardData: carrying(what),
      bubbles: true,
      cancelable: true,
    }),
  );
const drag = (type: string, dataTransfer: DataTransfer, target: Element = document.body) =>
  target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));

/** Keeps what is saved, and lists it. */
function serve() {
  const held: { clips: Clip[] } = { clips: [] };
  handle('GET /clipboard/history', () => ({ clips: held.clips, total: held.clips.length }));
  handle('POST /clipboard', ({ body }) => {
    const saved = clip(`c${held.clips.length + 1}`, {
      content: body.content,
      ...(body.captureId !== undefined && { captureId: body.captureId }),
    });
    held.clips = [saved, ...held.clips];
    return saved;
  });
  handle('POST /clipboard/{id}/files', (upload) => file(upload.file.name));
  handle('DELETE /clipboard/{id}', ({ params }) => {
    held.clips = held.clips.filter(({ id }) => id !== params.id);
    return { message: 'Deleted' };
  });
  return held;
}
const uploaded = () => sent('POST /clipboard/{id}/files').map((upload) => upload.file.name);

beforeEach(() => {
  serve();
  replies({
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
  });
});

const open = async () => {
  await show('/clips');
  await says(main(), 'No clips found.');
};

describe('pasting beside the fields', () => {
  test('a text is a clip at once, which can be taken back', async () => {
    await open();
    paste({ text: 'Buy milk' });
    await says(news(), 'Saved to your clips');
    await says(cards(), 'Buy milk');
    await expect
      .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
      .toEqual(['Buy milk']);
    await button('Undo').click();
    await expect.poll(() => sent('DELETE /clipboard/{id}').length).toBe(1);
    await expect.element(cards()).toHaveLength(0);
  });

  test('its clip is opened from the news', async () => {
    await open();
    paste({ text: 'Buy milk' });
    await expect.poll(() => sent('POST /clipboard').length).toBe(1);
    await expect.element(page.getByText('Not saved yet')).not.toBeInTheDocument();
    replies({ 'GET /clipboard/{id}': clip('c1', { content: 'Buy milk' }) });
    hear('join:clip', () => ({ ok: true, clip: clip('c1', { content: 'Buy milk' }) }));
    await button('Open').click();
    await arrives('/clips/c1');
  });

  test('several files are one clip', async () => {
    await open();
    paste({ files: [named('a.txt'), named('b.txt')] });
    await expect.poll(uploaded).toEqual(['a.txt', 'b.txt']);
    await expect.poll(() => sent('POST /clipboard').map(({ body }) => body.files)).toEqual([2]);
  });

  test('a nameless picture gets a name', async () => {
    await open();
    paste({ files: [named('image.png', 'image/png')] });
    await expect
      .poll(() => uploaded()[0])
      .toMatch(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
  });

  test('of a text that comes with a picture, the picture can be had instead', async () => {
    await open();
    paste({ text: 'Cells', files: [named('image.png', 'image/png')] });
    await button('Use the picture instead').click();
    await expect.poll(() => uploaded().length).toBe(1);
    await expect.poll(() => sent('DELETE /clipboard/{id}').length).toBe(1);
  });

  test('nothing is said to be nothing', async () => {
    await open();
    paste({});
    await says(news().getByRole('status'), 'There is nothing to paste.');
    expect(sent('POST /clipboard')).toEqual([]);
  });

  test('too many files are told, and fifty are taken', async () => {
    await open();
    paste({ files: Array.from({ length: 51 }, (_, at) => named(`${at}.txt`)) });
    await says(news(), 'A clip can hold at most 50 files.');
    await expect.poll(() => sent('POST /clipboard').map(({ body }) => body.files)).toEqual([50]);
  });

  test('in a field it is the field’s', async () => {
    await open();
    await button('Search clips').click();
    await expect.element(field('Search clips')).toHaveFocus();
    paste({ text: 'milk' }, field('Search clips').element());
    paste({ text: 'Bread' });
    await expect
      .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
      .toEqual(['Bread']);
  });

  test('while a dialog is open nothing takes it', async () => {
    await open();
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    paste({ text: 'milk' });
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    paste({ text: 'Bread' });
    await expect
      .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
      .toEqual(['Bread']);
  });

  test('what this browser has no space for is not taken', async () => {
    vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 10, usage: 10 });
    await open();
    paste({ text: 'Buy milk' });
    await says(news(), 'This device cannot hold more unsaved clips.');
    expect(sent('POST /clipboard')).toEqual([]);
  });
});

describe('dropping anywhere', () => {
  const sign = () => page.getByText('Drop to save as a clip');

  test('says what it does, and does it', async () => {
    await open();
    const data = carrying({ files: [named('a.txt')] });
    drag('dragenter', data);
    await expect.element(sign()).toBeVisible();
    drag('drop', data);
    await expect.element(sign()).not.toBeInTheDocument();
    await expect.poll(uploaded).toEqual(['a.txt']);
  });

  test('leaving the window ends it', async () => {
    await open();
    const data = carrying({ files: [named('a.txt')] });
    // Into a child before out of its parent.
    drag('dragenter', data);
    drag('dragenter', data);
    drag('dragleave', data);
    await expect.element(sign()).toBeVisible();
    drag('dragleave', data);
    await expect.element(sign()).not.toBeInTheDocument();
  });

  test('where nothing takes it, it does not replace the page', async () => {
    replies({ 'GET /trash': { items: [], total: 0, bytes: 0 } });
    await show('/trash');
    await says(main(), 'Trash is empty.');
    const data = carrying({ files: [named('a.txt')] });
    // False: the page has taken it from the browser.
    expect([drag('dragover', data), drag('drop', data)]).toEqual([false, false]);
    expect(data.dropEffect).toBe('none');
    expect(drag('dragover', carrying({ text: 'into a field' }))).toBe(true);
    replies({ 'POST /clipboard': clip('c1') });
    await captureText('Only this');
    await expect
      .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
      .toEqual(['Only this']);
  });

  test('what is dragged from the page itself is none of it', async () => {
    await open();
    const data = carrying({ text: 'From here' });
    drag('dragstart', data);
    drag('dragenter', data);
    drag('drop', data);
    drag('dragend', data);
    drag('drop', carrying({ text: 'From elsewhere' }));
    await expect
      .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
      .toEqual(['From elsewhere']);
  });
});

describe('the composer', () => {
  test('Enter saves, with Shift it is a line', async () => {
    await show('/dashboard');
    await composer().click();
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two{Enter}');
    await expect
      .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
      .toEqual(['one\ntwo']);
    await expect.element(composer()).toHaveValue('');
    await expect.element(composer()).toHaveFocus();
  });

  test('its button reads what the system’s clipboard holds', async () => {
    const html = new Blob(['<b>Buy milk</b>'], { type: 'text/html' });
    const plain = new Blob(['Buy milk'], { type: 'text/plain' });
    vi.spyOn(navigator.clipboard, 'read').mockResolvedValue([
      new ClipboardItem({ 'text/plain': plain, 'text/html': html }),
    ]);
    await show('/dashboard');
    await button('Paste').click();
    await expect
      .poll(() => sent('POST /clipboard').map(({ body }) => body.content))
      .toEqual(['Buy milk']);
  });

  test.each([
    ['refused', () => Promise.reject(new Error('no')), 'Your browser did not allow reading'],
    ['empty', () => Promise.resolve([]), 'There is nothing to paste.'],
  ])('a clipboard that is %s says so', async (_, read, text) => {
    vi.spyOn(navigator.clipboard, 'read').mockImplementation(read);
    await show('/dashboard');
    await button('Paste').click();
    await says(news(), text);
    expect(sent('POST /clipboard')).toEqual([]);
  });
});

describe('a browser that keeps nothing', () => {
  const real = indexedDB;
  let asked: IDBOpenDBRequest | undefined;
  const silent = () => {
    asked = real.open('silent');
    for (const type of ['success', 'upgradeneeded'])
      asked.addEventListener(type, (event) => event.stopImmediatePropagation());
    return asked;
  };
  const refuse = () => {
    throw new DOMException('No', 'SecurityError');
  };
  /** Also the page's own connection to it goes. */
  async function replaceDatabases(by: { open: () => unknown } | undefined): Promise<void> {
    const deletion = real.deleteDatabase('clipline');
    await new Promise((resolve) => {
      deletion.addEventListener('success', resolve);
    });
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(window, 'indexedDB', 'get').mockReturnValue(by as unknown as IDBFactory);
  }
  const save = async () => {
    await show('/dashboard');
    await composer().fill('Buy milk');
    await userEvent.keyboard('{Enter}');
  };
  afterEach(() => {
    vi.restoreAllMocks();
    asked?.dispatchEvent(new Event('error'));
  });

  test.each([
    ['has no database', undefined],
    ['refuses it', { open: refuse }],
    ['never answers', { open: silent }],
  ])('%s: the text stays until the server has it, and can be taken back', async (_, database) => {
    await replaceDatabases(database);
    const slow = later<Clip>();
    handle('POST /clipboard', () => slow.reply);
    await save();
    await expect.poll(() => sent('POST /clipboard')).toHaveLength(1);
    await expect.element(composer()).toHaveValue('Buy milk');
    const { captureId } = sent('POST /clipboard')[0]!.body;
    slow.give(clip('c1', { content: 'Buy milk', captureId: captureId! }));
    await says(news(), 'Saved to your clips');
    await expect.element(composer()).toHaveValue('');
    await button('Undo').click();
    await expect.poll(() => sent('DELETE /clipboard/{id}')).toHaveLength(1);
  });

  test('cannot save either: it says why, and the text stays', async () => {
    await replaceDatabases(undefined);
    handle('POST /clipboard', () => noReply());
    await save();
    await says(news(), 'Could not be saved: Could not reach the server.');
    await expect.element(composer()).toHaveValue('Buy milk');
  });

  test('cannot save all files: it keeps no half of them', async () => {
    await replaceDatabases(undefined);
    handle('POST /clipboard/{id}/files', () => Response.json({ status: 'login_required' }));
    await open();
    paste({ files: [named('a.txt')] });
    await says(news(), 'Could not be saved: Could not reach the server.');
    await expect.poll(() => sent('DELETE /clipboard/{id}')).toHaveLength(1);
  });
});

test('where only the server is away, as the header says, nothing is called saved', async () => {
  replies({ 'POST /clipboard': noReply() });
  await open();
  await connected();
  cutConnections();
  await expect.element(main().getByText('Offline. Reconnecting…')).toBeInTheDocument();
  paste({ text: 'Buy milk' });
  await says(news(), 'You are offline. Kept in this browser until it can be saved.');
});

describe('without a connection', () => {
  beforeEach(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    replies({ 'POST /clipboard': noReply() });
  });

  test('the browser is asked to keep it, once while something waits', async () => {
    const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
    await show('/clips', { connects: false });
    await says(main(), 'No clips found.');
    paste({ text: 'Buy milk' });
    await says(news(), 'You are offline. Kept in this browser until it can be saved.');
    await expect.element(page.getByRole('button', { name: '1 waiting' })).toBeVisible();
    paste({ text: 'Bread' });
    await expect.element(page.getByRole('button', { name: '2 waiting' })).toBeVisible();
    expect(persist).toHaveBeenCalledOnce();
  });

  test('what was meant for a room is a clip, and that is said', async () => {
    const trip = room('trip', { name: 'Trip' });
    replies({
      'GET /rooms/{id}': trip,
      'GET /rooms/{id}/content': { content: [], total: 0 },
    });
    hear('join:room', () => ({ ok: true, room: trip, present: [] }));
    await show('/rooms/trip', { connects: false });
    await says(main(), 'No content yet.');
    const data = carrying({ files: [named('a.txt')] });
    drag('dragenter', data);
    await expect.element(page.getByText('Drop to add to Trip')).toBeVisible();
    drag('drop', data);
    await says(news(), 'You are offline. Saved to your clips instead.');
    await expect.element(page.getByRole('button', { name: '1 waiting' })).toBeVisible();
    expect(sent('POST /rooms/{id}/upload')).toEqual([]);
  });
});
