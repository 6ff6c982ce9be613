import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { handle, replies, sent } from '../../../testing/fake-server.ts';
import { fakeLinks } from '../../../testing/fake-links.ts';
import { connected, hear, tell } from '../../../testing/fake-socket.ts';
import { button, dialog, news, says, show } from '../../../testing/show.tsx';
import { clip, file, PICTURE } from '../../../testing/things.ts';

const png = (name: string, change: Partial<StoredFile> = {}) =>
  file(name, { type: 'image/png', ...change });
const small = (name: string) => ({ url: `${PICTURE}#small-${name}`, width: 640, height: 480 });
const files = () => page.getByRole('region', { name: 'Attached Files' });
const picture = (name: string) => files().getByRole('img', { name: `Preview of ${name}` });
const whole = (name: string) => dialog().getByRole('img', { name: `Preview of ${name}` });

const THREE = ['a.png', 'b.png', 'c.png'].map((name) =>
  png(name, { url: `${PICTURE}#/files/${file(name).id}` }),
);

async function open(...attached: readonly StoredFile[]) {
  const stored = clip('c1', { files: [...attached] });
  handle('GET /clipboard/{id}', () => stored);
  hear('join:clip', () => ({ ok: true, clip: stored }));
  await show('/clips/c1');
  await expect.element(files()).toBeVisible();
}

beforeEach(() => {
  replies({
    'GET /clipboard/history': { clips: [], total: 0 },
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
  });
});

