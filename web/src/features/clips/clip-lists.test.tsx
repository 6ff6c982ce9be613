import { ProductError } from '@clipline/contract/errors.ts';
import type { CallName } from '@clipline/contract/schemas/endpoints.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, later, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { fakeLinks } from '../../testing/fake-links.ts';
import { connected, hear, tell } from '../../testing/fake-socket.ts';
import {
  arrives,
  button,
  field,
  goTo,
  main,
  news,
  says,
  show,
  typeAtOnce,
} from '../../testing/show.tsx';
import { clip, link } from '../../testing/things.ts';

const TAG = { id: 'work', name: 'Work', color: 'blue', clips: 2 } as const;
const TWO = [clip('milk', { content: 'Buy milk' }), clip('bread', { content: 'Bread' })];
const cards = () => page.getByRole('article');
/** By the key: the box shows under a pointer only. */
async function pick(title: string): Promise<void> {
  const opener = cards().filter({ hasText: title }).getByRole('link');
  await expect.element(opener).toBeVisible();
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard('x');
}

const PAGES = [
  {
    path: '/clips',
    call: 'GET /clipboard/history',
    none: 'No clips found. Create your first clip!',
    noMatch: 'No clips match your current filters. Try adjusting your search criteria.',
    failed: 'Error loading clips',
    onward: ['Create a clip', '/new-clip'],
  },
  {
    path: '/favorites',
    call: 'GET /clipboard/favorites',
    none: 'No favorite clips found.',
    noMatch: 'No favorite clips match your current filters. Try adjusting your search criteria.',
    failed: 'Error loading favorite clips',
    onward: ['Browse your clips', '/clips'],
  },
] as const satisfies readonly { call: CallName; [more: string]: unknown }[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  replies({
    'GET /clipboard/history': { clips: TWO, total: 2 },
    'GET /clipboard/favorites': { clips: TWO, total: 2 },
    'GET /clipboard/stats': { totalClips: 2, textClips: 2, favoriteClips: 0, activeRooms: 0 },
    'GET /links': { links: [], total: 0 },
  });
});

describe.each(PAGES)('$path', ({ path, call, none, noMatch, failed, onward }) => {
  test('asks for the first twenty', async () => {
    await show(path);
    await expect.element(cards()).toHaveLength(2);
    await expect.poll(() => sent(call)[0]!.query).toEqual({ page: 1, pageSize: 20 });
    await expect.element(main()).toMatchTextContent('Buy milk');
  });

  test('what came through a link says so', async () => {
    const via = (label: string | null) => ({ kind: 'link', label }) as const;
    const clips = [clip('a', { via: via('Guests') }), clip('b', { via: via(null) })];
    replies({ [call]: { clips, total: 2 } });
    await show(path);
    await says(cards().first(), 'From “Guests”');
    await says(cards().last(), 'From a link');
  });

  test('what has neither text nor file says so', async () => {
    replies({ [call]: { clips: [clip('blank', { content: ' ' })], total: 1 } });
    await show(path);
    await says(main(), 'This clip has no text yet.');
  });

  test('loads', async () => {
    handle(call, silence);
    await show(path);
    await expect.element(page.getByText('Loading clips...')).toBeInTheDocument();
  });

  test('without any it leads on', async () => {
    replies({ [call]: { clips: [], total: 0 } });
    await show(path);
    await expect.element(page.getByText(none)).toBeVisible();
    const [name, to] = onward;
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', to);
  });

  test('a search that finds nothing can be left', async () => {
    handle(call, ({ query }) =>
      query.search ? { clips: [], total: 0 } : { clips: TWO, total: 2 },
    );
    await show(`${path}?q=cheese&search=cheese`);
    await field('Search clips').fill('cheese');
    await expect.element(page.getByText(noMatch)).toBeVisible();
    await expect.poll(() => sent(call).at(-1)!.query).toMatchObject({ search: 'cheese', page: 1 });
    await button('Show all').click();
    await expect.element(cards()).toHaveLength(2);
  });

  test('says what failed, and tries again', async () => {
    replies({ [call]: refuse(new ProductError('TOO_MANY_REQUESTS')) });
    // A connection would read it again too.
    await show(path, { connects: false });
    await says(news(), failed);
    replies({ [call]: { clips: TWO, total: 2 } });
    await button('Try again').click();
    await expect.element(cards()).toHaveLength(2);
  });

  test('pages', async () => {
    handle(call, ({ query }) => ({ clips: [clip(`on-${query.page ?? 1}`)], total: 41 }));
    await show(path);
    await says(main(), 'Page 1 of 3');
    await button('Next').click();
    await arrives(`${path}?page=2`);
    await says(main(), 'Text of on-2');
    await button('Previous').click();
    await says(main(), 'Text of on-1');
  });

  test('a page beyond the last is the last', async () => {
    handle(call, ({ query }) => ({ clips: query.page === 2 ? [clip('last')] : [], total: 21 }));
    await show('/quick-copy');
    await goTo(`${path}?page=9`);
    await arrives(`${path}?page=2`);
    await says(main(), 'Text of last');
    await goTo(-1);
    await arrives('/quick-copy');
  });

  test('follows what happens elsewhere', async () => {
    await show(path);
    await expect.element(cards()).toHaveLength(2);
    await connected();
    replies({ [call]: { clips: TWO.slice(1), total: 1 } });
    tell('clip-update', { clipId: 'milk', change: 'deleted', version: null, via: null });
    await expect.element(cards()).toHaveLength(1);
  });
});

