import { ProductError } from '@clipline/contract/errors.ts';
import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { speak } from '../../lib/language.ts';
import { fakeLinks } from '../../testing/fake-links.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { connected, hear, tell } from '../../testing/fake-socket.ts';
import {
  FEATURES,
  button,
  choose,
  dialog,
  field,
  main,
  news,
  says,
  show,
} from '../../testing/show.tsx';
import { block, DESKTOP } from '../../testing/things.ts';

const GATE = block('gate', { content: 'Gate B7' });
const SEAT = block('seat', { content: 'Seat 14C', position: { x: 240, y: 0 } });
const PATCH = 'PATCH /virtual-desktop/items/{id}';
const DELETE = 'DELETE /virtual-desktop/items/{id}';
const DESKTOP_FULL = new ProductError('DESKTOP_FULL', { limit: '4 GB' });

const blocks = () => page.getByRole('list', { name: 'Blocks' }).getByRole('listitem');
const one = (text: string) => blocks().filter({ hasText: text });
const handleOf = (name: string) => button(`Move ${name}`);
const focus = (name: string) => (handleOf(name).element() as HTMLElement).focus();

function serve(items: DesktopItem[], change: Partial<typeof DESKTOP> = {}) {
  const held = { items, desktop: { ...DESKTOP, ...change } };
  handle('GET /virtual-desktop', () => ({ desktop: held.desktop, items: held.items }));
  hear('join:desktop:network', () => ({ ok: true, desktop: held.desktop, items: held.items }));
  handle(PATCH, ({ params, body, headers }) => {
    const known = held.items.find(({ id }) => id === params.id)!;
    const over = headers['if-match'];
    if (over !== undefined && over !== String(known.version))
      return refuse(new ProductError('VERSION_CONFLICT'));
    const next = { ...known, ...body, version: known.version + 1 } as DesktopItem;
    held.items = held.items.map((item) => (item.id === next.id ? next : item));
    return next;
  });
  return held;
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  serve([GATE, SEAT]);
  replies({ 'GET /trash': { items: [], total: 0, bytes: 0 } });
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

const open = async () => {
  await show('/desktop');
  await expect.element(one('Gate B7')).toBeVisible();
  // What it joins may tell of other blocks than it has by then, and be read for that.
  await connected('join:desktop:network');
};

test('a secret is hidden until it has focus, and copied as it is', async () => {
  const secret = 'password: hunter2';
  serve([GATE, block('secret', { content: secret, position: { x: 240, y: 0 } })]);
  await open();
  const hidden = one('password: •••••••• Hidden');
  await hidden.getByRole('button', { name: 'Copy' }).click();
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith(secret);
  await expect.element(main()).not.toMatchTextContent('hunter2');
  focus('password: ••••••••');
  await userEvent.keyboard('{Tab}');
  await expect.element(one(secret)).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(hidden).toBeVisible();
});

/** Moves this one, after others that were to leave nothing to save. */
async function savesOnlyOf(text: string, id: string): Promise<void> {
  focus(text);
  await userEvent.keyboard('{ArrowRight}');
  // Beyond the news, which may be of the test before: leaving its page saved what was moved there.
  await expect.poll(() => sent(PATCH).map(({ params }) => params.id)).toEqual([id]);
  await says(news(), 'Layout saved');
}

describe('moving by keys', () => {
  test('goes by steps, is told to readers, and is saved once it has come to rest', async () => {
    await open();
    focus('Gate B7');
    // Each by itself, so that what went wrong can be told from the last position.
    for (const [keys, told] of [
      ['{ArrowRight}', 'At 8, 0'],
      ['{ArrowRight}', 'At 16, 0'],
      ['{Shift>}{ArrowDown}{/Shift}', 'At 16, 64'],
    ] as const) {
      await expect.element(handleOf('Gate B7')).toHaveFocus();
      await userEvent.keyboard(keys);
      await expect.element(main().getByText(told, { exact: true })).toBeInTheDocument();
    }
    await says(news(), 'Layout saved');
    await expect
      .poll(() => sent(PATCH).at(-1))
      .toMatchObject({
        params: { id: 'gate' },
        body: { position: { x: 16, y: 64 }, size: { width: 200, height: 150 } },
      });
  });

  test('a block stays where it was put while it is saved, and after', async () => {
    await open();
    const moved = one('Gate B7').element() as HTMLElement;
    const seen: string[] = [];
    const watching = new MutationObserver(() => seen.push(moved.style.transform));
    watching.observe(moved, { attributeFilter: ['style'] });
    focus('Gate B7');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => sent(PATCH).length).toBe(1);
    await says(news(), 'Layout saved');
    // What is saved lies on top by its order, no longer by hand.
    await expect.poll(() => moved.style.zIndex).toBe('1');
    watching.disconnect();
    expect(new Set(seen)).toEqual(new Set(['translate(8px, 0px)']));
  });

  test('does not leave the board', async () => {
    await open();
    focus('Gate B7');
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
    await expect.element(main().getByText('At 0, 0')).toBeInTheDocument();
    await savesOnlyOf('Seat 14C', 'seat');
  });

  test('its size changes by the other handle', async () => {
    await open();
    (button('Resize Seat 14C').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.element(main().getByText('208 by 160')).toBeInTheDocument();
    await expect
      .poll(() => sent(PATCH).map(({ body }) => body))
      .toMatchObject([{ size: { width: 208, height: 160 } }]);
  });

  test('a layout that could not be saved says so', async () => {
    replies({ [PATCH]: noReply() });
    await open();
    focus('Gate B7');
    await userEvent.keyboard('{ArrowRight}');
    await says(news(), 'Failed to save layout');
  });

  test('news from elsewhere does not pull away what is not saved yet', async () => {
    handle(PATCH, silence);
    await open();
    await connected('join:desktop:network');
    focus('Gate B7');
    await userEvent.keyboard('{ArrowRight}');
    const transform = () => (one('Gate B7').element() as HTMLElement).style.transform;
    await expect.poll(transform).toBe('translate(8px, 0px)');
    tell('desktop:item:modified', {
      networkId: 'n1',
      itemId: 'gate',
      updates: {
        position: { x: 400, y: 400 },
        size: { width: 200, height: 150 },
        version: 2,
        content: 'Gate C9',
      },
    });
    await expect.element(one('Gate C9')).toBeVisible();
    await expect
      .poll(() => (one('Gate C9').element() as HTMLElement).style.transform)
      .toBe('translate(8px, 0px)');
  });
});

describe('moving by the pointer', () => {
  const drag = (
    name: string,
    ...steps: readonly (readonly [type: string, x: number, y: number])[]
  ) => {
    const grip = handleOf(name).element() as HTMLElement;
    vi.spyOn(grip, 'setPointerCapture').mockReturnValue();
    const { left, top } = grip.getBoundingClientRect();
    for (const [type, x, y] of steps)
      grip.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          button: 0,
          pointerId: 1,
          clientX: left + 50 + x,
          clientY: top + 10 + y,
        }),
      );
  };

  test('puts it on the grid where it is let go, and saves it once', async () => {
    await open();
    drag(
      'Gate B7',
      ['pointerdown', 0, 0],
      ['pointermove', 10, 5],
      ['pointermove', 25, 12],
      ['pointermove', 43, 21],
      ['pointerup', 43, 21],
    );
    await expect.poll(() => sent(PATCH).at(-1)?.body).toMatchObject({ position: { x: 40, y: 24 } });
    // What the test before moved lies on the first line.
    const dragged = sent(PATCH).filter(({ body }) => body.position?.y !== 0);
    expect(dragged).toHaveLength(1);
  });

  test('Escape and a cancel put it back', async () => {
    await open();
    const transform = () => (one('Gate B7').element() as HTMLElement).style.transform;
    drag('Gate B7', ['pointerdown', 0, 0], ['pointermove', 80, 0]);
    expect(transform()).toBe('translate(80px, 0px)');
    // Wherever focus is: not every browser gives it to what is pressed.
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Escape}');
    expect(transform()).toBe('translate(0px, 0px)');
    drag('Gate B7', ['pointerdown', 0, 0], ['pointermove', 80, 0], ['pointercancel', 80, 0]);
    expect(transform()).toBe('translate(0px, 0px)');
    await savesOnlyOf('Seat 14C', 'seat');
  });
});

