import sharp from 'sharp';

let made = 0;

/** A PNG that is like no other, in one colour of its own. */
export function picture(width = 900, height = 600): Promise<Buffer> {
  made += 1;
  const background = { r: made % 256, g: Math.floor(made / 256) % 256, b: 99, alpha: 0.5 };
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
}
