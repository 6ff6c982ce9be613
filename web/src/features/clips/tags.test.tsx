import { ProductError } from '@clipline/contract/errors.ts';
import type { Tag } from '@clipline/contract/schemas/tags.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, noReply, refuse, replies, sent } from '../../testing/fake-server.ts';
import { connected, hear, tell } from '../../testing/fake-socket.ts';
import {
  arrives,
  button,
  dialog,
  field,
  main,
  news,
  says,
  select,
  show,
} from '../../testing/show.tsx';
import { clip } from '../../testing/things.ts';

const WORK: Tag = { id: 'work', name: 'Work', color: 'blue', clips: 2 };
const HOME: Tag = { id: 'home', name: 'Home', color: 'red', clips: 1 };
const MILK = clip('milk', { content: 'Buy milk', tags: [WORK] });
const chips = () => page.getByRole('group', { name: 'Filter by tag' });
const chip = (name: string) => chips().getByRole('button', { name, exact: true });
const box = (name: string) => dialog().getByRole('checkbox', { name });

/** The server keeps tags as they are made, changed and deleted. */
function serve(...stored: Tag[]) {
  const held = { tags: stored };
  handle('GET /tags', () => held.tags);
  handle('POST /tags', ({ body }) => {
    const made: Tag = { id: body.name, name: body.name, color: body.color ?? 'gray', clips: 0 };
    held.tags = [...held.tags, made];
    return made;
  });
  handle('PATCH /tags/{id}', ({ params, body }) => {
    held.tags = held.tags.map((tag) => (tag.id === params.id ? ({ ...tag, ...body } as Tag) : tag));
    return held.tags.find(({ id }) => id === params.id)!;
  });
  handle('DELETE /tags/{id}', ({ params }) => {
    held.tags = held.tags.filter(({ id }) => id !== params.id);
    return { message: 'Deleted' };
  });
}

beforeEach(() => {
  serve(WORK, HOME);
  replies({
    'GET /clipboard/history': { clips: [MILK], total: 1 },
    'GET /links': { links: [], total: 0 },
    'GET /clipboard/{id}': MILK,
  });
  hear('join:clip', () => ({ ok: true, clip: MILK }));
});

describe('chips above a list', () => {
  test('narrow it to what carries all that are pressed', async () => {
    await show('/clips');
    await chip('Work').click();
    await arrives('/clips?tag=work');
    await expect.element(chip('Work')).toHaveAttribute('aria-pressed', 'true');
    await chip('Home').click();
    await expect
      .poll(() => sent('GET /clipboard/history').at(-1)!.query.tag)
      .toEqual(['work', 'home']);
    await chip('Work').click();
    await arrives('/clips?tag=home');
  });

  test('follow what is deleted elsewhere', async () => {
    await show('/clips?tag=work');
    await expect.element(chip('Work')).toHaveAttribute('aria-pressed', 'true');
    await connected();
    serve(HOME);
    tell('clip-update', { clipId: null, version: null, change: 'bulk', via: null });
    await expect.element(chip('Work')).not.toBeInTheDocument();
    await chip('Home').click();
    await arrives('/clips?tag=home');
  });

  test('are not there without a tag', async () => {
    serve();
    await show('/clips');
    await says(main(), 'Buy milk');
    expect(chips().query()).toBeNull();
  });
});