describe('a selection', () => {
  const bar = () => page.getByRole('group', { name: 'Selection' });
  const all = async () => {
    await open();
    await userEvent.keyboard('{Control>}a{/Control}');
    await says(bar(), '2 selected');
  };

  test('moves together', async () => {
    await all();
    focus('Gate B7');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect
      .poll(() =>
        sent(PATCH)
          .map(({ params, body }) => ({ id: params.id, ...body.position }))
          .sort((first, second) => first.id.localeCompare(second.id)),
      )
      .toEqual([
        { id: 'gate', x: 0, y: 64 },
        { id: 'seat', x: 240, y: 64 },
      ]);
  });

  test('is what a box drawn on the ground meets', async () => {
    serve([GATE, SEAT, block('far', { content: 'Far away', position: { x: 800, y: 400 } })]);
    await open();
    const board = page.getByRole('list', { name: 'Blocks' }).element();
    vi.spyOn(board as HTMLElement, 'setPointerCapture').mockReturnValue();
    const [first, last] = ['Gate B7', 'Seat 14C'].map((text) =>
      one(text).element().getBoundingClientRect(),
    );
    const draw = (type: string, x: number, y: number) =>
      board.dispatchEvent(
        new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: x, clientY: y }),
      );
    draw('pointerdown', last!.right + 20, last!.bottom + 60);
    draw('pointermove', first!.left + 20, first!.top + 60);
    draw('pointerup', first!.left + 20, first!.top + 60);
    await says(bar(), '2 selected');
  });

  test('is deleted together, with one way back', async () => {
    replies({
      [DELETE]: { message: 'Deleted' },
      'POST /virtual-desktop/items/{id}/restore': GATE,
    });
    await all();
    await userEvent.keyboard('{Delete}');
    await says(news(), '2 items deleted');
    await expect.element(blocks()).toHaveLength(0);
    await button('Undo').click();
    await expect
      .poll(() => sent('POST /virtual-desktop/items/{id}/restore').map(({ params }) => params.id))
      .toHaveLength(2);
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its button', () => button('End the selection').click()],
  ])('ends by %s', async (_, end) => {
    await all();
    await end();
    await expect.element(bar()).not.toBeInTheDocument();
    expect(sent(DELETE)).toEqual([]);
  });
});

