import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { MAX_PREVIEW_PIXELS, MAX_PREVIEW_SIDE, type Picture, PREVIEW_QUALITY } from './preview.ts';

// A process of its own: pictures of strangers are decoded here, and whatever they do ends with it.

/** Answers of the server come first. */
const NICE = 10;

setPriority(NICE);
try {
  // Where memory runs out, Linux ends this process and not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {}
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
});

async function draw(bytes: Uint8Array): Promise<Picture | null> {
  try {
    // A picture that was cut is drawn as far as it goes.
    const { data, info } = await sharp(bytes, {
      limitInputPixels: MAX_PREVIEW_PIXELS,
      failOn: 'none',
      autoOrient: true,
    })
      .resize(MAX_PREVIEW_SIDE, MAX_PREVIEW_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: PREVIEW_QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

process.on('disconnect', () => process.exit());
process.on('message', (bytes: Uint8Array) => {
  void draw(bytes).then((picture) => process.send?.(picture));
});
process.send?.('ready');
