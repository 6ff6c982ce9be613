import { ProductError } from '@clipline/contract/errors.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { speak } from '../../lib/language.ts';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import { hear } from '../../testing/fake-socket.ts';
import {
  arrives,
  button,
  choose,
  field,
  goTo,
  isStillAt,
  main,
  news,
  primaries,
  says,
  show,
} from '../../testing/show.tsx';
import { clip, file } from '../../testing/things.ts';

const DRAFT = clip('c1', { content: '' });
const text = () => field('Clip content');
const list = (name: string) => page.getByRole('region', { name });
const named = (name: string) => new File(['content'], name);

/** A server with a draft, that takes texts over the version they were made from, and files. */
function serve(stored: Clip = DRAFT) {
  const held = { clip: stored };
  handle('POST /clipboard', ({ body }) => {
    if (body.content !== '') return clip('c2', { content: body.content });
    // A draft that was saved is none any more.
    return held.clip.content === stored.content ? held.clip : clip('c3', { content: '' });
  });
  handle('GET /clipboard/{id}', () => held.clip);
  handle('PUT /clipboard/{id}', ({ body, headers }) => {
    if (headers['if-match'] !== String(held.clip.version))
      return refuse(new ProductError('VERSION_CONFLICT'));
    held.clip = { ...held.clip, content: body.content, version: held.clip.version + 1 };
    return held.clip;
  });
  handle('POST /clipboard/{id}/files', (upload) => {
    const added = file(upload.file.name);
    const { files, version } = held.clip;
    held.clip = { ...held.clip, files: [...files, added], version: version + 1 };
    return added;
  });
  return held;
}