describe('a block', () => {
  test('is copied', async () => {
    await open();
    await one('Gate').getByRole('button', { name: 'Copy' }).click();
    await says(news(), 'Copied!');
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith('Gate B7');
  });

  test('is deleted at once, and comes back by Undo', async () => {
    replies({
      [DELETE]: { message: 'Deleted' },
      'POST /virtual-desktop/items/{id}/restore': GATE,
    });
    await open();
    await one('Gate').getByRole('button', { name: 'Delete' }).click();
    await says(news(), 'Item deleted');
    await expect.element(blocks()).toHaveLength(1);
    await expect.element(handleOf('Seat 14C')).toHaveFocus();
    await button('Undo').click();
    await says(news(), 'Item restored');
    await expect.element(one('Gate B7')).toBeVisible();
  });

  test('that could not be deleted is there again', async () => {
    replies({ [DELETE]: noReply() });
    await open();
    await one('Gate').getByRole('button', { name: 'Delete' }).click();
    await says(news(), 'Failed to delete item');
    await expect.element(one('Gate B7')).toBeVisible();
  });

  test('of a file is looked at, and fetched', async () => {
    const followed = fakeLinks();
    replies({ 'GET /files/{fileId}': new Response('The map') });
    const MAP = block('map', {
      type: 'file',
      content: '',
      file_name: 'map.png',
      file_type: 'image/png',
      file_size: 2048,
      file_url: '/api/files/map?signature=s',
    });
    serve([MAP]);
    await show('/desktop');
    await one('map.png').getByRole('button', { name: 'View' }).click();
    await says(dialog(), '2 KB');
    await expect
      .element(dialog().getByRole('img', { name: 'Preview of map.png' }))
      .toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Download map.png' }).click();
    await expect.poll(() => followed.map(({ name }) => name)).toEqual(['map.png']);
  });
});

