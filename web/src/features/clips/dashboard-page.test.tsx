import { ProductError } from '@clipline/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { discardAll } from '../../capture/capture.ts';
import { outbox } from '../../capture/outbox.ts';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import { connected, tell } from '../../testing/fake-socket.ts';
import { button, field, news, primaries, says, show } from '../../testing/show.tsx';
import { clip, file } from '../../testing/things.ts';

const STATS = { totalClips: 1234, textClips: 9, favoriteClips: 3, activeRooms: 1 };
const MILK = clip('milk', { content: 'Buy milk' });
const list = () => page.getByRole('list', { name: 'Recent clips' });
const cards = () => list().getByRole('article');

const showClips = (...clips: ReturnType<typeof clip>[]) =>
  replies({ 'GET /clipboard/history': { clips, total: clips.length } });

beforeEach(async () => {
  await page.viewport(1280, 800);
  replies({
    'GET /clipboard/stats': STATS,
    'GET /clipboard/history': { clips: [MILK, clip('bread')], total: 2 },
    'GET /tags': [],
  });
});
afterEach(async () => {
  await discardAll();
  outbox.setState(outbox.getInitialState(), true);
});

test('asks for the newest fifty with the session, and shows eight', async () => {
  showClips(...Array.from({ length: 9 }, (_, at) => clip(`c${at}`)));
  await show('/dashboard');
  await expect.element(cards()).toHaveLength(8);
  await expect.element(list()).not.toMatchTextContent('Text of c8');
  await expect
    .poll(() => sent('GET /clipboard/history')[0])
    .toMatchObject({
      query: { page: 1, pageSize: 50 },
      authorization: 'Bearer token',
    });
  await expect.element(page.getByText('1,234')).toBeVisible();
  await expect.poll(() => document.title).toContain('Dashboard');
});

test('belongs to the clips: they begin at the top, in lines of one height', async () => {
  await page.viewport(1440, 900);
  const notes = Array.from({ length: 8 }, (_, at) => `note ${at} `.repeat(1 + at * 4));
  showClips(...notes.map((content, at) => clip(`c${at}`, { content })));
  await show('/dashboard');
  await expect.element(cards()).toHaveLength(8);
  const boxes = () =>
    cards()
      .elements()
      .map((card) => card.getBoundingClientRect());
  await expect.poll(() => boxes()[0]!.top).toBeLessThanOrEqual(238);
  expect(new Set(boxes().map(({ height }) => height))).toEqual(new Set([160]));
  // As wide as what they hold.
  expect(new Set(boxes().map(({ width }) => width)).size).toBeGreaterThan(1);
  expect(boxes()[7]!.bottom).toBeLessThanOrEqual(900);
  for (const [at, one] of boxes().entries())
    for (const other of boxes().slice(at + 1))
      expect(one.right <= other.left || one.bottom <= other.top).toBe(true);

  await page.viewport(390, 844);
  await expect.poll(() => boxes()[0]!.top).toBeLessThanOrEqual(230);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(391);
});

test('while nothing has come it says what it waits for', async () => {
  replies({});
  handle('GET /clipboard/history', silence);
  handle('GET /clipboard/stats', silence);
  await show('/dashboard');
  await expect.element(page.getByText('Loading clips...')).toBeInTheDocument();
  await expect.element(page.getByText('Loading Total Clips...')).toBeInTheDocument();
  await expect.element(page.getByText('Loading Favorites...')).toBeInTheDocument();
});

describe('without a clip', () => {
  const steps = () => page.getByRole('list', { name: 'First steps' });
  test('it says so, and what to do first', async () => {
    showClips();
    await show('/dashboard');
    await expect.element(page.getByText('No clips found. Create your first clip!')).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: 'Copy here, paste there.' }))
      .toBeVisible();
    await says(steps(), 'Press Ctrl V to save what you copied');
    await expect.element(button('Show code')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'View all' }))
      .toHaveAttribute('href', '/clips');
    expect(page.getByRole('search').query()).toBeNull();
    // The colours change with what has come.
    await expect.poll(primaries).toEqual(['Paste']);
  });

  test('a phone is told of other apps, and of the computer', async () => {
    await page.viewport(414, 896);
    showClips();
    await show('/dashboard');
    await says(steps(), 'Share from any app');
    await says(steps(), 'Open it on your computer');
    expect(button('Show code').query()).toBeNull();
  });

  test('the first one takes the place of the steps, and typing goes on', async () => {
    showClips();
    await show('/dashboard');
    await connected();
    await expect.element(steps()).toBeVisible();
    await page.getByRole('textbox').fill('half a thou');
    showClips(MILK);
    tell('clip-update', { clipId: MILK.id, change: 'created', version: 1, via: null });
    await says(cards(), 'Buy milk');
    expect(steps().query()).toBeNull();
    await expect.element(page.getByRole('textbox').first()).toHaveValue('half a thou');
  });
});

