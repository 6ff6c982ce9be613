import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import {
  type Drawn,
  MAX_PREVIEW_PIXELS,
  MAX_PREVIEW_SIDE,
  PREVIEW_QUALITY,
  type Task,
} from './preview.ts';

// A process of its own: pictures of strangers are decoded here, and whatever they do ends with it.

/** Answers of the server come first. */
const NICE = 10;
const LOOK_MS = 50;

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

async function draw(bytes: Uint8Array): Promise<Drawn> {
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
    return 'refused';
  }
}

process.on('disconnect', () => process.exit());
async function work({ bytes, mostWorkMs }: Task): Promise<void> {
  const before = process.cpuUsage();
  // The clock tells how busy the machine is with other things, too.
  const looking = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > mostWorkMs * 1000) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
  const drawn = await draw(bytes);
  clearInterval(looking);
  process.send?.(drawn);
}

process.on('message', (task: Task) => void work(task));
process.send?.('ready');