describe('the text of a block', () => {
  const edit = async () => {
    await open();
    await one('Gate').getByRole('button', { name: 'Edit' }).click();
    await expect.element(field('Text')).toHaveFocus();
  };
  const save = () => dialog().getByRole('button', { name: 'Save' }).click();

  test('is saved over the version that is known', async () => {
    await edit();
    await field('Text').fill('Gate C9');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await says(news(), 'Text saved');
    await expect.element(one('Gate C9')).toBeVisible();
    await expect
      .poll(() => sent(PATCH))
      .toMatchObject([
        { params: { id: 'gate' }, headers: { 'if-match': '1' }, body: { content: 'Gate C9' } },
      ]);
  });

  test('is gone on with at its end, and changed where one types', async () => {
    await edit();
    await userEvent.keyboard('!');
    await userEvent.keyboard('{Home}At ');
    await expect.element(field('Text')).toHaveValue(`At ${GATE.content}!`);
  });

  test('one that was only moved since is no conflict', async () => {
    const held = serve([GATE, SEAT]);
    await edit();
    held.items = [{ ...GATE, position: { x: 80, y: 0 }, version: 2 }, SEAT];
    await field('Text').fill('Gate C9');
    await save();
    await says(news(), 'Text saved');
    await expect
      .poll(() => sent(PATCH).map(({ headers }) => headers['if-match']))
      .toEqual(['1', '2']);
  });

  test('another text stands beside it', async () => {
    const held = serve([GATE, SEAT]);
    await edit();
    held.items = [{ ...GATE, content: 'Gate A1', version: 2 }, SEAT];
    await field('Text').fill('Gate C9');
    await save();
    await says(dialog(), 'Another version was saved in the meantime');
    await dialog().getByRole('button', { name: 'Use the saved version' }).click();
    await expect.element(field('Text')).toHaveValue('Gate A1');
  });

  test.each([
    [refuse(new ProductError('TEXT_TOO_LONG')), 'The text is too long.'],
    [noReply(), 'Could not reach the server.'],
  ])('a failure says why, and leaves the text (%#)', async (reply, reason) => {
    replies({ [PATCH]: reply });
    await edit();
    await field('Text').fill('Gate C9');
    await save();
    await says(news(), 'Failed to save text');
    await says(news(), reason);
    await expect.element(field('Text')).toHaveValue('Gate C9');
  });

  test('of one that is deleted elsewhere goes, and another is edited', async () => {
    await edit();
    await connected('join:desktop:network');
    tell('desktop:item:removed', { networkId: 'n1', itemId: 'gate', version: 2 });
    await expect.element(dialog()).not.toBeInTheDocument();
    await one('Seat').getByRole('button', { name: 'Edit' }).click();
    await expect.element(field('Text')).toHaveValue('Seat 14C');
  });

  test('what was typed and not saved is there the next time', async () => {
    await edit();
    await field('Text').fill('Gate C9');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await one('Gate').getByRole('button', { name: 'Edit' }).click();
    await expect.element(field('Text')).toHaveValue('Gate C9');
  });
});