beforeEach(() => {
  serve();
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

const type = async (content: string) => {
  await show('/new-clip');
  await expect.element(button('Save Clip')).toBeEnabled();
  await text().fill(content);
};

test('the cursor stands in the text, and code is set as code', async () => {
  await show('/new-clip');
  await expect.element(text()).toHaveFocus();
  const face = () => getComputedStyle(text().element()).fontFamily;
  expect(face()).not.toContain('Mono');
  await text().fill('ssh -i ~/.ssh/key deploy@bastion.example.net');
  await expect.poll(face).toContain('Mono');
});

test.each([
  ['a', 'ltr'],
  ['א', 'rtl'],
])(
  'a long line of %s is not looked through for its direction with each key',
  async (letter, dir) => {
    await type(letter);
    await expect.element(text()).toHaveAttribute('dir', 'auto');
    await text().fill(`1. ${letter.repeat(20_000)}`);
    await expect.element(text()).toHaveAttribute('dir', dir);
  },
);

test('letters of a long word are not fitted to each other, from the first on', async () => {
  await show('/new-clip');
  await expect.element(text()).toBeVisible();
  const { fontKerning, fontVariantLigatures } = getComputedStyle(text().element());
  expect([fontKerning, fontVariantLigatures]).toEqual(['none', 'none']);
});

test('a key in a long line changes the field alone', async () => {
  await type('a'.repeat(20_000));
  const changed = new Set<Node>();
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) changed.add(target);
  });
  // What nobody came for is made ready around it meanwhile.
  watch.observe(main().element(), {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
  await userEvent.keyboard('b');
  await expect.element(text()).toHaveValue(`${'a'.repeat(20_000)}b`);
  watch.disconnect();
  expect([...changed]).toEqual([text().element()]);
});

describe('the first save', () => {
  test('goes into the draft, whose id then stands in the address', async () => {
    await type('Buy milk');
    await says(main(), 'Not saved yet');
    await expect.element(button('Share')).toBeDisabled();
    await button('Save Clip').click();
    await says(news(), 'Clip saved successfully');
    await arrives('/new-clip?clip=c1');
    await expect
      .poll(() => sent('PUT /clipboard/{id}'))
      .toMatchObject([
        { params: { id: 'c1' }, headers: { 'if-match': '1' }, body: { content: 'Buy milk' } },
      ]);
    await says(main(), 'Saved. Anyone with the link can read it.');
    await expect.element(button('Share')).toBeEnabled();
    // Everything is saved: nothing to do but to share it, or to begin another.
    await expect.element(button('Save Clip')).toBeDisabled();
    await main().getByRole('link', { name: 'New Clip' }).click();
    await arrives('/new-clip');
    await expect.element(text()).toHaveValue('');
  });

  test('leads on to Share, and to one more', async () => {
    await page.viewport(1280, 800);
    await type('Buy milk');
    await expect.poll(primaries).toEqual(['Save Clip']);
    await button('Save Clip').click();
    await expect.element(button('Save Clip')).toBeDisabled();
    await expect.poll(primaries).toEqual(['Share']);
    await expect
      .element(main().getByRole('link', { name: 'New Clip' }))
      .toHaveAttribute('href', '/new-clip');
    // What is under the pointer has another colour.
    await text().click();
    await text().fill('Buy milk and bread');
    await expect.poll(primaries).toEqual(['Save Clip']);
  });

  test('by its key', async () => {
    await type('Buy milk');
    await text().click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await says(news(), 'Clip saved successfully');
  });

  test('with nothing at all saves nothing', async () => {
    await type('  \n ');
    await button('Save Clip').click();
    await says(news(), 'Please enter some content or upload a file');
    expect(sent('PUT /clipboard/{id}')).toEqual([]);
  });

  test.each(['VERSION_CONFLICT', 'CLIP_NOT_FOUND'] as const)(
    'a draft that was used up meanwhile (%s) gives way to a new clip',
    async (code) => {
      handle('PUT /clipboard/{id}', () => refuse(new ProductError(code)));
      await type('Buy milk');
      await button('Save Clip').click();
      await says(news(), 'Clip saved successfully');
      await arrives('/new-clip?clip=c2');
      await expect
        .poll(() => sent('POST /clipboard').at(-1)!.body)
        .toEqual({ content: 'Buy milk' });
    },
  );

  test.each([
    [refuse(new ProductError('TEXT_TOO_LONG')), 'The text is too long.'],
    [refuse(new ProductError('TOO_MANY_REQUESTS')), 'Too many requests.'],
    [refuse(new ProductError('STORAGE_FULL')), 'Storage is full'],
    [noReply(), 'Could not reach the server.'],
  ])('that fails says why, and leaves the text (%#)', async (reply, reason) => {
    replies({ 'PUT /clipboard/{id}': reply });
    await type('Buy milk');
    await button('Save Clip').click();
    await says(news(), 'Failed to save clip');
    await says(news(), reason);
    await expect.element(text()).toHaveValue('Buy milk');
    await expect.element(button('Save Clip')).toBeEnabled();
  });

  test('pressed twice is one', async () => {
    const slow = later<Clip>();
    handle('PUT /clipboard/{id}', () => slow.reply);
    await type('Buy milk');
    await button('Save Clip').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(button('Saving...')).toBeVisible();
    slow.give({ ...DRAFT, content: 'Buy milk', version: 2 });
    await says(news(), 'Clip saved successfully');
    await expect.poll(() => sent('PUT /clipboard/{id}')).toHaveLength(1);
  });
});

describe('the first save, when its person has gone on meanwhile', () => {
  const kept = () => localStorage.getItem('draft:u1:new-clip') ?? '';

  test('does not call back, and takes no text and no file of another new clip', async () => {
    const slow = later<Clip>();
    handle('PUT /clipboard/{id}', () => slow.reply);
    replies({ 'GET /rooms': [] });
    await type('Buy milk');
    await choose(named('milk.txt'));
    await button('Save Clip').click();
    await expect.poll(() => sent('PUT /clipboard/{id}').length).toBe(1);
    await goTo('/rooms');
    await says(main(), 'No rooms found.');
    await goTo('/new-clip');
    await expect.element(button('Save Clip')).toBeEnabled();
    await text().fill('Buy bread');
    await choose(named('bread.txt'));
    await expect.poll(kept).toContain('Buy bread');
    slow.give({ ...DRAFT, content: 'Buy milk', version: 2 });
    await says(news(), 'Clip saved successfully');
    await arrives('/new-clip');
    await expect.element(text()).toHaveValue('Buy bread');
    await says(list('Pending Files'), 'bread.txt');
    expect(sent('POST /clipboard/{id}/files').map((upload) => upload.file.name)).toEqual([
      'milk.txt',
    ]);
    expect(kept()).toContain('Buy bread');
  });

  test('and has begun no other, the text is not offered again', async () => {
    const slow = later<Clip>();
    handle('PUT /clipboard/{id}', () => slow.reply);
    replies({ 'GET /rooms': [] });
    await type('Buy milk');
    await button('Save Clip').click();
    await expect.poll(() => sent('PUT /clipboard/{id}').length).toBe(1);
    await goTo('/rooms');
    await says(main(), 'No rooms found.');
    expect(kept()).toContain('Buy milk');
    slow.give({ ...DRAFT, content: 'Buy milk', version: 2 });
    await says(news(), 'Clip saved successfully');
    expect(kept()).toBe('');
    await isStillAt('/rooms');
  });
});

describe('before it can be saved', () => {
  test('the draft is opened, and what is typed stays', async () => {
    const slow = later<typeof DRAFT>();
    handle('POST /clipboard', () => slow.reply);
    await show('/new-clip');
    await expect.element(button('Initializing...')).toBeVisible();
    await text().fill('Early');
    await button('Initializing...').click({ force: true });
    slow.give(DRAFT);
    await expect.element(button('Save Clip')).toBeEnabled();
    await expect.element(text()).toHaveValue('Early');
    expect(sent('PUT /clipboard/{id}')).toEqual([]);
  });

  test('a draft that did not open is opened again on demand', async () => {
    replies({ 'POST /clipboard': noReply() });
    await show('/new-clip');
    await says(news(), 'Failed to initialize clip');
    await says(main(), 'The clip could not be prepared. What you type stays in this browser.');
    serve();
    await button('Try again').click();
    await expect.element(button('Save Clip')).toBeEnabled();
  });

  test('without a plan it leads to the plans', async () => {
    replies({ 'POST /clipboard': refuse(new ProductError('PLAN_NEEDED')) });
    await show('/new-clip');
    await expect
      .element(page.getByRole('link', { name: 'See plans' }))
      .toHaveAttribute('href', '/#pricing');
    await expect.element(button('Save Clip')).toBeDisabled();
    await expect.element(button('Save Clip')).toHaveAccessibleDescription();
    await expect.element(news()).not.toMatchTextContent('Failed');
  });

  test('a visitor types, and saves once signed in', async () => {
    await show('/new-clip', { as: null });
    await says(main(), 'You can start right away.');
    await text().fill('From before');
    await button('Save Clip').click();
    await arrives('/auth?mode=login');
    await says(news(), 'Your text is kept');
    expect(sent('POST /clipboard')).toEqual([]);
  });
});

test('what was typed is there again after a look at another page', async () => {
  replies({ 'GET /rooms': [] });
  const first = await show('/new-clip');
  await text().fill('Half a thought');
  await page.getByRole('link', { name: 'Rooms', exact: true }).first().click();
  await says(news(), 'Your text is kept');
  await first.unmount();
  await show('/new-clip');
  await expect.element(text()).toHaveValue('Half a thought');
  await says(main(), 'What you typed earlier is back.');
  await button('Discard').click();
  await expect.element(text()).toHaveValue('');
});

describe('files', () => {
  const pick = async (...names: string[]) => {
    replies({ 'GET /files/{fileId}': new Response('Its text') });
    await show('/new-clip');
    await expect.element(button('Save Clip')).toBeEnabled();
    await choose(...names.map(named));
  };

  test('wait for the save, in which they go up in their order', async () => {
    await pick('a.txt', 'b.txt', 'c.txt');
    await says(list('Pending Files'), 'Uploaded when you save.');
    await button('Remove b.txt').click();
    await button('Save Clip').click();
    await says(news(), 'Files uploaded successfully');
    await says(list('Uploaded Files'), 'c.txt');
    await expect
      .poll(() => sent('POST /clipboard/{id}/files').map((upload) => upload.file.name))
      .toEqual(['a.txt', 'c.txt']);
    await expect.element(list('Pending Files')).not.toBeInTheDocument();
  });

  test('that are pictures are shown, and let go of their address before it is revoked', async () => {
    const canvas = document.createElement('canvas');
    const png = await new Promise<Blob | null>((take) => canvas.toBlob(take));
    await show('/new-clip');
    await expect.element(button('Save Clip')).toBeEnabled();
    await choose(new File([png!], 'map.png', { type: 'image/png' }));
    const image = page.getByRole('img', { name: 'Preview of map.png' });
    await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBe(canvas.width);
    const shown = image.element() as HTMLImageElement;
    expect(shown.src).toMatch(/^blob:/);
    const address = shown.src;
    const revoked = new Map<string, string | null>();
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(
      (url) => void revoked.set(url, shown.getAttribute('src')),
    );
    await button('Save Clip').click();
    await says(news(), 'Files uploaded successfully');
    await expect.poll(() => revoked.get(address)).toBeNull();
  });

  test('stand where they stood once they are uploaded, in long words too', async () => {
    const itemsOf = (title: string) => {
      const items = list(title).getByRole('list').element().getBoundingClientRect();
      return items.top - list(title).element().getBoundingClientRect().top;
    };
    await page.viewport(1024, 768);
    replies({ 'GET /files/{fileId}': new Response('Its text') });
    speak('de');
    onTestFinished(() => speak('en'));
    await show('/new-clip');
    await expect.element(button('Clip speichern')).toBeEnabled();
    await choose(named('a.txt'));
    await says(list('Ausstehende Dateien'), 'a.txt');
    const pending = itemsOf('Ausstehende Dateien');
    await button('Clip speichern').click();
    await says(list('Hochgeladene Dateien'), 'a.txt');
    expect(Math.abs(itemsOf('Hochgeladene Dateien') - pending)).toBeLessThanOrEqual(1);
  });

  test.each([
    [refuse(new ProductError('STORAGE_FULL')), 'Storage is full'],
    [refuse(new ProductError('FILE_TOO_LARGE')), new ProductError('FILE_TOO_LARGE').message],
    [noReply(), 'Could not reach the server.'],
  ])('that fail say why, and are tried again alone (%#)', async (reply, reason) => {
    const uploaded = file('a.txt');
    handle('POST /clipboard/{id}/files', ({ file: { name } }) =>
      name === 'a.txt' ? uploaded : reply.clone(),
    );
    await pick('a.txt', 'b.txt');
    await button('Save Clip').click();
    await says(news(), 'Failed to upload files');
    await says(news(), `b.txt: ${reason}`);
    await says(list('Not uploaded'), 'b.txt');
    expect(list('Pending Files').query()).toBeNull();
    // Until what was uploaded has been read, nothing else is saved.
    await expect.element(button('Save Clip')).toBeEnabled();
    handle('POST /clipboard/{id}/files', (upload) => file(upload.file.name));
    await list('Not uploaded').getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(() => sent('POST /clipboard/{id}/files').map((upload) => upload.file.name))
      .toEqual(['a.txt', 'b.txt', 'b.txt']);
    await expect.element(list('Not uploaded')).not.toBeInTheDocument();
  });

  test('that are under way can be cancelled', async () => {
    handle('POST /clipboard/{id}/files', silence);
    await pick('a.txt');
    await button('Save Clip').click();
    await expect.element(page.getByRole('progressbar', { name: 'Uploading a.txt' })).toBeVisible();
    await says(main(), 'Uploading files…');
    await button('Cancel upload of a.txt').click();
    await says(news(), 'Clip saved successfully');
    await expect.element(page.getByText('a.txt')).not.toBeInTheDocument();
  });

  test('that are too large are named, and not taken', async () => {
    await show('/new-clip');
    await expect.element(button('Save Clip')).toBeEnabled();
    const large = new Uint8Array(10 * 1024 ** 2 + 1);
    await choose(new File([large], 'film.mp4'), named('a.txt'), new File([large], 'show.mp4'));
    await says(news(), 'File(s) too large: film.mp4, show.mp4. Maximum file size is 10MB.');
    await says(list('Pending Files'), 'a.txt');
    await expect.element(list('Pending Files')).not.toMatchTextContent('film.mp4');
  });

  test('are dropped anywhere, and pasted', async () => {
    await show('/new-clip');
    await expect.element(button('Save Clip')).toBeEnabled();
    const dropped = new DataTransfer();
    dropped.items.add(named('dropped.txt'));
    const over = { dataTransfer: dropped, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('dragenter', over));
    await expect.element(page.getByText('Drop files to attach them')).toBeVisible();
    document.body.dispatchEvent(new DragEvent('drop', over));
    await expect.element(page.getByText('Drop files to attach them')).not.toBeInTheDocument();
    const pasted = new DataTransfer();
    pasted.items.add(named('pasted.bin'));
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
    );
    await says(list('Pending Files'), 'dropped.txt');
    await says(list('Pending Files'), 'pasted.bin');
  });
});