test('a list that could not be read says why, and is read again on demand', async () => {
  replies({ 'GET /clipboard/history': refuse(new ProductError('TOO_MANY_REQUESTS')) });
  // A connection would read it again too.
  await show('/dashboard', { connects: false });
  await says(news(), 'Error loading recent clips');
  await expect.element(page.getByText('Your clips are safe. Try again in a moment.')).toBeVisible();
  showClips(MILK);
  await button('Try again').click();
  await says(cards(), 'Buy milk');
});

test('counts that could not be read are a toast; the list is there', async () => {
  replies({ 'GET /clipboard/stats': refuse(new ProductError('TOO_MANY_REQUESTS')) });
  await show('/dashboard');
  await says(news(), 'Error fetching statistics');
  await expect.element(cards()).toHaveLength(2);
});

test.each([
  [[file('a.pdf', { type: 'application/pdf' })], ['PDF', 'application/pdf', '2 KB']],
  [
    [file('a.pdf'), file('b.pdf'), file('c.pdf')],
    ['PDF', '+2'],
  ],
])('files without a text are named by the first (%#)', async (files, texts) => {
  showClips(clip('files', { content: '', files }));
  await show('/dashboard');
  await expect.element(cards().getByRole('link')).toHaveAccessibleName(/a\.pdf/);
  for (const text of texts) await says(cards(), text);
  await expect.element(cards().getByRole('button', { name: 'Download' })).toBeVisible();
});

test('a card leads to its clip', async () => {
  await show('/dashboard');
  await expect.element(cards().first().getByRole('link')).toHaveAttribute('href', '/clips/milk');
});

test('a star is marked at once, and counted anew', async () => {
  const answer = later<{ isFavorite: boolean }>();
  handle('POST /clipboard/{id}/favorite', () => answer.reply);
  await show('/dashboard');
  await button('Add to favorites').first().click();
  await expect.element(button('Remove from favorites')).toBeVisible();
  const reads = sent('GET /clipboard/stats').length;
  showClips({ ...MILK, isFavorite: true }, clip('bread'));
  answer.give({ isFavorite: true });
  await says(news(), 'Added to favorites');
  await says(news(), 'Buy milk');
  await expect.poll(() => sent('GET /clipboard/stats').length).toBeGreaterThan(reads);
  await expect.poll(() => sent('POST /clipboard/{id}/favorite')[0]!.params).toEqual({ id: 'milk' });
});

test('a star that the server refuses goes back', async () => {
  replies({ 'POST /clipboard/{id}/favorite': refuse(new ProductError('CLIP_NOT_FOUND')) });
  await show('/dashboard');
  await button('Add to favorites').first().click();
  await says(news(), 'Error updating favorite status');
  await expect.element(button('Add to favorites')).toHaveLength(2);
});

test('what is deleted is gone at once, by a double click too, and Undo brings it back', async () => {
  handle('DELETE /clipboard/{id}', () => {
    showClips(clip('bread'));
    return { message: 'Deleted' };
  });
  handle('POST /clipboard/{id}/restore', () => {
    showClips(MILK, clip('bread'));
    return MILK;
  });
  await show('/dashboard');
  await expect.element(cards()).toHaveLength(2);
  await button('Delete').first().dblClick();
  await says(news(), 'Clip deleted');
  await expect.element(cards()).toHaveLength(1);
  await button('Undo').click();
  await says(news(), 'Clip restored');
  await expect.element(cards()).toHaveLength(2);
  expect(sent('POST /clipboard/{id}/restore')[0]!.params).toEqual({ id: 'milk' });
  expect(sent('DELETE /clipboard/{id}').map(({ params }) => params.id)).toEqual(['milk']);
});

test('what could not be deleted comes back', async () => {
  replies({ 'DELETE /clipboard/{id}': refuse(new ProductError('NOT_CLIP_OWNER')) });
  await show('/dashboard');
  await button('Delete').first().click();
  await says(news(), 'Error deleting clip');
  await says(news(), 'There was an error deleting the clip. Please try again.');
  await expect.element(cards()).toHaveLength(2);
});

test('news of another device reads lists and counts again', async () => {
  await show('/dashboard');
  await expect.element(cards()).toHaveLength(2);
  await connected();
  showClips(clip('eggs'), MILK, clip('bread'));
  tell('clip-update', { clipId: 'eggs', change: 'created', version: 1, via: null });
  await expect.element(cards()).toHaveLength(3);
});

