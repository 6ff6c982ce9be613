import type { Stored } from '@clipline/contract/schemas/account.ts';
import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, noReply, replies, sent } from '../../testing/fake-server.ts';
import { button, dialog, main, news, says, show } from '../../testing/show.tsx';
import { PROFILE, subscription } from '../../testing/things.ts';

const GB = 1024 ** 3;
const GONE = { message: 'Deleted' };
const thing = (kind: Stored['kind'], of: string | null = null, id = `my-${kind}`): Stored => ({
  kind,
  id,
  of,
  title: `Title of ${id}`,
  bytes: 3 * 1024 ** 2,
  createdAt: '2026-01-02T03:04:05.000Z',
});
const having = (largest: Stored[], used = 3.2 * GB): ReplyOf<Calls['GET /account/storage']> => ({
  used,
  limit: 20 * GB,
  kinds: [
    { kind: 'clips', bytes: 3 * GB, count: 12 },
    { kind: 'trash', bytes: used - 3 * GB, count: 2 },
    { kind: 'uploads', bytes: 0, count: 0 },
  ],
  largest,
});
const serve = (...largest: Stored[]) => replies({ 'GET /account/storage': having(largest) });
const section = () => page.getByRole('region', { name: 'Storage' });
const things = () => section().getByRole('list', { name: 'Largest things' }).getByRole('listitem');
const askFor = async (title: string) => {
  await show('/account');
  await things().filter({ hasText: title }).getByRole('button', { name: 'Delete forever' }).click();
};
const sure = () => dialog().getByRole('button', { name: 'Delete forever' }).click();

beforeEach(() =>
  replies({
    'GET /account': PROFILE,
    'GET /account/sessions': [],
    'GET /account/tokens': [],
    'GET /billing/subscription': subscription({}),
  }),
);

test('what takes space is told by kinds, and the largest things, ten first', async () => {
  serve(...Array.from({ length: 12 }, (_, at) => thing('clip', null, `clip-${at}`)));
  await show('/account');
  await says(section(), '3.2 GB of 20 GB used');
  await says(section(), 'Clips');
  await says(section(), 'Trash');
  await expect.element(section()).not.toMatchTextContent('Unfinished uploads');
  await expect.element(things()).toHaveLength(10);
  await says(things().first(), '3 MB');
  await expect
    .element(section().getByRole('link', { name: 'Title of clip-0' }))
    .toHaveAttribute('href', '/clips/clip-0');
  await button('Show all 12').click();
  await expect.element(things()).toHaveLength(12);
  await expectAccessible();
});

test('where it cannot be read it is asked again on demand', async () => {
  replies({ 'GET /account/storage': noReply() });
  await show('/account');
  await says(section(), 'Could not reach the server');
  serve();
  await section().getByRole('button', { name: 'Try again' }).click();
  await says(section(), '3.2 GB of 20 GB used');
});

describe('deleting forever', () => {
  type Deletion =
    | 'DELETE /clipboard/{id}'
    | 'DELETE /clipboard/{id}/versions'
    | 'DELETE /rooms/{id}/content/{contentId}'
    | 'DELETE /rooms/{id}/content/{contentId}/versions'
    | 'DELETE /trash/{kind}/{id}'
    | 'DELETE /uploads/{id}'
    | 'DELETE /virtual-desktop/items/{id}';
  test.each<{ one: Stored; calls: readonly Deletion[] }>([
    { one: thing('clip'), calls: ['DELETE /clipboard/{id}'] },
    { one: thing('history'), calls: ['DELETE /clipboard/{id}/versions'] },
    { one: thing('history', 'sea'), calls: ['DELETE /rooms/{id}/content/{contentId}/versions'] },
    { one: thing('upload'), calls: ['DELETE /uploads/{id}'] },
    { one: thing('trash', 'room'), calls: ['DELETE /trash/{kind}/{id}'] },
    {
      one: thing('desktopItem'),
      calls: ['DELETE /virtual-desktop/items/{id}', 'DELETE /trash/{kind}/{id}'],
    },
    {
      one: thing('roomItem', 'sea'),
      calls: ['DELETE /rooms/{id}/content/{contentId}', 'DELETE /trash/{kind}/{id}'],
    },
  ])('of $one.kind asks, and does it as its place does: $calls', async ({ one, calls }) => {
    serve(one, thing('clip', null, 'other'));
    for (const each of calls)
      handle(each, () => {
        serve(thing('clip', null, 'other'));
        return GONE;
      });
    const title = one.kind === 'history' ? `Earlier versions of ${one.title}` : one.title;
    await askFor(title);
    await says(dialog(), `${title} will be gone for good.`);
    await sure();
    await says(news(), 'Deleted forever');
    await expect.element(things()).toHaveLength(1);
    const { id, of, kind } = one;
    for (const each of calls) {
      const { params } = sent(each)[0]!;
      if (each.startsWith('DELETE /rooms')) expect(params).toEqual({ id: of, contentId: id });
      else if (each.startsWith('DELETE /trash'))
        expect(params).toEqual({ kind: kind === 'trash' ? of : kind, id });
      else expect(params).toEqual({ id });
    }
    await expect
      .element(things().first().getByRole('button', { name: 'Delete forever' }))
      .toHaveFocus();
  });

  test('a failure is told, and the question stays', async () => {
    serve(thing('clip'));
    replies({ 'DELETE /clipboard/{id}': noReply() });
    await askFor('Title of my-clip');
    await sure();
    await says(news(), 'It could not be deleted');
    await expect.element(dialog()).toBeVisible();
    expect(sent('DELETE /clipboard/{id}')[0]!.query).toEqual({ forever: 'true' });
  });

  test('the trash is emptied, and the figures are new', async () => {
    serve();
    handle('DELETE /trash', () => {
      replies({ 'GET /account/storage': having([], 3 * GB) });
      return { removed: 2 };
    });
    await show('/account');
    await button('Empty trash').click();
    await says(dialog(), '2 things will be gone for good.');
    await dialog().getByRole('button', { name: 'Empty trash' }).click();
    await says(section(), '3 GB of 20 GB used');
  });
});

describe('on the dashboard', () => {
  beforeEach(() => {
    localStorage.removeItem('clipline-storage-note');
    replies({
      'GET /clipboard/history': { clips: [], total: 9 },
      'GET /clipboard/stats': { totalClips: 9, textClips: 9, favoriteClips: 0, activeRooms: 0 },
    });
  });
  const note = 'Your storage is nearly full: 18 GB of 20 GB.';

  test('from 90 % on it says so, until it is closed for a day', async () => {
    replies({ 'GET /account/storage': having([], 18 * GB) });
    const shown = await show('/dashboard');
    await says(main(), note);
    await expect
      .element(page.getByRole('link', { name: 'See what takes space' }))
      .toHaveAttribute('href', '/account#storage');
    await button('Close').click();
    await expect.element(main()).not.toMatchTextContent('nearly full');
    await shown.unmount();
    await show('/dashboard');
    await expect.poll(() => sent('GET /clipboard/history').length).toBeGreaterThan(1);
    await expect.element(main()).not.toMatchTextContent('nearly full');
  });

  test('below it says nothing', async () => {
    replies({ 'GET /account/storage': having([], 18 * GB - 1) });
    await show('/dashboard');
    await expect.poll(() => sent('GET /account/storage').length).toBe(1);
    await expect.element(main()).not.toMatchTextContent('nearly full');
  });
});
