import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { storage } from '../lib/storage.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { USER } from '../testing/fake-browser.ts';
import { handle, noReply, replies, sent } from '../testing/fake-server.ts';
import { hear } from '../testing/fake-socket.ts';
import { button, main, says, show, signInAs } from '../testing/show.tsx';
import { clip, file, subscription, PROFILE } from '../testing/things.ts';
import { keepsRecent, keepNow, readKept, writeKept, type KeptClip } from './keeper.ts';

const title = () => page.getByRole('heading', { name: 'Reading offline' });
const choice = () => page.getByRole('switch', { name: 'Keep recent clips on this device' });

/** As it is opened by its icon, without a browser around it. */
function openInstalled(): void {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia.call(window, query === '(display-mode: standalone)' ? 'all' : query),
  );
}

beforeEach(() =>
  replies({
    'GET /account': PROFILE,
    'GET /clipboard/history': { clips: [], total: 0 },
    'GET /clipboard/favorites': { clips: [], total: 0 },
    'GET /account/sessions': [],
    'GET /account/tokens': [],
    'GET /billing/subscription': subscription(),
  }),
);

test('the installed app keeps recent clips unasked, and says so', async () => {
  openInstalled();
  await show('/account');
  await expect.element(title()).toBeVisible();
  await expect
    .element(page.getByText(/^The installed app keeps the text of your 100 newest clips/))
    .toBeVisible();
  await expect.element(choice()).not.toBeInTheDocument();
  expect([keepsRecent(USER.id), keepsRecent(undefined)]).toEqual([true, false]);
});

test('in a browser it is a choice, which is its own', async () => {
  await show('/account');
  await expect.element(choice()).toHaveAttribute('aria-checked', 'false');
  expect(keepsRecent(USER.id)).toBe(false);
  storage.set('keep-recent', USER.id);
  expect([keepsRecent(USER.id), keepsRecent('somebody else')]).toEqual([true, false]);
});

test('over plain http from another machine it says what it needs', async () => {
  vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
  await show('/account');
  await expect.element(title()).toBeVisible();
  await says(main(), 'This works over HTTPS only. Ask whoever runs this server.');
  await expect.element(choice()).not.toBeInTheDocument();
});

test('it asks for a hundred of each, and keeps what fits', async () => {
  signInAs();
  storage.set('keep-recent', USER.id);
  const newest = clip('newest', { createdAt: '2026-11-22T12:00:00.000Z' });
  const long = clip('long', { content: 'a'.repeat(256 * 1024 + 1) });
  const favorite = clip('favorite', { isFavorite: true, createdAt: '2020-01-01T00:00:00.000Z' });
  handle('GET /clipboard/history', () => ({ clips: [newest, long], total: 2 }));
  handle('GET /clipboard/favorites', () => ({ clips: [favorite], total: 1 }));
  await keepNow();
  for (const name of ['GET /clipboard/history', 'GET /clipboard/favorites'] as const)
    await expect
      .poll(() => sent(name).map(({ query }) => query))
      .toMatchObject([{ page: 1, pageSize: 100 }]);
  expect((await readKept(USER.id))?.clips.map(({ id }) => id)).toEqual(['newest', 'favorite']);
  expect(await readKept('somebody else')).toBe(null);
});

describe('a clip without a connection', () => {
  const open = async (about: Partial<KeptClip>) => {
    // First: an empty list, read by who is signed in, would be kept instead.
    replies({
      'GET /clipboard/{id}': noReply(),
      'GET /clipboard/history': noReply(),
      'GET /clipboard/favorites': noReply(),
    });
    signInAs();
    storage.set('keep-recent', USER.id);
    const { id, content, isFavorite, files, createdAt } = clip('c1');
    const kept = { id, content, isFavorite, files, createdAt };
    await writeKept({
      userId: USER.id,
      at: new Date().toISOString(),
      clips: [{ ...kept, ...about }],
    });
    hear('join:clip', () => ({ ok: false, error: 'Later' }));
    await show('/clips/c1');
    await says(main(), 'Offline. Showing what this device kept just now.');
  };
  const text = () => main().getByRole('textbox', { name: 'Clip content' });

  test('is its owner’s to read and copy, and says when it can be edited', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open({
      content: 'Gate B7 https://example.org/',
      isFavorite: true,
      tags: [{ id: 't1', name: 'Travel', color: 'blue' }],
      files: [file('a.pdf'), file('b.pdf')],
    });
    await expect.element(text()).toHaveValue('Gate B7 https://example.org/');
    await expect.element(text()).toHaveAttribute('readonly');
    await says(main(), 'It can be edited again once there is a connection.');
    await says(main(), 'Favorite');
    await says(main(), 'Travel');
    await says(main(), '2 files need a connection');
    await expect
      .element(page.getByRole('link', { name: 'Open https://example.org/' }))
      .toBeVisible();
    // Nothing of what a stranger is told, and nothing that needs the server.
    await expect.element(main()).not.toMatchTextContent('View only');
    for (const name of ['Share', 'Save Changes', 'Delete', 'Upload File'])
      await expect.element(button(name)).not.toBeInTheDocument();
    await button('Copy Content').click();
    await expect.poll(() => write).toHaveBeenCalledWith('Gate B7 https://example.org/');
    await expectAccessible();
  });

  test('without a text says whether it had one', async () => {
    await open({ content: '', files: [file('a.pdf')] });
    await expect.element(text()).toHaveAttribute('placeholder', 'No text, only files.');
    await says(main(), '1 file needs a connection');
  });
});
