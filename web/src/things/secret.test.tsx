import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseHiding } from '../lib/hide-secrets.ts';
import { chooseListView } from '../lib/list-view.ts';
import { handle, noReply, replies, sent } from '../testing/fake-server.ts';
import { hear } from '../testing/fake-socket.ts';
import { arrives, button, field, main, news, says, show } from '../testing/show.tsx';
import { clip } from '../testing/things.ts';

const TOKEN = 'ghp_a1B2c3D4e5F6g7H8';

async function openClips() {
  const token = clip('c1', { content: TOKEN });
  replies({
    'GET /clipboard/history': { clips: [clip('c2'), token], total: 2 },
    'GET /clipboard/{id}': token,
  });
  hear('join:clip', () => ({ ok: true, clip: token }));
  // As cards.
  await page.viewport(1280, 800);
  await show('/clips');
}
const card = () => main().getByRole('article').filter({ hasText: 'Hidden' });
const hidden = () => main().getByText(/^ghp_•+ Hidden$/);
const shown = () => main().getByText(TOKEN);

test('a token on a card is hidden until it is pressed, and copied as it is', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openClips();
  await expect.element(hidden()).toBeVisible();
  await expect.element(shown()).not.toBeInTheDocument();
  await card().getByRole('button', { name: 'Copy' }).click();
  expect(copied).toHaveBeenCalledWith(TOKEN);
  await hidden().click();
  await expect.element(shown()).toBeVisible();
  await arrives('/clips');
  await shown().click();
  await arrives('/clips/c1');
});

const WIFI = 'Wi-Fi at the cabin\nname: birch-guest\npassword: correct horse';

test.each([
  ['row', 480],
  ['row', 1280],
  ['card', 1280],
] as const)('in a %s what is said of it is read, and found, %i px wide', async (shape, width) => {
  const match = { where: 'text' as const, excerpt: 'guest\npassword: correct horse' };
  replies({
    'GET /clipboard/history': { clips: [clip('c1', { content: WIFI, match })], total: 1 },
  });
  await page.viewport(width, 800);
  await show('/clips?search=birch');
  chooseListView(shape === 'row' ? 'rows' : 'cards');
  onTestFinished(() => chooseListView('cards'));
  const item = main().getByRole('article');
  for (const part of ['Wi-Fi at the cabin', 'birch-guest', 'password: ••••••••'])
    await says(item, part);
  await expect.element(item.getByText('birch', { exact: true })).toBeVisible();
  await expect.element(item).not.toMatchTextContent('correct');
  await item.getByText(/password: •/).click();
  await says(item, 'correct horse');
});

test('it is shown while its card has focus of the keyboard', async () => {
  await openClips();
  await expect.element(hidden()).toBeVisible();
  await field('Search clips').click();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await expect.element(shown()).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(hidden()).toBeVisible();
});

test('nothing says it aloud', async () => {
  await openClips();
  replies({ 'POST /clipboard/{id}/favorite': { isFavorite: true } });
  await expect.element(hidden()).toBeVisible();
  await field('Search clips').click();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}f');
  await says(news(), /ghp_•+/);
  await expect.element(page.getByLabelText(TOKEN)).not.toBeInTheDocument();
});

test('who wants so sees all secrets', async () => {
  onTestFinished(() => chooseHiding(true));
  chooseHiding(false);
  await openClips();
  await expect.element(shown()).toBeVisible();
});

test('among the favorites it is hidden, and copied with a press', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  replies({
    'GET /clipboard/favorites': { clips: [clip('c1', { content: TOKEN })], total: 1 },
    'GET /clipboard/history': { clips: [clip('c2')], total: 1 },
    'GET /clipboard/stats': { totalClips: 1, textClips: 1, favoriteClips: 1, activeRooms: 0 },
  });
  await show('/dashboard');
  await expect.element(main().getByText(/^ghp_•+$/)).toBeVisible();
  await button('Copy ghp_••••••••').click();
  expect(copied).toHaveBeenCalledWith(TOKEN);
  await expect.element(main()).not.toMatchTextContent(TOKEN);
});

const addresses = () => sent('PATCH /clipboard/{id}/address').map(({ body }) => body.open);

const serveNew = () => {
  const saved: ReturnType<typeof clip>[] = [];
  replies({
    'GET /clipboard/favorites': { clips: [], total: 0 },
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
  });
  handle('GET /clipboard/history', () => ({ clips: saved, total: saved.length }));
  handle('POST /clipboard', ({ body: { content, captureId, addressOpen = true } }) => {
    const sentBy = captureId === undefined ? {} : { captureId };
    saved[0] ??= clip('c1', { content, addressOpen, ...sentBy });
    return saved[0];
  });
  handle('PATCH /clipboard/{id}/address', ({ body }) => ({ ...saved[0]!, addressOpen: body.open }));
};
const saveNew = async (text: string) => {
  await show('/dashboard');
  await field('Paste or type to save a clip').fill(text);
  await userEvent.keyboard('{Enter}');
};
const choices = () => sent('POST /clipboard').map(({ body }) => body.addressOpen);

test('a new one can be opened by nobody else from the first, until its owner says so', async () => {
  serveNew();
  await saveNew(TOKEN);
  await says(news(), 'Saved. Only you can open it.');
  await expect.element(news()).not.toMatchTextContent(TOKEN);
  await expect.poll(choices).toEqual([false]);
  await button('Open the address').click();
  await says(news(), 'Anyone with the address can read it again.');
  expect(addresses()).toEqual([true]);
});

test('one that was opened while it waited for a connection is open', async () => {
  serveNew();
  // It was made closed by a call whose reply was lost.
  handle('POST /clipboard', ({ body: { content, captureId = '', addressOpen = true } }) =>
    addressOpen ? clip('c1', { content, captureId, addressOpen: false }) : noReply(),
  );
  await saveNew(TOKEN);
  await says(news(), 'Kept in this browser until it can be saved.');
  await button('Open the address').click();
  await expect.poll(() => choices().at(-1)).toBe(true);
  await expect.poll(addresses).toEqual([true]);
});

test('another text says nothing of its address', async () => {
  serveNew();
  await saveNew('just a text');
  await expect.poll(choices).toEqual([undefined]);
});