describe('editing tags', () => {
  const open = async () => {
    await show('/clips');
    await button('Edit tags').click();
    await expect.element(dialog()).toBeVisible();
  };

  test('a name is saved by Enter', async () => {
    await open();
    await field('Name of Work').fill(' Office ');
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Name of Office')).toHaveValue('Office');
    await expect
      .poll(() => sent('PATCH /tags/{id}'))
      .toMatchObject([{ params: { id: 'work' }, body: { name: 'Office' } }]);
  });

  test('a name is saved when its field is left; a blank or unchanged one is not', async () => {
    await open();
    await field('Name of Work').fill('  ');
    await field('Name of Home').click();
    await expect.element(field('Name of Work')).toHaveValue('Work');
    await field('Name of Home').fill('Garden');
    await field('New tag').click();
    await expect
      .poll(() => sent('PATCH /tags/{id}').map(({ body }) => body))
      .toEqual([{ name: 'Garden' }]);
  });

  test('one that is there already says so, and the old name is back', async () => {
    const error = new ProductError('TAG_EXISTS');
    replies({ 'PATCH /tags/{id}': refuse(error) });
    await open();
    await field('Name of Work').fill('Home');
    await userEvent.keyboard('{Enter}');
    await says(news(), 'The tag could not be saved');
    await says(news(), error.message);
    await expect.element(field('Name of Work')).toHaveValue('Work');
  });

  test('a colour is saved at once', async () => {
    await open();
    await select('Color of Work', 'Green');
    await expect
      .poll(() => sent('PATCH /tags/{id}').map(({ body }) => body))
      .toEqual([{ color: 'green' }]);
    await expectAccessible();
  });

  test('one is deleted after a question; its clips stay', async () => {
    await open();
    await button('Delete Work').click();
    await says(dialog().last(), '2 clips carry it and stay.');
    await dialog().last().getByRole('button', { name: 'Delete', exact: true }).click();
    await says(news(), 'Tag deleted');
    await expect.element(field('Name of Work')).not.toBeInTheDocument();
    await expect.poll(() => sent('DELETE /tags/{id}')[0]!.params).toEqual({ id: 'work' });
  });

  test('focus goes on to the next one, and to a new one at last', async () => {
    await open();
    for (const [name, next] of [
      ['Work', button('Delete Home')],
      ['Home', field('New tag')],
    ] as const) {
      await button(`Delete ${name}`).click();
      await dialog().last().getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.element(next).toHaveFocus();
    }
  });

  test('one that could not be deleted says so', async () => {
    replies({ 'DELETE /tags/{id}': noReply() });
    await open();
    await button('Delete Work').click();
    await dialog().last().getByRole('button', { name: 'Delete', exact: true }).click();
    await says(news(), 'The tag could not be deleted');
    await expect.element(field('Name of Work')).toBeVisible();
  });

  test('one more is made with its colour', async () => {
    await open();
    await expect.element(button('Create tag')).toBeDisabled();
    await field('New tag').fill('Trip');
    await select('Color', 'Purple');
    await button('Create tag').click();
    await expect.element(field('Name of Trip')).toBeVisible();
    await expect.element(field('New tag')).toHaveValue('');
    await expect.poll(() => sent('POST /tags')[0]!.body).toEqual({ name: 'Trip', color: 'purple' });
  });

  test.each([
    [refuse(new ProductError('TOO_MANY_TAGS')), new ProductError('TOO_MANY_TAGS').message],
    [noReply(), 'Could not reach the server.'],
  ])('a refusal stands at the field until it is changed (%#)', async (reply, reason) => {
    replies({ 'POST /tags': reply });
    await open();
    await field('New tag').fill('Trip');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(field('New tag'))
      .toHaveAccessibleDescription(expect.stringContaining(reason));
    await field('New tag').fill('Trips');
    await expect.element(field('New tag')).not.toHaveAccessibleDescription();
  });
});

describe('the tags of one clip', () => {
  const open = async () => {
    await show('/clips/milk');
    await button('Tags').click();
    await expect.element(box('Work')).toBeChecked();
  };

  test('are shown, and set together', async () => {
    replies({ 'PUT /clipboard/{id}/tags': { ...MILK, tags: [HOME] } });
    await open();
    await box('Work').click({ force: true });
    await box('Home').click({ force: true });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect
      .poll(() => sent('PUT /clipboard/{id}/tags'))
      .toMatchObject([{ params: { id: 'milk' }, body: { tagIds: ['home'] } }]);
  });

  test('a new one is set too', async () => {
    replies({ 'PUT /clipboard/{id}/tags': MILK });
    await open();
    await field('New tag').fill('Trip');
    await userEvent.keyboard('{Enter}');
    await expect.element(box('Trip')).toBeChecked();
    expect(sent('PUT /clipboard/{id}/tags')).toEqual([]);
  });

  test('a failure leaves what was chosen', async () => {
    replies({ 'PUT /clipboard/{id}/tags': refuse(new ProductError('TAG_NOT_FOUND')) });
    await open();
    await box('Home').click({ force: true });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await says(news(), 'The tag could not be saved');
    await expect.element(box('Home')).toBeChecked();
  });

  test('without a tag the first is made here', async () => {
    serve();
    await show('/clips/milk');
    await button('Tags').click();
    await says(dialog(), 'You have no tags yet.');
    await expect.element(field('New tag')).toBeVisible();
  });
});

describe('many clips at once', () => {
  test.each([
    ['Add tag', 'tag', '1 clip tagged'],
    ['Remove tag', 'untag', 'Tag removed from 1 clip'],
  ] as const)('%s', async (press, action, text) => {
    replies({ 'POST /clipboard/bulk': { done: 1, skipped: 0, undoId: null } });
    await show('/clips');
    const card = page.getByRole('article').getByRole('link');
    await expect.element(card).toBeVisible();
    (card.element() as HTMLElement).focus();
    await userEvent.keyboard('x');
    await page
      .getByRole('region', { name: 'Selected clips' })
      .getByRole('button', { name: 'Tag' })
      .click();
    await says(dialog(), 'Tag 1 clip');
    await expect.element(button(press)).toBeDisabled();
    await select('Tag', 'Home');
    await button(press).click();
    await says(news(), text);
    await expect
      .poll(() => sent('POST /clipboard/bulk')[0]!.body)
      .toEqual({ action, tagId: 'home', ids: ['milk'] });
  });
});
