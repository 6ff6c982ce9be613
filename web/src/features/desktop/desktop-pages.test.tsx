import { ProductError } from '@clipline/contract/errors.ts';
import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { connected, hear, heard, tell } from '../../testing/fake-socket.ts';
import { button, dialog, field, main, news, says, show } from '../../testing/show.tsx';
import { block, DESKTOP } from '../../testing/things.ts';

const ONE = block('b1', { content: 'Gate B7' });

function serve(items: readonly DesktopItem[], exists = true) {
  const held = { items: [...items] };
  handle('GET /virtual-desktop', () => ({
    desktop: exists ? DESKTOP : null,
    items: held.items,
  }));
  handle('GET /virtual-desktop/shared/{id}', () => ({
    desktop: { id: 'd1', network_id: 'n1' },
    items: held.items,
  }));
  hear('join:desktop:network', () => ({ ok: true, desktop: DESKTOP, items: held.items }));
  return held;
}

beforeEach(() => {
  serve([ONE]);
  replies({ 'GET /trash': { items: [], total: 0, bytes: 0 } });
});

describe('a desktop of one’s own', () => {
  test('shows its blocks and joins its channel', async () => {
    await show('/desktop');
    await says(main(), 'Gate B7');
    await says(main(), 'Only you see this desktop until you share it.');
    await connected('join:desktop:network');
    await expect.poll(() => heard('join:desktop:network')[0]).toBe('n1');
  });

  test('loads', async () => {
    handle('GET /virtual-desktop', silence);
    await show('/desktop');
    await expect.element(page.getByText('Loading desktop...')).toBeInTheDocument();
  });

  test('an empty one begins with a text', async () => {
    const held = serve([], false);
    handle('POST /virtual-desktop/items/text', ({ body }) => {
      const made = block('b2', { content: body.content });
      held.items = [made];
      return made;
    });
    await show('/desktop');
    await says(main(), 'Nothing here yet');
    await says(main(), 'Paste or drop anything on this page.');
    await button('Add a text').click();
    await dialog().getByRole('textbox').fill('Seat 14C');
    serve(held.items);
    handle('POST /virtual-desktop/items/text', ({ body }) =>
      block('b2', { content: body.content }),
    );
    await dialog().getByRole('button', { name: 'Add Text' }).click();
    await says(news(), 'Text added');
    await expect
      .poll(() => sent('POST /virtual-desktop/items/text')[0]!.body.content)
      .toBe('Seat 14C');
  });

  test('one that could not be read is read again on demand', async () => {
    replies({ 'GET /virtual-desktop': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    await show('/desktop');
    await says(main(), 'Your desktop could not be read');
    serve([ONE]);
    await button('Try again').click();
    await says(main(), 'Gate B7');
  });

  test('without a connection it says so, and promises nothing', async () => {
    replies({ 'GET /virtual-desktop': noReply() });
    await show('/desktop');
    await says(main(), 'This needs a connection.');
    await says(main(), 'Could not reach the server.');
    await expect.element(main()).not.toMatchTextContent('Only you see this desktop');
    serve([ONE]);
    await button('Try again').click();
    await says(main(), 'Only you see this desktop until you share it.');
  });

  test('a text that could not be added stays typed', async () => {
    replies({ 'POST /virtual-desktop/items/text': noReply() });
    await show('/desktop');
    await button('New Text').click();
    await dialog().getByRole('textbox').fill('Seat 14C');
    await dialog().getByRole('button', { name: 'Add Text' }).click();
    await says(news(), 'Failed to add text');
    await expect.element(dialog().getByRole('textbox')).toHaveValue('Seat 14C');
  });

  test('follows what others do', async () => {
    await show('/desktop');
    await says(main(), 'Gate B7');
    await connected('join:desktop:network');
    tell('desktop:item:new', {
      networkId: 'n1',
      type: 'text',
      item: block('b2', { content: 'Seat 14C' }),
    });
    await says(main(), 'Seat 14C');
    tell('desktop:item:modified', {
      networkId: 'n1',
      itemId: 'b2',
      updates: {
        position: { x: 8, y: 8 },
        size: { width: 200, height: 150 },
        version: 2,
        content: 'Seat 15D',
      },
    });
    await says(main(), 'Seat 15D');
    tell('desktop:item:removed', { networkId: 'n1', itemId: 'b1', version: 2 });
    await expect.element(main()).not.toMatchTextContent('Gate B7');
    tell('desktop:item:new', {
      networkId: 'other',
      type: 'text',
      item: block('b3', { content: 'Not here' }),
    });
    tell('desktop:item:new', {
      networkId: 'n1',
      type: 'text',
      item: block('b4', { content: 'The last' }),
    });
    await says(main(), 'The last');
    await expect.element(main()).not.toMatchTextContent('Not here');
  });

  test('a visitor has one in this browser', async () => {
    await show('/desktop', { as: null });
    await says(main(), 'It stays in this browser; log in to have it everywhere.');
    await expect.poll(() => sent('GET /virtual-desktop')[0]!.authorization).toBeNull();
  });
});

describe('the desktop of another person', () => {
  const visit = () => show('/desktop/shared/share', { as: null });

  test('shows its blocks by the link', async () => {
    await visit();
    await says(main(), 'Gate B7');
    await says(main(), 'Everybody with the link sees what you add or delete here.');
    await expect
      .poll(() => sent('GET /virtual-desktop/shared/{id}')[0]!.params)
      .toEqual({ id: 'share' });
    await connected('join:desktop:network');
    await expect
      .poll(() => heard('join:desktop:network')[0])
      .toEqual({ networkId: 'n1', shareToken: 'share' });
    await expectAccessible();
  });

  test('on a wide screen lies as its owner laid it, who alone moves it', async () => {
    await page.viewport(1280, 800);
    serve([ONE, block('b2', { content: 'Seat 14C', position: { x: 240, y: 160 } })]);
    await visit();
    const seat = page.getByRole('list', { name: 'Items' }).getByRole('listitem').nth(1);
    await expect.element(seat).toMatchTextContent('Seat 14C');
    const { m41, m42 } = new DOMMatrix(getComputedStyle(seat.element()).transform);
    expect([m41, m42]).toEqual([240, 160]);
    await expect.element(seat.getByRole('button', { name: /^(Move|Resize)/ })).toHaveLength(0);
  });

  test('an empty one says what to do', async () => {
    serve([]);
    await visit();
    await says(main(), 'Add a text or a file: it shows up on the desktop at once.');
  });

  test('takes a text', async () => {
    handle('POST /virtual-desktop/items/text', ({ body }) =>
      block('b2', { content: body.content }),
    );
    await visit();
    await field('Text').fill('Seat 14C');
    await button('Add Text').click();
    await says(news(), 'Text added');
    await says(main(), 'Seat 14C');
    await expect
      .poll(() => sent('POST /virtual-desktop/items/text')[0])
      .toMatchObject({
        headers: { 'x-desktop-token': 'share' },
        body: { content: 'Seat 14C', desktopId: 'd1' },
      });
  });

  test.each([
    ['DESKTOP_NOT_FOUND', 'The link may have been renewed. Ask for a new one.'],
    ['TOO_MANY_REQUESTS', 'Too many requests. Please try again later.'],
  ] as const)('%s', async (code, text) => {
    replies({ 'GET /virtual-desktop/shared/{id}': refuse(new ProductError(code)) });
    await visit();
    await says(main().getByRole('alert'), 'Desktop not found or access denied.');
    await says(main().getByRole('alert'), text);
    await says(news(), 'Failed to load shared desktop');
  });

  test('what was typed can be copied when the link is renewed', async () => {
    await visit();
    await field('Text').fill('Half a thought');
    await connected('join:desktop:network');
    replies({
      'GET /virtual-desktop/shared/{id}': refuse(new ProductError('DESKTOP_NOT_FOUND')),
    });
    tell('desktop:closed', { networkId: 'n1' });
    await says(main().getByRole('alert'), 'Desktop not found or access denied.');
    await says(main(), 'Your text is still here. It was not added.');
  });
});
