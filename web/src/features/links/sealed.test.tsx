import { ProductError } from '@clipline/contract/errors.ts';
import type { Link } from '@clipline/contract/schemas/links.ts';
import {
  type Bytes,
  fragmentOf,
  keyIn,
  newKey,
  open as openSealed,
  seal,
  stretch,
  withPassword,
} from '@clipline/contract/sealed.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, noReply, refuse, replies, sent } from '../../testing/fake-server.ts';
import { hear } from '../../testing/fake-socket.ts';
import { arrives, button, dialog, field, main, news, says, show } from '../../testing/show.tsx';
import { chunksOf } from '../../sharing/sealing.ts';
import { clip, file, link } from '../../testing/things.ts';

const TEXT = 'CANARY pa55 🔑\n  two';
const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
);
const ENVELOPE = {
  kind: 'sealed',
  access: 'read',
  ownerName: 'Grace',
  needsPassword: false,
  needsReveal: true,
  viewsLeft: 1,
  expiresAt: '2026-01-02T03:04:05.000Z',
} as const;
let visits = 0;
const nextToken = () => `token-${++visits}`;

/** Nothing of what was typed, its names or its key is in what went out. */
function expectUnknown(...secrets: string[]) {
  const bodies = [...sent('POST /links/sealed'), ...sent('POST /link/open'), ...sent('GET /link')];
  for (const secret of secrets) expect(JSON.stringify(bodies)).not.toContain(secret);
}

describe('opening', () => {
  async function sealedBytes(material: Bytes, files: [string, Uint8Array][] = []): Promise<Blob> {
    const parts: Bytes[] = [];
    const bytes = (content: Uint8Array) => () =>
      chunksOf(new Blob([new Uint8Array(content)]).stream());
    const toSeal = files.map(([name, content]) => ({
      name,
      type: 'text/html',
      size: content.length,
      bytes: bytes(content),
    }));
    for await (const part of seal(material, TEXT, toSeal)) parts.push(part);
    return new Blob(parts);
  }
  async function arrive({
    about = {},
    token = nextToken(),
    key = newKey(),
    material = key,
    files = [],
    change = (blob: Blob) => blob,
  }: {
    about?: object;
    token?: string;
    key?: Bytes;
    material?: Bytes;
    files?: [string, Uint8Array][];
    change?: (blob: Blob) => Blob;
  } = {}) {
    const bytes = change(await sealedBytes(material, files));
    replies({
      'GET /link': { ...ENVELOPE, ...about },
      'POST /link/open': { grant: 'g', sealed: { url: '/api/files/f1', size: bytes.size } },
    });
    handle('GET /files/{fileId}', () => new Response(bytes));
    const fragment = await fragmentOf(token, key);
    await cleanup();
    await show(`/s/${token}#${fragment}`, { as: null });
    return { token, key, fragment };
  }
  const reveal = () => button('Show').click();

  test('waits for Show, shows all of it, and takes its key out of the address', async () => {
    const markup = new TextEncoder().encode('<script>alert(1)</script>');
    const { token, fragment } = await arrive({
      files: [
        ['a.png', PNG],
        ['page.html', markup],
      ],
    });
    await says(main(), 'Somebody sent you something sealed.');
    await says(main(), 'It can be opened 1 more time.');
    await arrives(`/s/${token}`);
    expect(sent('POST /link/open')).toEqual([]);
    await expectAccessible();
    await reveal();
    await says(main(), 'CANARY pa55 🔑');
    await says(main(), 'This was the last opening. Keep what you need.');
    await expect.element(page.getByRole('img', { name: 'Preview of a.png' })).toBeVisible();
    for (const name of ['a.png', 'page.html'])
      await expect
        .element(main().getByRole('link', { name: `Download ${name}` }))
        .toHaveAttribute('download', name);
    const anchor = main().getByRole('link', { name: 'Download page.html' }).element();
    const response = await fetch((anchor as HTMLAnchorElement).href);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expectUnknown(fragment, 'CANARY', 'page.html');
    await expectAccessible();
  });

  test('says how often more, and nothing where there is no limit', async () => {
    await arrive({ about: { viewsLeft: 3 } });
    await reveal();
    await says(main(), 'It can be opened 2 more times.');
    await arrive({ about: { viewsLeft: null } });
    await reveal();
    await says(main(), 'CANARY');
    await expect.element(main()).not.toMatchTextContent('opened');
  });

  test('over a reload it is the same visit, by the key that the tab keeps', async () => {
    const { token } = await arrive();
    await reveal();
    await says(main(), 'CANARY');
    replies({ 'GET /link': refuse(new ProductError('LINK_NOT_FOUND')) });
    await cleanup();
    await show(`/s/${token}`, { as: null });
    await reveal();
    await says(main(), 'This was the last opening.');
    const openers = sent('POST /link/open').map(({ body }) => body.opener);
    expect(new Set(openers).size).toBe(1);
  });

  test('a password is asked, and only what is made of it is sent', async () => {
    const key = newKey();
    const { material, proof } = await withPassword(key, await stretch(key, 'four good words'));
    await arrive({ about: { needsPassword: true }, key, material });
    handle('POST /link/open', ({ body }) =>
      body.password === proof
        ? { grant: 'g', sealed: { url: '/api/files/f1', size: 1062 } }
        : refuse(new ProductError('WRONG_LINK_PASSWORD')),
    );
    await field('Password').fill('another one');
    await reveal();
    await says(main(), 'That is not the password.');
    await field('Password').fill('four good words');
    await reveal();
    await says(main(), 'CANARY');
    expectUnknown('another one', 'four good words');
  });

  test('what is no whole link is seen here, and nothing is asked', async () => {
    const incomplete = 'This link is incomplete: the part after # is missing or damaged.';
    const fragment = await fragmentOf('token', newKey());
    for (const address of [
      `/s/${nextToken()}#${fragment}`,
      `/s/token#${fragment.slice(1)}`,
      `/s/token#${fragment}a`,
      `/s/token%23${fragment}`,
    ]) {
      await cleanup();
      await show(address, { as: null });
      await says(main(), incomplete);
    }
    expect(sent('GET /link')).toEqual([]);
    replies({ 'GET /link': ENVELOPE });
    await cleanup();
    await show(`/s/${nextToken()}`, { as: null });
    await says(main(), incomplete);
    expect(sent('POST /link/open')).toEqual([]);
  });

  test('what was changed on the way shows nothing', async () => {
    await arrive({ change: (blob) => blob.slice(0, blob.size - 1) });
    await reveal();
    await says(main(), 'This was changed on the way and cannot be opened.');
    await expect.element(main()).not.toMatchTextContent('CANARY');
  });

  test('where it is over, or cannot be reached, it says so', async () => {
    await arrive();
    replies({ 'POST /link/open': noReply() });
    await reveal();
    await says(main(), 'Could not reach the server.');
    replies({ 'POST /link/open': refuse(new ProductError('LINK_NOT_FOUND')) });
    await reveal();
    await says(main(), 'This link does not exist or is no longer valid.');
  });

  test('over plain http nothing is asked or opened', async () => {
    vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
    await show(`/s/token#${await fragmentOf('token', newKey())}`, { as: null });
    await says(main(), 'This works over HTTPS only. Ask whoever runs this server.');
    await says(main(), 'Or open it with `clipline open`.');
    expect(sent('GET /link')).toEqual([]);
  });
});

