import { ProductError } from '@clipline/contract/errors.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { TrashItem } from '@clipline/contract/schemas/trash.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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
import { arrives, button, dialog, main, news, says, select, show } from '../../testing/show.tsx';
import { clip } from '../../testing/things.ts';

const HOUR = 3_600_000;
const DESKTOP_FULL = new ProductError('DESKTOP_FULL', { limit: '4 GB' });
const ahead = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const trashed = (id: string, change: Partial<TrashItem> = {}): TrashItem => ({
  kind: 'clip',
  id,
  title: `Text of ${id}`,
  deletedAt: ahead(-1),
  goneAt: ahead(24 * 29.5),
  bytes: 2048,
  ...change,
});
const MILK = trashed('milk', { title: 'Buy milk' });
const TRIP = trashed('trip', { kind: 'room', title: 'Trip' });

const rows = () => page.getByRole('list', { name: 'Deleted things' }).getByRole('article');
const row = (title: string) => page.getByRole('article', { name: title });
const serve = (items: TrashItem[], total = items.length) =>
  replies({ 'GET /trash': { items, total, bytes: 4096 } });

/** The dialog, once closed, stays on the screen until this is finished. */
const closesLate = () =>
  dialog()
    .element()
    .animate({ opacity: [1, 0] }, 1_000_000);

beforeEach(() => serve([MILK, TRIP]));

test('tells what was deleted, how long it stays, and how much there is', async () => {
  serve([
    MILK,
    trashed('soon', { kind: 'roomItem', title: '', goneAt: ahead(4.5) }),
    trashed('now', { kind: 'desktopItem', goneAt: ahead(0.5) }),
  ]);
  await show('/trash');
  await expect.element(rows()).toHaveLength(3);
  await says(main(), 'Deleted things are kept for 30 days.');
  await says(main(), '3 things, 4 KB');
  await says(row('Buy milk'), 'Clip · 2 KB');
  await says(row('Buy milk'), 'deleted 1h ago');
  await says(row('Buy milk'), 'gone in 30 days');
  await says(row('Without text'), 'Room content');
  await says(row('Without text'), 'gone in 5 hours');
  await says(row('Text of now'), 'gone within the hour');
  await expect.poll(() => sent('GET /trash')[0]!.query).toEqual({ page: 1, pageSize: 20 });
});

test('loads', async () => {
  handle('GET /trash', silence);
  await show('/trash');
  await expect.element(page.getByText('Loading trash…')).toBeInTheDocument();
  await expect.element(button('Empty trash')).toBeDisabled();
});

test('an empty one says so, and cannot be emptied', async () => {
  serve([]);
  await show('/trash');
  await says(main(), 'Trash is empty.');
  await expect.element(button('Empty trash')).toBeDisabled();
  expect(page.getByRole('combobox', { name: 'Kind' }).query()).toBeNull();
});

test('one that could not be read is read again on demand', async () => {
  replies({ 'GET /trash': refuse(new ProductError('TOO_MANY_REQUESTS')) });
  // A connection would read it again too.
  await show('/trash', { connects: false });
  await says(main(), 'The trash could not be loaded');
  await says(main(), 'Too many requests.');
  serve([MILK]);
  await button('Try again').click();
  await expect.element(rows()).toHaveLength(1);
});

test('signed out, the way leads over the log-in', async () => {
  await show('/trash', { as: null });
  await arrives('/auth');
  expect(sent('GET /trash')).toEqual([]);
});

describe('where nothing is kept', () => {
  beforeEach(() => void (document.body.dataset['trashDays'] = '0'));
  afterEach(() => void (document.body.dataset['trashDays'] = '30'));

  test('nothing is asked for', async () => {
    await show('/trash');
    await says(main(), 'This server keeps no trash.');
    expect(sent('GET /trash')).toEqual([]);
  });
});

