import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { storage } from '../lib/storage.ts';
import { USER } from '../testing/fake-browser.ts';
import { handle, replies, sent } from '../testing/fake-server.ts';
import { show, signInAs } from '../testing/show.tsx';
import { clip } from '../testing/things.ts';
import { keepsRecent } from './keep-choice.ts';
import { keepNow } from './keeper.ts';
import { readKept } from './kept-store.ts';

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
    'GET /account': {
      name: USER.name,
      email: USER.email,
      createdAt: '2026-01-02T03:04:05.000Z',
      newClipsOpen: true,
    },
    'GET /clipboard/history': { clips: [], total: 0 },
    'GET /clipboard/favorites': { clips: [], total: 0 },
    'GET /account/sessions': [],
    'GET /account/tokens': [],
    'GET /billing/subscription': {
      enabled: false,
      plan: null,
      status: 'none',
      interval: null,
      trialEndsAt: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
    },
  }),
);
afterEach(() => vi.restoreAllMocks());

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

test('in a browser it is a choice, which is its own and nobody else’s', async () => {
  await show('/account');
  await expect.element(choice()).toHaveAttribute('aria-checked', 'false');
  expect(keepsRecent(USER.id)).toBe(false);
  storage.set('keep-recent', USER.id);
  expect([keepsRecent(USER.id), keepsRecent('somebody else')]).toEqual([true, false]);
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
    expect(sent(name).map(({ query }) => query)).toMatchObject([{ page: 1, pageSize: 100 }]);
  expect((await readKept(USER.id))?.clips.map(({ id }) => id)).toEqual(['newest', 'favorite']);
  expect(await readKept('somebody else')).toBe(null);
});