describe('pictures', () => {
  test('are looked at one after the other by the keyboard', async () => {
    await page.viewport(1440, 900);
    await open(...THREE);
    await says(files(), '3 images, 6 KB');
    await says(files().getByRole('listitem').last(), 'Upload File');
    await button('Open b.png').click();
    await says(dialog(), '2 of 3');
    await expect.element(whole('b.png')).toHaveAttribute('src', THREE[1]!.url);
    // The dialog takes the focus a moment after it is there.
    await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await says(dialog(), '3 of 3');
    await expect
      .element(dialog().getByRole('button', { name: 'Next picture' }))
      .toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{ArrowLeft}');
    await says(dialog(), '2 of 3');
    await userEvent.keyboard('{Home}');
    await expect.element(whole('a.png')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Open b.png')).toHaveFocus();
  });

  test.each([1440, 390])('the smallest opens by a press, %i wide', async (width) => {
    await page.viewport(width, 844);
    await open(
      png('dot.png', { preview: { url: '/api/files/dot/preview', width: 48, height: 48 } }),
    );
    const { left, top } = button('Open dot.png').element().getBoundingClientRect();
    const at = document.elementFromPoint(left + 24, top + 24);
    expect(at?.closest('button')).toBe(button('Open dot.png').element());
    await page.viewport(414, 896);
  });

  test('are removed where they are looked at; the next one shows', async () => {
    replies({ 'DELETE /clipboard/{id}/files/{fileId}': { message: 'Removed' } });
    await open(...THREE);
    await button('Open c.png').click();
    await dialog().getByRole('button', { name: 'Remove c.png' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await says(dialog(), '2 of 2');
    await expect.element(whole('b.png')).toBeInTheDocument();
    await expect.element(button('Open c.png')).not.toBeInTheDocument();
  });

  test('show a preview, also one that is made later', async () => {
    await open(png('a.png', { preview: small('a') }), THREE[1]!);
    await expect.element(picture('a.png')).toHaveAttribute('src', small('a').url);
    await expect.element(picture('b.png')).toHaveAttribute('src', THREE[1]!.url);
    await connected('join:clip');
    tell('file:preview', { clipId: 'c1', fileId: THREE[1]!.id, preview: small('b') });
    await expect.element(picture('b.png')).toHaveAttribute('src', small('b').url);
  });
});

describe('all files', () => {
  test('come as one ZIP, by links that were read for it', async () => {
    const followed = fakeLinks();
    await open(THREE[0]!, file('plan.pdf'));
    const fresh = [png('a.png', { url: '/api/files/a?signature=fresh' }), file('plan.pdf')];
    handle('GET /clipboard/{id}', () => clip('c1', { files: fresh }));
    replies({ 'POST /files/archive': { url: '/api/files/archive?signature=s' } });
    await says(files(), '2 files, 4 KB');
    await button('Download all').click();
    await says(news(), 'Download started');
    expect(sent('POST /files/archive')[0]!.body).toEqual({
      urls: fresh.map(({ url }) => url),
      name: 'clip-c1',
    });
    expect(followed.map(({ path }) => path)).toEqual(['/api/files/archive?signature=s']);
  });

  test('of one there is nothing more to download', async () => {
    await open(file('plan.pdf'));
    await expect.element(button('Download plan.pdf')).toBeVisible();
    await expect.element(button('Download all')).not.toBeInTheDocument();
  });
});

test('of a text the beginning is read, and how much there is', async () => {
  const lines = Array.from({ length: 512 }, (_, index) => `Line ${index + 1}`);
  replies({ 'GET /files/{fileId}': new Response(lines.join('\n')) });
  await open(file('server.log'), file('disk.iso'));
  const beginning = files().getByRole('group', { name: 'Beginning of server.log' });
  await says(beginning, /Line 200$/);
  await says(files(), 'The first 200 of 512 lines');
  expect(sent('GET /files/{fileId}').map(({ params }) => params.fileId)).toEqual([
    'file-server-log',
  ]);
});

describe('what can be played', () => {
  /** A second of silence. */
  const wav = () => {
    const bytes = new DataView(new ArrayBuffer(44 + 8000));
    const text = (at: number, letters: string) =>
      [...letters].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0)));
    text(0, 'RIFF');
    bytes.setUint32(4, 36 + 8000, true);
    text(8, 'WAVEfmt ');
    bytes.setUint32(16, 16, true);
    bytes.setUint16(20, 1, true);
    bytes.setUint16(22, 1, true);
    bytes.setUint32(24, 8000, true);
    bytes.setUint32(28, 8000, true);
    bytes.setUint16(32, 1, true);
    bytes.setUint16(34, 8, true);
    text(36, 'data');
    bytes.setUint32(40, 8000, true);
    return URL.createObjectURL(new Blob([bytes.buffer], { type: 'audio/wav' }));
  };

  test('is played where it stands', async () => {
    const url = wav();
    await open(
      file('song.mp3', { type: 'audio/mpeg', url }),
      file('memo.webm', { type: 'audio/webm', url }),
    );
    for (const name of ['song.mp3', 'memo.webm'])
      await expect.element(files().getByLabelText(name)).toHaveAttribute('controls');
    await expect.element(files()).not.toHaveTextContent('cannot play');
  });

  test('but not by this browser says so', async () => {
    replies({ 'GET /files/{fileId}': new Response('x') });
    await open(
      file('iphone.mov', { type: 'video/quicktime' }),
      file('memo.3gp', { type: 'audio/3gpp' }),
    );
    for (const name of ['iphone.mov', 'memo.3gp'])
      await says(files(), `This browser cannot play ${name}. Download it.`);
    await expect
      .element(files().getByLabelText('iphone.mov', { exact: true }))
      .not.toBeInTheDocument();
  });

  test('as a film, of which only the sound plays, says so below it', async () => {
    await open(file('hevc.mov', { type: 'video/quicktime', url: wav() }));
    await says(files(), 'This browser cannot play hevc.mov. Download it.');
    await expect
      .element(files().getByLabelText('hevc.mov', { exact: true }))
      .toHaveAttribute('controls');
  });

  test('but whose address is over is read again', async () => {
    replies({ 'GET /files/{fileId}': new Response('x', { status: 403 }) });
    await open(file('film.webm', { type: 'video/webm' }));
    await expect.poll(() => sent('GET /clipboard/{id}').length).toBeGreaterThan(1);
    await expect.element(files().getByLabelText('film.webm')).toHaveAttribute('controls');
  });
});