describe('what is shown', () => {
  test('is chosen by its kind, which stands in the address', async () => {
    handle('GET /trash', ({ query }) => ({
      items: query.kind === 'room' ? [TRIP] : [MILK, TRIP],
      total: 2,
      bytes: 1,
    }));
    await show('/trash?page=1');
    await expect.element(rows()).toHaveLength(2);
    await select('Kind', 'Rooms');
    await arrives('/trash?kind=room');
    await expect.element(rows()).toHaveLength(1);
    await expect
      .poll(() => sent('GET /trash').at(-1)!.query)
      .toMatchObject({ kind: 'room', page: 1 });
  });

  test('a kind of which there is nothing leads back to everything', async () => {
    handle('GET /trash', ({ query }) =>
      query.kind ? { items: [], total: 0, bytes: 0 } : { items: [MILK], total: 1, bytes: 1 },
    );
    await show('/trash?kind=desktopItem');
    await says(main(), 'Nothing of this kind is in the trash.');
    await button('Show everything').click();
    await arrives('/trash');
    await expect.element(rows()).toHaveLength(1);
  });

  test.each([
    ['kind=nonsense&page=-3', { page: 1, pageSize: 20 }],
    ['page=99999999', { page: 1, pageSize: 20 }],
    ['kind=clip&page=2', { kind: 'clip', page: 2, pageSize: 20 }],
  ])('?%s', async (search, query) => {
    serve([MILK], 40);
    await show(`/trash?${search}`);
    await expect.element(rows()).toHaveLength(1);
    await expect.poll(() => sent('GET /trash').map((asked) => asked.query)).toContainEqual(query);
  });

  test('comes page by page, and a page beyond the last is the last', async () => {
    handle('GET /trash', ({ query }) => ({
      items: query.page! > 2 ? [] : [trashed(`on-${query.page}`)],
      total: 21,
      bytes: 1,
    }));
    await show('/trash?page=9');
    await arrives('/trash?page=2');
    await says(main(), 'Text of on-2');
    await button('Previous').click();
    await arrives('/trash');
    await says(main(), 'Text of on-1');
  });

  test('follows what is deleted elsewhere', async () => {
    await show('/trash');
    await expect.element(rows()).toHaveLength(2);
    await connected();
    serve([MILK, TRIP, trashed('bread')]);
    tell('clip-update', { clipId: 'bread', change: 'deleted', version: null, via: null });
    await expect.element(rows()).toHaveLength(3);
  });
});

