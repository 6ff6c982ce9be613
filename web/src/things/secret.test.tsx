import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseHiding } from '../lib/hide-secrets.ts';
import { handle, replies, sent } from '../testing/fake-server.ts';
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
const card = () => main().getByRole('article').filter({ hasText: 'Looks like a token.' });
const hidden = () => main().getByText(/^ghp_•+$/);
const shown = () => main().getByText(TOKEN);

test('a token on a card is hidden until it is pressed, and copied as it is', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openClips();
  await says(card(), 'Hidden. Looks like a token.');
  await expect.element(shown()).not.toBeInTheDocument();
  await card().getByRole('button', { name: 'Copy' }).click();
  expect(copied).toHaveBeenCalledWith(TOKEN);
  await hidden().click();
  await expect.element(shown()).toBeVisible();
  await arrives('/clips');
  await shown().click();
  await arrives('/clips/c1');
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
  await field('Search clips').click();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}f');
  await says(news(), 'Hidden. Looks like a token.');
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
  await expect.element(hidden()).toBeVisible();
  await button('Copy Hidden. Looks like a token.').click();
  expect(copied).toHaveBeenCalledWith(TOKEN);
  await expect.element(main()).not.toMatchTextContent(TOKEN);
});

const addresses = () => sent('PATCH /clipboard/{id}/address').map(({ body }) => body.open);

test('a new one can be opened by nobody else, until its owner says so', async () => {
  const saved: ReturnType<typeof clip>[] = [];
  replies({
    'GET /clipboard/favorites': { clips: [], total: 0 },
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
  });
  handle('GET /clipboard/history', () => ({ clips: saved, total: saved.length }));
  handle('POST /clipboard', ({ body: { content, captureId } }) => {
    saved.push(clip('c1', { content, ...(captureId !== undefined && { captureId }) }));
    return saved[0]!;
  });
  handle('PATCH /clipboard/{id}/address', ({ body }) => ({ ...saved[0]!, addressOpen: body.open }));
  await show('/dashboard');
  await field('Paste or type to save a clip').fill(TOKEN);
  await userEvent.keyboard('{Enter}');
  await says(news(), 'Saved. Only you can open it.');
  await expect.element(news()).not.toMatchTextContent(TOKEN);
  await expect.poll(addresses).toEqual([false]);
  await button('Open the address').click();
  await says(news(), 'Anyone with the address can read it again.');
  expect(addresses()).toEqual([false, true]);
});