describe('filters', () => {
  test.each([
    ['type=file', { type: 'file' }],
    ['favorite=true', { favorite: 'true' }],
    ['tag=work', { tag: ['work'] }],
    ['date=week', { dateRange: 'week' }],
    ['type=nonsense&page=0', {}],
  ])('?%s is asked for', async (search, query) => {
    replies({ 'GET /tags': [TAG] });
    await show(`/clips?${search}`);
    await expect.element(cards()).toHaveLength(2);
    const { timeZone, ...asked } = sent('GET /clipboard/history').at(-1)!.query;
    expect(asked).toEqual({ page: 1, pageSize: 20, ...query });
    expect(typeof timeZone).toBe('dateRange' in query ? 'string' : 'undefined');
  });

  test('what is chosen stands in the address, and can be cleared', async () => {
    await show('/clips');
    await button('Filters').click();
    await page.getByRole('radio', { name: 'Files' }).click();
    await arrives('/clips?type=file');
    await expect.poll(() => sent('GET /clipboard/history').at(-1)!.query.type).toBe('file');
    await button('Clear all').click();
    await arrives('/clips');
  });

  test.each([
    ['on a desktop', 1280],
    ['on a phone', 390],
  ])('%s they open over the list, which does not move', async (_, width) => {
    await page.viewport(width, 800);
    await show('/clips');
    await expect.element(cards()).toHaveLength(2);
    const top = () => cards().first().element().getBoundingClientRect().top;
    const before = top();
    await button('Filters').click();
    const panel = page.getByRole('group', { name: 'Filters' });
    await expect.element(panel).toBeVisible();
    await says(panel, '2 clips');
    expect(top()).toBe(before);
    const { left, right } = panel.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button('Filters')).toHaveFocus();
    await button('Filters').click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('one search is asked for what was typed in a row', async () => {
    await show('/clips');
    await expect.element(cards()).toHaveLength(2);
    await field('Search clips').click();
    typeAtOnce('milk');
    const searched = () => sent('GET /clipboard/history').map(({ query }) => query.search);
    await expect.poll(searched).toContain('milk');
    expect(new Set(searched())).toEqual(new Set([undefined, 'milk']));
  });
});

describe('what is selected', () => {
  const bar = () => page.getByRole('region', { name: 'Selected clips' });
  const choose = async () => {
    await show('/clips');
    await pick('Buy milk');
    await says(bar(), '1 selected');
  };

  test.each([
    ['Favorite', { action: 'favorite' }, '1 clip added to favorites'],
    ['Delete', { action: 'delete' }, '1 clip deleted'],
  ] as const)('%s: one call with its ids, and the way back', async (name, body, toast) => {
    replies({
      'POST /clipboard/bulk': { done: 1, skipped: 0, undoId: 'undo' },
      'POST /clipboard/bulk/{undoId}/undo': { restored: 1 },
    });
    await choose();
    await bar().getByRole('button', { name }).click();
    await says(news(), toast);
    await expect
      .poll(() => sent('POST /clipboard/bulk')[0]!.body)
      .toEqual({ ...body, ids: ['milk'] });
    await expect.element(bar()).not.toBeInTheDocument();
    await button('Undo').click();
    await says(news(), '1 clip is as before');
    await expect
      .poll(() => sent('POST /clipboard/bulk/{undoId}/undo')[0]!.params)
      .toEqual({ undoId: 'undo' });
  });

  test('a second press sends nothing', async () => {
    const done = later<{ done: number; skipped: number; undoId: null }>();
    handle('POST /clipboard/bulk', () => done.reply);
    await choose();
    const star = bar().getByRole('button', { name: 'Favorite' });
    await star.click();
    await expect.element(star).toHaveAttribute('aria-busy', 'true');
    for (const name of ['Favorite', 'Delete'])
      (bar().getByRole('button', { name }).element() as HTMLElement).click();
    done.give({ done: 1, skipped: 0, undoId: null });
    await says(news(), '1 clip added to favorites');
    expect(sent('POST /clipboard/bulk')).toHaveLength(1);
  });

  test('all of a filter goes by the filter', async () => {
    replies({
      'GET /clipboard/history': { clips: TWO, total: 700 },
      'POST /clipboard/bulk': { done: 699, skipped: 0, undoId: null },
    });
    await show('/clips?type=text');
    await pick('Buy milk');
    await button('Select all 700 clips').click();
    await pick('Bread');
    await says(bar(), '699 selected');
    await bar().getByRole('button', { name: 'Delete' }).click();
    await says(news(), '699 clips deleted');
    await expect
      .poll(() => sent('POST /clipboard/bulk')[0]!.body)
      .toEqual({
        action: 'delete',
        filter: { type: 'text' },
        except: ['bread'],
      });
  });

  test('says before how many links end with them', async () => {
    replies({ 'GET /links': { links: [link('link-milk', { clipId: 'milk' })], total: 2 } });
    await choose();
    await says(bar(), '2 links end');
    // It may be read once more with the connection.
    await expect
      .poll(() => sent('GET /links')[0]!.query)
      .toMatchObject({ clipId: ['milk'], kind: 'clip', state: 'active', pageSize: 1 });
  });

  test('a refusal leaves the selection', async () => {
    replies({ 'POST /clipboard/bulk': refuse(new ProductError('TOO_MANY_CLIPS')) });
    await choose();
    await bar().getByRole('button', { name: 'Delete' }).click();
    await says(news(), 'The clips could not be changed');
    await says(bar(), '1 selected');
  });

  test('while it is under way a second press does nothing', async () => {
    const answer = later<{ done: number; skipped: number; undoId: null }>();
    handle('POST /clipboard/bulk', () => answer.reply);
    await choose();
    const remove = bar().getByRole('button', { name: 'Delete' });
    await remove.click();
    await remove.click({ force: true });
    answer.give({ done: 1, skipped: 0, undoId: null });
    await says(news(), '1 clip deleted');
    await expect.poll(() => sent('POST /clipboard/bulk')).toHaveLength(1);
  });

  test('keys choose, and leave', async () => {
    await show('/clips');
    await expect.element(cards()).toHaveLength(2);
    await pick('Buy milk');
    await says(bar(), '1 selected');
    await userEvent.keyboard('{Control>}a{/Control}');
    await says(bar(), '2 selected');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar()).not.toBeInTheDocument();
  });

  test('texts are copied together, and all of it comes as one ZIP', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const followed = fakeLinks();
    replies({
      'GET /clipboard/{id}': TWO[0],
      'POST /clipboard/download': new Response('PK'),
    });
    await choose();
    await bar().getByRole('button', { name: 'Copy all' }).click();
    await says(news(), '1 text copied');
    expect(write).toHaveBeenCalledWith('Buy milk');
    await bar().getByRole('button', { name: 'Download' }).click();
    await expect
      .poll(() => sent('POST /clipboard/download').map(({ body }) => body))
      .toEqual([{ ids: ['milk'] }]);
    await expect
      .poll(() => followed.map(({ name }) => name))
      .toEqual([expect.stringMatching(/^clipline-.*\.zip$/)]);
  });

  test('a finger chooses by holding, and then by a tap', async () => {
    await show('/clips');
    const opener = (title: string) => cards().filter({ hasText: title }).getByRole('link');
    await expect.element(opener('Buy milk')).toBeVisible();
    const touch = (type: string) =>
      opener('Buy milk')
        .element()
        .dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }));
    touch('pointerdown');
    await says(bar(), '1 selected');
    touch('pointerup');
    await opener('Bread').click();
    await says(bar(), '2 selected');
  });
});