describe('sealing', () => {
  const made = link('l1', { url: `${location.origin}/s/new`, kind: 'sealed', clipId: null });
  /** PUBLIC_URL: of a page on localhost nobody else would open a link. */
  const ORIGIN = 'https://clips.example.com';
  beforeEach(() => {
    document.body.dataset['publicUrl'] = ORIGIN;
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('no'));
    replies({
      'GET /clipboard/history': { clips: [], total: 0 },
      'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
      'GET /links': { links: [], total: 0 },
      'POST /links/sealed': made,
    });
  });
  afterEach(() => delete document.body.dataset['publicUrl']);

  const seals = () => page.getByRole('button', { name: 'Seal', exact: true });
  const submit = () => dialog().getByRole('button', { name: 'Seal and make the link' }).click();
  const whole = async (): Promise<string> => {
    const shown = field('The whole link');
    await expect.element(shown).toBeVisible();
    return (shown.element() as HTMLInputElement).value;
  };
  async function opened(address: string, password?: string) {
    const { pathname, hash } = new URL(address);
    const key = await keyIn(pathname.split('/')[2] ?? '', hash.slice(1));
    const material =
      password === undefined
        ? key!
        : (await withPassword(key!, await stretch(key!, password))).material;
    const { file: bytes } = sent('POST /links/sealed').at(-1)!;
    return openSealed(material, chunksOf(bytes.stream()));
  }

  test('a text from the composer, which keeps nothing of it; the link is shown once', async () => {
    await show('/dashboard');
    await field('Paste or type to save a clip').fill('CANARY secret');
    await seals().click();
    await says(dialog(), 'Encrypted here, before it is sent');
    await says(dialog(), 'Mail scanners may open links.');
    await expectAccessible();
    await dialog().getByRole('button', { name: '3 times' }).click();
    await field('Label').fill('VPN');
    await submit();
    const address = await whole();
    expect(address).toMatch(/^https:\/\/clips\.example\.com\/s\/new#[a-z2-7]{30}$/);
    await says(news(), 'Link copied');
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith(address);
    await says(dialog(), 'Clipline cannot show this link again. Copy it now.');
    await expectAccessible();
    expect(JSON.parse(JSON.stringify(sent('POST /links/sealed')[0]!.body)).link).toEqual({
      expiresIn: 86_400,
      maxViews: 3,
      label: 'VPN',
      notify: false,
      password: null,
    });
    expect(await opened(address)).toEqual({ text: 'CANARY secret', files: [] });
    expectUnknown('CANARY', address.slice(-30));
    await dialog().getByRole('button', { name: 'Copy the key' }).click();
    expect(navigator.clipboard.writeText).toHaveBeenLastCalledWith(address.slice(-30));
    await dialog().getByRole('button', { name: 'Copy without the key' }).click();
    await expect
      .poll(() => navigator.clipboard.writeText)
      .toHaveBeenLastCalledWith(`${ORIGIN}/s/new`);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await expect.element(field('Paste or type to save a clip')).toHaveValue('');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('CANARY');
  });

  test('what is closed unsealed goes back to the composer', async () => {
    await show('/dashboard');
    await field('Paste or type to save a clip').fill('not yet');
    await seals().click();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expect.element(field('Paste or type to save a clip')).toHaveValue('not yet');
  });

  test('nothing, too much and a lost reply say so; sent again it is the same link', async () => {
    await show('/dashboard');
    await seals().click();
    await submit();
    await says(dialog(), 'There is nothing to seal yet.');
    const input = dialog().getByLabelText('Add files', { exact: true }).element();
    const choose = (chosen: File) => {
      const all = new DataTransfer();
      all.items.add(chosen);
      (input as HTMLInputElement).files = all.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose(new File([new Uint8Array(10_485_761)], 'film.mp4'));
    await submit();
    await says(dialog(), 'film.mp4 is too large to be sealed (10 MB).');
    await button('Remove film.mp4').click();
    choose(new File([PNG], 'a.png', { type: 'image/png' }));
    replies({ 'POST /links/sealed': noReply() });
    await submit();
    await says(dialog(), 'Could not reach the server.');
    replies({ 'POST /links/sealed': made });
    await submit();
    const { files } = await opened(await whole());
    expect(files).toMatchObject([{ name: 'a.png', type: 'image/png', size: PNG.length }]);
    const [lost, again] = sent('POST /links/sealed').slice(-2);
    expect(again!.idempotencyKey).toBe(lost!.idempotencyKey);
  });

  test('a copy of a clip with its files, by a password, and the clip can go', async () => {
    const mine = clip('c1', { content: 'Of a clip', files: [file('a.txt')] });
    replies({
      'GET /clipboard/{id}': mine,
      'DELETE /clipboard/{id}': { message: 'Deleted' },
    });
    handle('GET /files/{fileId}', () => new Response('bytes'));
    hear('join:clip', () => ({ ok: true, clip: mine }));
    await show('/clips/c1');
    await page.getByRole('group', { name: 'Clip actions' }).getByText('Share').click();
    await seals().click();
    await says(dialog(), 'A copy is sealed. The clip itself stays as it is.');
    await dialog().getByRole('checkbox', { name: 'Password' }).click();
    await button('Propose four words').click();
    const password = (field('Password').element() as HTMLInputElement).value;
    await dialog().getByRole('checkbox', { name: 'Delete the clip afterwards' }).click();
    await submit();
    const { text, files } = await opened(await whole(), password);
    expect([text, files.map(({ name }) => name)]).toEqual(['Of a clip', ['a.txt']]);
    await expect.poll(() => sent('DELETE /clipboard/{id}').length).toBe(1);
    expectUnknown(password);
  });

  test('over plain http it says that it needs HTTPS', async () => {
    await show('/dashboard');
    vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
    await seals().click();
    await says(news(), 'This works over HTTPS only. Ask whoever runs this server.');
  });

  test('in the list it is named, and offers no address', async () => {
    const used: Link = { ...made, label: 'VPN', state: 'used', views: 1, maxViews: 1, bytes: 1062 };
    const active: Link = { ...made, id: 'l2', label: 'Key', bytes: 20_971_520 };
    const last: Link = { ...used, id: 'l3', label: 'Film', bytes: 20_971_520 };
    replies({ 'GET /links': { links: [used, active, last], total: 3 } });
    handle('PATCH /links/{id}', ({ body }) => ({ ...active, ...(body as Partial<Link>) }));
    await show('/links');
    await says(main(), 'It was opened for the last time and is deleted in an hour.');
    await says(main(), 'It was opened for the last time and is deleted in a day.');
    await says(main(), 'The link was shown once.');
    await says(main(), '20 MB');
    expect(main().getByText('Sealed').elements()).toHaveLength(3);
    for (const name of ['Copy link: Key', 'QR code: Key'])
      await expect.element(button(name)).not.toBeInTheDocument();
    await button('Edit: Key').click();
    await expect
      .element(dialog().getByRole('checkbox', { name: 'Password' }))
      .not.toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => sent('PATCH /links/{id}').length).toBe(1);
    expect(sent('PATCH /links/{id}')[0]!.body).not.toHaveProperty('password');
    await expect.element(dialog()).not.toBeInTheDocument();
    await button('Edit: VPN').click();
    await expect.element(field('Expires')).not.toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => sent('PATCH /links/{id}').length).toBe(2);
    expect(sent('PATCH /links/{id}')[1]!.body).toEqual({ label: 'VPN', notify: false });
  });
});