describe('restoring', () => {
  const restore = 'POST /trash/{kind}/{id}/restore';
  const back = async (title: string) => row(title).getByRole('button', { name: 'Restore' }).click();

  test('brings it back, and leads to it', async () => {
    const milk = clip('milk', { userId: 'grace' });
    replies({ [restore]: milk, 'GET /clipboard/{id}': milk });
    handle('GET /trash', () => ({
      items: sent(restore).length > 0 ? [TRIP] : [MILK, TRIP],
      total: 2,
      bytes: 1,
    }));
    await show('/trash');
    await back('Buy milk');
    await says(news(), 'Restored');
    await expect.element(rows()).toHaveLength(1);
    await expect.poll(() => sent(restore)[0]!.params).toEqual({ kind: 'clip', id: 'milk' });
    await expect.element(row('Trip')).toHaveFocus();
    await expect.element(news().getByRole('button', { name: 'Open' })).toBeVisible();
  });

  test('is told though the row is gone before the reply', async () => {
    const slow = later<Clip>();
    handle(restore, () => slow.reply);
    await show('/trash');
    await expect.element(rows()).toHaveLength(2);
    await connected();
    await back('Buy milk');
    serve([TRIP]);
    tell('clip-update', { clipId: 'milk', change: 'created', version: 1, via: null });
    await expect.element(rows()).toHaveLength(1);
    slow.give(clip('milk'));
    await says(news(), 'Restored');
  });

  test('while the list is still read: it is read again after that', async () => {
    const slow = later<{ items: TrashItem[]; total: number; bytes: number }>();
    const before = { items: [MILK, TRIP], total: 2, bytes: 1 };
    const reads = (kind?: string) =>
      sent('GET /trash').filter(({ query }) => query.kind === kind).length;
    handle('GET /trash', ({ query }) => {
      if (query.kind !== 'room') return before;
      return reads('room') === 1 ? slow.reply : { items: [], total: 0, bytes: 0 };
    });
    replies({ [restore]: clip('trip') });
    await show('/trash');
    await expect.element(rows()).toHaveLength(2);
    await select('Kind', 'Rooms');
    await expect.poll(() => reads('room')).toBe(1);
    const others = reads();
    await back('Trip');
    await expect.poll(() => reads()).toBeGreaterThan(others);
    slow.give({ items: [TRIP], total: 1, bytes: 1 });
    await says(main(), 'Nothing of this kind is in the trash.');
  });

  test('what has no page of its own has no way there', async () => {
    serve([trashed('note', { kind: 'roomItem' })]);
    replies({ [restore]: clip('note') });
    await show('/trash');
    await back('Text of note');
    await says(news(), 'Restored');
    expect(news().getByRole('button', { name: 'Open' }).query()).toBeNull();
  });

  test.each([
    [refuse(new ProductError('NOT_IN_TRASH')), 'This is no longer in the trash.'],
    [refuse(DESKTOP_FULL), DESKTOP_FULL.message],
    [noReply(), 'Could not reach the server.'],
  ])('says why not, and reads the list again (%#)', async (reply, reason) => {
    replies({ [restore]: reply });
    await show('/trash');
    await expect.element(rows()).toHaveLength(2);
    const before = sent('GET /trash').length;
    await back('Buy milk');
    await says(news(), 'It could not be restored');
    await says(news(), reason);
    await expect.poll(() => sent('GET /trash').length).toBeGreaterThan(before);
  });

  test('by keys: arrows go from row to row, Enter restores', async () => {
    replies({ [restore]: clip('trip') });
    await show('/trash');
    await expect.element(rows()).toHaveLength(2);
    (row('Buy milk').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(row('Trip')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent(restore).map(({ params }) => params.id)).toEqual(['trip']);
  });
});

describe('deleting for good', () => {
  const remove = 'DELETE /trash/{kind}/{id}';
  const sure = () => dialog().getByRole('button', { name: 'Delete forever' }).click();
  const ask = async () => {
    await show('/trash');
    await row('Buy milk').getByRole('button', { name: 'Delete forever' }).click();
    await says(dialog(), '“Buy milk” will be gone for good.');
  };

  test('asks before, and tells after', async () => {
    replies({ [remove]: { message: 'Gone' } });
    handle('GET /trash', () => ({
      items: sent(remove).length > 0 ? [TRIP] : [MILK, TRIP],
      total: 1,
      bytes: 1,
    }));
    await ask();
    await sure();
    await says(news(), 'Deleted forever');
    await expect.element(rows()).toHaveLength(1);
    await expect.poll(() => sent(remove)[0]!.params).toEqual({ kind: 'clip', id: 'milk' });
  });

  test('focus goes on to the next one, though the question closes late', async () => {
    replies({ [remove]: { message: 'Gone' } });
    handle('GET /trash', () => ({
      items: sent(remove).length > 0 ? [TRIP] : [MILK, TRIP],
      total: 1,
      bytes: 1,
    }));
    await show('/trash');
    await expect.element(rows()).toHaveLength(2);
    (row('Buy milk').element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await says(dialog(), '“Buy milk” will be gone for good.');
    const closing = closesLate();
    await sure();
    await expect.element(rows()).toHaveLength(1);
    closing.finish();
    await expect.element(row('Trip')).toHaveFocus();
  });

  test('a change of mind changes nothing', async () => {
    await ask();
    await button('Cancel').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent(remove)).toEqual([]);
  });

  test('the key asks too', async () => {
    await show('/trash');
    await expect.element(rows()).toHaveLength(2);
    (row('Trip').element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await says(dialog(), '“Trip” will be gone for good.');
  });

  test('what others wrote is theirs', async () => {
    replies({ [remove]: refuse(new ProductError('NOT_IN_TRASH')) });
    await ask();
    await sure();
    await says(news(), 'It could not be deleted');
    await says(news(), 'Only its author and the owner of the room can delete it forever.');
  });

  test('what is gone already is gone', async () => {
    handle(remove, () => {
      serve([TRIP]);
      return refuse(new ProductError('NOT_IN_TRASH'));
    });
    await ask();
    await sure();
    await says(news(), 'Deleted forever');
  });

  test('a failure is told', async () => {
    replies({ [remove]: noReply() });
    await ask();
    await sure();
    await says(news(), 'It could not be deleted');
    await expect.element(rows()).toHaveLength(2);
  });
});

describe('emptying', () => {
  const empty = async () => {
    await show('/trash');
    await button('Empty trash').click();
    await says(dialog(), '2 things will be gone for good.');
    const closing = closesLate();
    await dialog().getByRole('button', { name: 'Empty trash' }).click();
    return closing;
  };

  test('takes everything', async () => {
    handle('DELETE /trash', () => {
      serve([]);
      return { removed: 2 };
    });
    const closing = await empty();
    await says(news(), 'Trash emptied');
    await says(news(), '2 things are gone for good.');
    await says(main(), 'Trash is empty.');
    closing.finish();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('tells meanwhile how much is left', async () => {
    const { reply, give } = later<{ removed: number }>();
    handle('DELETE /trash', () => {
      serve([MILK]);
      return reply;
    });
    await empty();
    await says(dialog(), '1 thing will be gone for good.');
    give({ removed: 2 });
    await says(news(), '2 things are gone for good.');
  });

  test('where nothing was one’s own, it says so', async () => {
    replies({ 'DELETE /trash': { removed: 0 } });
    await empty();
    await says(news(), 'The trash could not be emptied');
    await says(news(), 'Only its author and the owner of the room can delete it forever.');
  });

  test('a failure is told', async () => {
    replies({ 'DELETE /trash': refuse(new ProductError('UNAVAILABLE')) });
    await empty();
    await says(news(), 'The trash could not be emptied');
    await says(news(), 'The server is busy.');
    await expect.element(rows()).toHaveLength(2);
  });
});

test('what others sent says so, as its card did', async () => {
  serve([trashed('sent', { via: { kind: 'link', label: 'Photos' } }), MILK]);
  await show('/trash');
  await says(row('Text of sent'), 'From “Photos”');
  await expect.element(row('Buy milk')).not.toMatchTextContent('From');
});
