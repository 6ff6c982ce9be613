import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { picture } from '../../testing/pictures.ts';
import type { Picture } from './preview.ts';
import { createPreviewProcess } from './preview-process.ts';

const ours = createPreviewProcess();
afterAll(() => ours.close());

const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: 'red' } });

async function drawn(bytes: Uint8Array) {
  const result = await ours.draw(bytes);
  if (typeof result === 'string') return result;
  const about = await sharp(result.bytes).metadata();
  expect([about.format, about.width, about.height]).toEqual(['webp', result.width, result.height]);
  for (const name of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
    expect([name, about[name]]).toEqual([name, undefined]);
  return about;
}

const chunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, crc]);
};
/** A small file that would be unpacked into gigabytes. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.each([
  ['a photo', () => plain(4000, 3000).jpeg(), 640, 480],
  ['a tall one', () => plain(300, 2000).webp(), 96, 640],
  ['a small one', () => plain(31, 17).png(), 31, 17],
  ['one of a pixel', () => plain(1, 1).gif(), 1, 1],
  ['AVIF', () => plain(700, 700).avif({ effort: 0 }), 640, 640],
  ['CMYK', () => plain(200, 100).toColourspace('cmyk').jpeg(), 200, 100],
  ['16 bits a channel', () => plain(200, 100).toColourspace('rgb16').png(), 200, 100],
  [
    'one that lies on its side',
    () =>
      plain(800, 400)
        .withMetadata({ orientation: 6 })
        .withExifMerge({ IFD0: { Artist: 'Ada' } })
        .jpeg(),
    320,
    640,
  ],
])('%s', async (_name, make, width, height) => {
  expect(await drawn(await make().toBuffer())).toMatchObject({ width, height });
});

test('what can be seen through stays so', async () => {
  expect(await drawn(await picture())).toMatchObject({ width: 640, height: 427, hasAlpha: true });
});

test('of what moves it is the first frame', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 50, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { bytes } = (await ours.draw(gif)) as Picture;
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(dominant.b);
});

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['no picture', () => Buffer.from('GIF89a and then a text')],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['TIFF', () => plain(9, 9).tiff().toBuffer()],
  ['a bomb of 900 megapixels', () => bomb(30_000, 30_000)],
  ['a bomb of one line more than 50 megapixels', () => bomb(10_000, 5001)],
  ['one without its end', async () => (await plain(9, 9).webp().toBuffer()).subarray(0, 20)],
])('%s has none, and the next picture has', async (_name, make) => {
  expect(await ours.draw(await make())).toBe('refused');
  expect(await drawn(await plain(2, 2).png().toBuffer())).toMatchObject({ width: 2 });
});

test('a photo that was cut is shown as far as it goes', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 400, height: 400, channels: 3, background: 'red', noise } as const;
  const whole = await sharp({ create }).jpeg().toBuffer();
  expect(await drawn(whole.subarray(0, whole.length / 2))).toMatchObject({ width: 400 });
});

test('50 megapixels are enough', async () => {
  expect(await drawn(bomb(10_000, 5000))).toMatchObject({ width: 640, height: 320 });
});

test.each([
  ['work of the processor', { workMs: 1 }],
  ['time by the clock', { drawingMs: 1 }],
])(
  'what takes too much %s ends with its process, and the next begins another',
  async (_of, most) => {
    const hurried = createPreviewProcess(most);
    for (let times = 0; times < 2; times++)
      expect(await hurried.draw(bomb(10_000, 5000))).toBe('unfinished');
    hurried.close();
  },
);

test('a process that has nothing to do ends', async () => {
  const idle = createPreviewProcess({ idleMs: 0 });
  for (let times = 0; times < 2; times++)
    expect(await idle.draw(await plain(2, 2).png().toBuffer())).toMatchObject({ width: 2 });
  idle.close();
});
