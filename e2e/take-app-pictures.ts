/**
 * `npm run pictures` makes the pictures of the installed app anew: its icons from the logo, and what
 * a browser shows before it installs, from the running product.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from './support/chromium-options.ts';
import { clipsOf } from './support/clips.ts';
import { arrive, createAccount, signIn } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

const shared = path.resolve(import.meta.dirname, '../web/public');
const folder = path.join(shared, 'icons');
const CANVAS = '#fafaf7';

interface Icon {
  readonly name: string;
  readonly size: number;
  /** Of the whole: the logo's width, and how round the ground's corners are. */
  readonly logo: number;
  readonly corner: number;
}

const icons: readonly Icon[] = [
  { name: 'icon-192', size: 192, logo: 0.62, corner: 0.22 },
  { name: 'icon-512', size: 512, logo: 0.62, corner: 0.22 },
  // Any shape may be cut out of it that leaves the circle of four fifths.
  { name: 'maskable-512', size: 512, logo: 0.52, corner: 0 },
];

async function drawIcons(browser: Browser): Promise<void> {
  const logo = readFileSync(path.join(shared, 'favicon.svg'), 'utf8');
  const page = await browser.newPage({ colorScheme: 'light' });
  for (const { name, size, logo: part, corner } of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<body style="margin:0;background:transparent"><div style="display:grid;place-items:center;width:${size}px;height:${size}px;background:${CANVAS};border-radius:${size * corner}px"><div style="width:${size * part}px;height:${size * part}px">${logo}</div></div></body>`,
    );
    const png = await page.screenshot({ omitBackground: true });
    writeFileSync(path.join(folder, `${name}.png`), png);
  }
  await page.close();
}

/** The browser itself encodes, by way of a canvas. */
async function encode(page: Page, png: Buffer): Promise<Buffer> {
  const data = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
}

const texts = [
  'rsync -av --progress photos/ nas:/backup/photos',
  'Keys are with Mia until Friday',
  'https://en.wikipedia.org/wiki/Clipboard_(computing)',
  'Moving day, Saturday at 9: van is booked, pizza at noon.',
  'Guest Wi-Fi: tulip-garden-42',
  'Train 18:42, platform 7. Meet at the kiosk, I have both tickets.',
];

const screens = {
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
};

async function takeScreens(browser: Browser, product: Product): Promise<void> {
  const mia = await createAccount(product, 'Mia');
  let isEmpty = true;
  for (const [name, options] of Object.entries(screens)) {
    const person = await arrive(browser, product, { reducedMotion: 'reduce', ...options });
    const { accessToken } = await signIn(product, person.page, mia);
    const clips = clipsOf(product, accessToken);
    if (isEmpty) for (const text of texts) await clips.save(text);
    isEmpty = false;
    await person.page.goto('/dashboard');
    await person.page.getByText('Train 18:42').waitFor();
    await person.page.waitForLoadState('networkidle');
    const png = await person.page.screenshot({ animations: 'disabled', caret: 'hide' });
    const blank = await person.context.newPage();
    writeFileSync(path.join(folder, `screen-${name}.webp`), await encode(blank, png));
    await person.leave();
  }
}

async function takeAll(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch(chromiumOptions);
  const product = await startProduct();
  try {
    await drawIcons(browser);
    await takeScreens(browser, product);
  } finally {
    await browser.close();
    await product.dispose();
  }
}

await takeAll();