describe('tidying up', () => {
  test('puts all in rows, and Undo puts them back', async () => {
    serve([GATE, block('seat', { content: 'Seat 14C', position: { x: 40, y: 40 } })]);
    const transform = (text: string) => (one(text).element() as HTMLElement).style.transform;
    await open();
    const before = transform('Seat 14C');
    await button('Tidy up').click();
    await says(news(), 'Blocks tidied up');
    expect(transform('Seat 14C')).not.toBe(before);
    await button('Undo').click();
    await expect.poll(() => transform('Seat 14C')).toBe(before);
    const saved = () =>
      Object.fromEntries(sent(PATCH).map(({ params, body }) => [params.id, body.position]));
    await expect.poll(saved).toEqual({ [GATE.id]: GATE.position, [SEAT.id]: { x: 40, y: 40 } });
  });

  test('one block needs none', async () => {
    serve([GATE]);
    await open();
    expect(button('Tidy up').query()).toBeNull();
  });
});

describe('sharing by link', () => {
  test('says that it is out from then on, and ends', async () => {
    const held = serve([GATE]);
    handle('PUT /virtual-desktop/sharing', ({ body }) => {
      const share_token = body.shared ? 'share' : 'other';
      held.desktop = { ...DESKTOP, shared: body.shared, share_token };
      return { shared: body.shared, share_token };
    });
    replies({ 'GET /features': { ...FEATURES, origins: ['http://192.168.1.5:3000'] } });
    await open();
    await button('Share link').click();
    await expect
      .element(field('Link to the desktop'))
      .toHaveValue('http://192.168.1.5:3000/desktop/shared/share');
    expect(sent('PUT /virtual-desktop/sharing')).toHaveLength(1);
    // Its code can be read from afar.
    const code = dialog().getByRole('img');
    await expect.poll(() => code.element().clientWidth).toBe(240);
    await userEvent.keyboard('{Escape}');
    await says(main(), 'Anyone with the link can see and change this desktop.');
    await button('Stop sharing').click();
    await says(news(), 'Sharing stopped');
    await says(main(), 'Only you see this desktop until you share it.');
  });

  test('is not shown before the board says that it is out', async () => {
    serve([GATE]);
    replies({ 'PUT /virtual-desktop/sharing': refuse(new ProductError('STORAGE_FULL')) });
    await open();
    await button('Share link').click();
    await says(dialog(), 'The link could not be shared');
    await says(dialog(), 'Storage is full');
    expect(field('Link to the desktop').query()).toBeNull();
    replies({ 'PUT /virtual-desktop/sharing': { shared: true, share_token: 'share' } });
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.element(field('Link to the desktop')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await says(main(), 'Anyone with the link can see and change this desktop.');
  });

  test('a failure to end it is told', async () => {
    serve([GATE], { shared: true });
    replies({ 'PUT /virtual-desktop/sharing': noReply() });
    await open();
    await button('Stop sharing').click();
    await says(news(), 'Failed to stop sharing');
  });

  test('the link is renewed', async () => {
    serve([GATE], { shared: true });
    replies({ 'POST /virtual-desktop/share-token': { share_token: 'newer' } });
    await open();
    await button('Share link').click();
    await dialog().getByRole('button', { name: 'Renew link' }).click();
    await dialog().getByRole('button', { name: 'Replace' }).click();
    await says(news(), 'Link renewed');
    await expect
      .element(field('Link to the desktop'))
      .toHaveValue(`${location.origin}/desktop/shared/newer`);
  });
});

describe('adding', () => {
  test('a text by its key', async () => {
    handle('POST /virtual-desktop/items/text', ({ body }) =>
      block('new', { content: body.content }),
    );
    await open();
    await button('New Text').click();
    await dialog().getByRole('textbox').fill('Row 9');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await says(news(), 'Text added');
    await expect.element(one('Row 9')).toBeVisible();
    await expect
      .poll(() => sent('POST /virtual-desktop/items/text')[0]!.body)
      .toEqual({
        content: 'Row 9',
        position: 'free',
      });
  });

  test('what is out of sight is scrolled to', async () => {
    handle('POST /virtual-desktop/items/text', ({ body }) =>
      block('new', { content: body.content, position: { x: 0, y: 2400 } }),
    );
    await open();
    await button('New Text').click();
    await dialog().getByRole('textbox').fill('Row 9');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(one('Row 9')).toBeInViewport({ ratio: 0.9 });
  });

  test('what is dropped, where it is dropped', async () => {
    handle('POST /virtual-desktop/items/text', ({ body }) => block('new', body as object));
    await open();
    const board = page.getByRole('list', { name: 'Blocks' }).element().getBoundingClientRect();
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'Row 9');
    const drop = {
      dataTransfer,
      clientX: board.x + 600,
      clientY: board.y + 400,
      bubbles: true,
      cancelable: true,
    };
    main().element().dispatchEvent(new DragEvent('dragenter', drop));
    await expect.element(page.getByText('Drop to add to the desktop')).toBeVisible();
    main().element().dispatchEvent(new DragEvent('drop', drop));
    await expect.element(page.getByText('Drop to add to the desktop')).not.toBeInTheDocument();
    await expect
      .poll(() => sent('POST /virtual-desktop/items/text').map(({ body }) => body))
      .toEqual([{ content: 'Row 9', position: { x: 600, y: 400 } }]);
  });

  test('a text that is pasted, with the way back', async () => {
    handle('POST /virtual-desktop/items/text', ({ body }) =>
      block('new', { content: body.content }),
    );
    replies({ [DELETE]: { message: 'Deleted' } });
    await open();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Row 9');
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
    await expect.element(one('Row 9')).toBeVisible();
    await button('Undo').click();
    await expect.poll(() => sent(DELETE).map(({ params }) => params.id)).toEqual(['new']);
  });

  test.each([
    [refuse(DESKTOP_FULL), DESKTOP_FULL.message],
    [refuse(new ProductError('STORAGE_FULL')), 'Storage is full'],
  ])('a file that does not fit is kept for another try (%#)', async (reply, reason) => {
    replies({ 'POST /virtual-desktop/items/file': reply });
    await open();
    await choose(new File(['1'], 'plan.txt'));
    await says(news(), 'Failed to upload file');
    await says(news(), reason);
    await says(page.getByRole('region', { name: 'Uploads' }), 'plan.txt');
    replies({ 'POST /virtual-desktop/items/file': block('plan', { content: 'The plan' }) });
    await page.getByRole('region', { name: 'Uploads' }).getByText('Try again').click();
    await says(news(), 'File added');
    await expect.element(one('The plan')).toBeVisible();
  });
});