describe('one that was saved', () => {
  const SAVED = clip('c1', { content: 'Milk', version: 4 });

  test('is saved over the version that is known', async () => {
    serve(SAVED);
    await show('/new-clip?clip=c1');
    await expect.element(text()).toHaveValue('Milk');
    await text().fill('Milk and bread');
    await button('Save Clip').click();
    await says(news(), 'Clip saved successfully');
    await expect
      .poll(() => sent('PUT /clipboard/{id}')[0]!.headers)
      .toMatchObject({ 'if-match': '4' });
    expect(sent('POST /clipboard')).toEqual([]);
  });

  test('the other one can be used, and mine be had back', async () => {
    const held = serve(SAVED);
    await show('/new-clip?clip=c1');
    await expect.element(text()).toHaveValue('Milk');
    await text().fill('Mine');
    held.clip = { ...SAVED, content: 'From my phone', version: 5 };
    await button('Save Clip').click();
    await button('Use the saved version').click();
    await expect.element(text()).toHaveValue('From my phone');
    await says(news(), 'Now showing the other version');
    await button('Undo').click();
    await expect.element(text()).toHaveValue('Mine');
  });

  test('that belongs to another person is shown on its own page', async () => {
    const theirs = clip('c1', { userId: 'grace', content: 'Hers' });
    serve(theirs);
    hear('join:clip', () => ({ ok: true, clip: theirs }));
    await show('/new-clip?clip=c1');
    await arrives('/clips/c1');
  });

  test('that is gone is too', async () => {
    replies({ 'GET /clipboard/{id}': refuse(new ProductError('CLIP_NOT_FOUND')) });
    hear('join:clip', () => ({ ok: false, error: 'Clip not found', code: 'CLIP_NOT_FOUND' }));
    await show('/new-clip?clip=c1');
    await arrives('/clips/c1');
    await expect.element(page.getByText('This clip is not here')).toBeVisible();
  });
});