test('what a search found is selected where it is opened', async () => {
  const content = `${'one line after the other\n'.repeat(300)}Die STRASSE am Ende`;
  const far = clip('far', { content });
  replies({
    'GET /clipboard/history': {
      clips: [{ ...far, match: { where: 'text', excerpt: 'Die STRASSE am Ende' } }],
      total: 1,
    },
    'GET /clipboard/{id}': far,
  });
  hear('join:clip', () => ({ ok: true, clip: far }));
  await show('/clips?search=straße');
  await expect.element(field('Search clips')).toHaveValue('straße');
  await says(cards(), 'Die STRASSE am Ende');
  await field('Search clips').click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(cards().getByRole('link')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await arrives('/clips/far');
  const selected = () => {
    const text = field('Clip content').query() as HTMLTextAreaElement | null;
    return text?.value.slice(text.selectionStart, text.selectionEnd);
  };
  await expect.poll(selected).toBe('STRASSE');
});

test('a card of code says what it is written in', async () => {
  await page.viewport(1280, 800);
  const clips = [clip('code', { content: "import { a } from './a.ts';\nexport const b = a;" })];
  replies({ 'GET /clipboard/history': { clips, total: 1 } });
  await show('/clips');
  await says(cards(), 'TypeScript');
});

describe.each(['/dashboard', '/clips', '/favorites'])('%s: what is deleted', (path) => {
  beforeEach(() => page.viewport(1280, 800));

  const bread = () => cards().filter({ hasText: 'Bread' });
  const breadAt = () => {
    const { left, top } = bread().element().getBoundingClientRect();
    return [left, top];
  };
  const elsewhere = () => page.getByRole('heading', { level: 1 }).hover();
  const trash = () =>
    cards().filter({ hasText: 'Buy milk' }).getByRole('button', { name: 'Delete' });
  const openPage = async () => {
    let clips = TWO;
    handle('GET /clipboard/history', () => ({ clips, total: clips.length }));
    handle('GET /clipboard/favorites', () => ({ clips, total: clips.length }));
    handle('DELETE /clipboard/{id}', () => {
      clips = TWO.slice(1);
      return { message: 'Deleted' };
    });
    await show(path);
    await expect.element(trash()).toBeVisible();
  };

  test('leaves an empty box under the pointer until that goes elsewhere', async () => {
    await openPage();
    const before = breadAt();
    await trash().click();
    await expect.element(cards()).toHaveLength(1);
    await expect.element(main()).not.toMatchTextContent('Buy milk');
    expect(breadAt()).toEqual(before);
    await elsewhere();
    await expect.poll(breadAt).not.toEqual(before);
  });

  test('by a key leaves nothing', async () => {
    await openPage();
    const before = breadAt();
    await elsewhere();
    (trash().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(cards()).toHaveLength(1);
    expect(breadAt()).not.toEqual(before);
    await says(news(), 'Clip deleted');
  });
});
