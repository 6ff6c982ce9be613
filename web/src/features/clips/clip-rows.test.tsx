import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { replies, sent } from '../../testing/fake-server.ts';
import { arrives, button, dialog, field, goTo, main, says, show } from '../../testing/show.tsx';
import { clip, file } from '../../testing/things.ts';

const CLIPS = [
  clip('milk', { content: 'Buy milk\nand two lemons', isFavorite: true }),
  clip('address', { content: 'https://www.example.com/a/path' }),
  clip('plan', {
    content: '',
    files: [file('plan.png', { type: 'image/png', size: 214 * 1024 })],
  }),
];

const rows = () => page.getByRole('article');
const row = (text: string) => rows().filter({ hasText: text });
const heightOf = (text: string) => row(text).element().getBoundingClientRect().height;
const opener = (text: string) => row(text).getByRole('link').first();
const focusOn = async (text: string) => {
  await expect.element(opener(text)).toBeVisible();
  (opener(text).element() as HTMLElement).focus();
};

beforeEach(() =>
  replies({
    'GET /clipboard/history': { clips: CLIPS, total: CLIPS.length },
    'GET /clipboard/favorites': { clips: CLIPS, total: CLIPS.length },
    'GET /clipboard/stats': { totalClips: 3, textClips: 2, favoriteClips: 1, activeRooms: 0 },
    'GET /links': { links: [], total: 0 },
    'GET /clipboard/{id}': CLIPS[0]!,
    'POST /clipboard/{id}/favorite': { isFavorite: true },
  }),
);

describe('on a desktop', () => {
  const openRows = async (path = '/clips') => {
    localStorage.setItem('list-view', 'rows');
    await page.viewport(1440, 900);
    await show(path);
    await expect.element(rows()).toHaveLength(CLIPS.length);
  };

  test('there are cards until rows are chosen, then rows on every list but the dashboard', async () => {
    await page.viewport(1440, 900);
    await show('/clips');
    await expect.element(button('Cards')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => heightOf('Buy milk')).toBeGreaterThan(36);
    await button('Rows').click();
    await expect.poll(() => heightOf('Buy milk')).toBe(36);
    await goTo('/favorites');
    await expect.element(button('Rows')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => heightOf('Buy milk')).toBe(36);
    await goTo('/dashboard');
    await expect.poll(() => heightOf('Buy milk')).toBeGreaterThan(36);
    await expect.element(button('Rows')).not.toBeInTheDocument();
  });

  test('twenty of them are a screen', async () => {
    const clips = Array.from({ length: 20 }, (_, number) => clip(`note ${number}`));
    replies({ 'GET /clipboard/history': { clips, total: 289 } });
    localStorage.setItem('list-view', 'rows');
    await page.viewport(1440, 900);
    await show('/clips');
    await expect.element(rows()).toHaveLength(20);
    expect(rows().last().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(848);
  });

  test('a row says what it is', async () => {
    await openRows();
    await says(row('Buy milk'), 'Buy milk and two lemons');
    await says(row('example.com'), 'https://www.example.com/a/path');
    await says(row('plan.png'), 'PNG · 214 KB image/png');
  });

  test('its tools rest until the pointer comes, and nothing moves', async () => {
    await openRows();
    const share = row('Buy milk').getByRole('button', { name: 'Share' });
    const opacity = () => getComputedStyle(share.element().parentElement!).opacity;
    const left = () =>
      row('Buy milk').getByText('and two lemons').element().getBoundingClientRect();
    await main().getByRole('textbox').hover();
    await expect.poll(opacity).toBe('0');
    const before = left();
    await row('Buy milk').hover();
    await expect.poll(opacity).toBe('1');
    expect(left()).toEqual(before);
    for (const name of ['Remove from favorites', 'Share', 'Delete', 'Copy'])
      await expect
        .element(row('Buy milk').getByRole('button', { name, exact: true }))
        .toBeVisible();
    await expect.element(row('example.com').getByRole('link', { name: 'Open link' })).toBeVisible();
  });

  test('the keys of a card act on a row', async () => {
    await openRows();
    await focusOn('Buy milk');
    await userEvent.keyboard('{ArrowDown}f');
    await expect
      .poll(() => sent('POST /clipboard/{id}/favorite').map(({ params }) => params.id))
      .toEqual(['address']);
    await userEvent.keyboard('s');
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(opener('example.com')).toHaveFocus();
  });

  test('selected ones have their box in the slot, and neighbours join', async () => {
    await openRows();
    await focusOn('Buy milk');
    await userEvent.keyboard('x{ArrowDown}x');
    await says(page.getByRole('region', { name: 'Selected clips' }), '2 selected');
    await expect.element(row('Buy milk').getByRole('checkbox')).toBeChecked();
    const corners = (text: string) => {
      const { borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(row(text).element());
      return [borderTopLeftRadius, borderBottomLeftRadius];
    };
    await expect.poll(() => corners('Buy milk')).toEqual(['8px', '0px']);
    await expect.poll(() => corners('example.com')).toEqual(['0px', '8px']);
  });

  test('what is searched for is marked in either part', async () => {
    replies({
      'GET /clipboard/history': {
        clips: [
          { ...CLIPS[0]!, match: { where: 'text', excerpt: 'and two lemons' } },
          { ...CLIPS[2]!, match: { where: 'file', excerpt: 'plan.png' } },
        ],
        total: 2,
      },
    });
    localStorage.setItem('list-view', 'rows');
    await page.viewport(1440, 900);
    await show('/clips?search=lem pla');
    const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
    await expect.poll(marks).toEqual(['lem', 'pla']);
  });
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844));

  test('there are rows until cards are chosen, the first right below the header', async () => {
    await show('/clips');
    await expect.element(rows()).toHaveLength(CLIPS.length);
    await expect.poll(() => heightOf('Buy milk')).toBe(64);
    expect(rows().first().element().getBoundingClientRect().top).toBeLessThanOrEqual(110);
    await button('Filters').click();
    await button('Cards').click();
    await expect.poll(() => heightOf('Buy milk')).not.toBe(64);
  });

  test('what else can be done stands in a menu', async () => {
    await show('/clips');
    const more = row('Buy milk').getByRole('button', { name: 'Clip actions' });
    await more.click();
    await expect.element(page.getByRole('menuitem')).toHaveLength(4);
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(more).toHaveFocus();
  });

  test('the search opens over the title', async () => {
    await show('/clips');
    const top = () => rows().first().element().getBoundingClientRect().top;
    await expect.element(rows()).toHaveLength(CLIPS.length);
    const before = top();
    await button('Search clips').click();
    await expect.element(field('Search clips')).toHaveFocus();
    const title = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
    expect(field('Search clips').element().getBoundingClientRect().left).toBeLessThan(title.left);
    await field('Search clips').fill('milk');
    await arrives('/clips?search=milk');
    expect(top()).toBe(before);
  });
});