test.each([768, 1024])('beside the buttons of a window of %i the title is whole', async (width) => {
  await page.viewport(width, 768);
  await open();
  for (const name of ['LAN Share', 'Share link', 'Upload File', 'New Text'])
    await expect.element(button(name)).toBeInViewport();
  const title = main().getByRole('heading', { level: 1 }).element();
  // By a pixel they may differ: they are rounded.
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth + 1);
  expect(title.scrollHeight).toBeLessThanOrEqual(title.clientHeight + 1);
});

test.each([true, false])(
  'and beside the sign of no connection in German (read: %s)',
  async (read) => {
    await page.viewport(1024, 768);
    speak('de');
    onTestFinished(() => speak('en'));
    if (!read) replies({ 'GET /virtual-desktop': noReply() });
    await show('/desktop', { connects: false });
    await expect.element(main().getByText(/^Offline/)).toBeInTheDocument();
    const title = main().getByRole('heading', { level: 1 }).element();
    expect(title.textContent).toBe('Virtueller Desktop');
    expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth + 1);
    expect(title.scrollHeight).toBeLessThanOrEqual(title.clientHeight + 1);
    // Nor between two letters of a word.
    const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode()!;
    const word = document.createRange();
    word.setStart(text, 0);
    word.setEnd(text, 'Virtueller'.length);
    expect(word.getClientRects()).toHaveLength(1);
  },
);

describe('on a phone', () => {
  test('blocks stand one under the other, without handles', async () => {
    await page.viewport(390, 844);
    await show('/desktop');
    await says(main(), 'Gate B7');
    expect(handleOf('Gate B7').query()).toBeNull();
    await expect.element(button('New Text')).toBeVisible();
  });
});