test('what is typed into the composer is a clip at once', async () => {
  const answer = later<ReturnType<typeof clip>>();
  handle('POST /clipboard', () => answer.reply);
  await show('/dashboard');
  await expect.element(cards()).toHaveLength(2);
  await field('Paste or type to save a clip').fill('call');
  // Safari, where an input method's word ends.
  document.activeElement!.dispatchEvent(
    // oxlint-disable-next-line typescript/no-deprecated -- Safari tells nothing newer
    new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }),
  );
  await userEvent.keyboard(' Grace{Enter}');
  await expect.element(cards()).toHaveLength(3);
  await says(cards().first(), 'call Grace');
  await says(cards().first(), 'Sending…');
  await expect.poll(() => sent('POST /clipboard').length).toBe(1);
  const { content, captureId } = sent('POST /clipboard')[0]!.body;
  expect(content).toBe('call Grace');
  const saved = clip('grace', { content, captureId });
  showClips(saved, MILK, clip('bread'));
  answer.give(saved);
  await says(news(), 'Saved to your clips');
  await expect.element(page.getByText('Sending…')).not.toBeInTheDocument();
  await expect.element(field('Paste or type to save a clip')).toHaveValue('');
});

test('what the server refuses waits on its card, with a way to try again', async () => {
  replies({ 'POST /clipboard': refuse(new ProductError('PLAN_NEEDED')) });
  await show('/dashboard');
  await field('Paste or type to save a clip').fill('call Grace');
  await button('Save').click();
  await says(cards().first(), 'Could not be saved: Your trial or plan');
  const saved = clip('grace', { content: 'call Grace' });
  replies({ 'POST /clipboard': saved });
  showClips(saved);
  await cards().first().getByRole('button', { name: 'Try again' }).click();
  await expect.element(cards()).toHaveLength(1);
  const [first, second] = sent('POST /clipboard');
  expect(second!.body).toEqual(first!.body);
});

test('without a server it waits for one, and can be taken back', async () => {
  replies({ 'POST /clipboard': noReply() });
  await show('/dashboard');
  await field('Paste or type to save a clip').fill('call Grace');
  await button('Save').click();
  await says(cards().first(), 'Waiting for a connection');
  await says(page.getByRole('main'), '1 waiting');
  await cards().first().getByRole('button', { name: 'Discard' }).click();
  replies({ 'POST /clipboard': clip('grace'), 'DELETE /clipboard/{id}': { message: 'Deleted' } });
  await expect.element(cards()).toHaveLength(2);
  await expect
    .poll(() =>
      sent('DELETE /clipboard/{id}').map(({ params, query }) => [params.id, query.forever]),
    )
    .toEqual([['grace', 'true']]);
});

test('what is typed is what the page is for', async () => {
  await show('/dashboard');
  await expect.element(cards()).toHaveLength(2);
  await expect.poll(primaries).toEqual(['New Clip']);
  await field('Paste or type to save a clip').fill('call Grace');
  await expect.poll(primaries).toEqual(['SaveEnter']);
});

describe('favorites', () => {
  const line = () => page.getByRole('list', { name: 'Favorites' });

  test('a press on one copies it', async () => {
    const writes = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    replies({
      'GET /clipboard/favorites': {
        clips: [clip('iban', { content: 'DE89 3704', isFavorite: true })],
        total: 1,
      },
    });
    await show('/dashboard');
    await line().getByRole('button', { name: 'Copy DE89 3704' }).click();
    await expect.poll(() => writes.mock.calls).toEqual([['DE89 3704']]);
    await says(news(), 'Content copied to clipboard');
  });

  test('word and number lead to all of them', async () => {
    await show('/dashboard');
    const link = page.getByRole('link', { name: /^Favorites/ });
    await says(link, '3');
    await expect.element(link).toHaveAttribute('href', '/favorites');
    expect(line().query()).toBeNull();
  });
});

describe('the search', () => {
  const opener = () => button('Search clips');

  test('opens by its key, and closes by Escape', async () => {
    await show('/dashboard');
    await expect.element(cards()).toHaveLength(2);
    await userEvent.keyboard('/');
    await expect.element(field('Search clips')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(opener()).toHaveFocus();
  });

  test('stays open with what is looked for', async () => {
    await show('/dashboard');
    await opener().click();
    await field('Search clips').fill('milk');
    await page.getByRole('heading', { level: 1 }).click();
    await expect.element(field('Search clips')).toHaveValue('milk');
  });
});

test('a finger finds the rest of what can be done in a menu', async () => {
  await page.viewport(390, 844);
  await show('/dashboard');
  await expect.element(cards()).toHaveLength(2);
  expect(button('Delete').query()).toBeNull();
  await button('Clip actions').first().click();
  for (const name of ['Share', 'Add to favorites', 'Delete'])
    await expect.element(page.getByRole('menuitem', { name })).toBeVisible();
});
