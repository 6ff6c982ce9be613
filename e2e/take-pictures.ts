/**
 * `npm run pictures` takes the pictures of the landing page anew, from the running product.
 * Everything in them was made through the API or the screens themselves.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { chromiumOptions } from './support/chromium-options.ts';
import { clipsOf } from './support/clips.ts';
import {
  type Account,
  arrive,
  createAccount,
  type Person,
  signIn,
  tokenOf,
} from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

const folder = path.resolve(import.meta.dirname, '../web/src/features/landing/pictures');
/** As the page shows them, web/src/features/landing/picture.tsx. */
const WIDTHS = { wide: 568, narrow: 276 };
const HEIGHT = 248;
const QUALITY = 0.9;
const THEMES = ['light', 'dark'] as const;
const SCALES = [1, 2] as const;

const FLOOR_PLAN = `<body style="margin:0;background:#fbfaf5"><svg xmlns="http://www.w3.org/2000/svg" width="640" height="420" viewBox="0 0 640 420" fill="none" stroke="#3d3e42" stroke-width="7">
  <path d="M30 30h580v360H30z"/><path d="M250 30v150M250 250v140M250 215h120M430 215h180M430 30v120"/><path d="M250 180a70 70 0 0 1 70 70" stroke-width="2"/><path d="M370 215a60 60 0 0 1 60-60" stroke-width="2"/>
  <g stroke="none" fill="#66676c" font-family="sans-serif" font-size="24"><text x="95" y="215">Living</text><text x="300" y="120">Bath</text><text x="475" y="120">Bedroom</text><text x="390" y="320">Kitchen</text></g></svg></body>`;

/** One screen for each look and density, so that nothing on it has to change. */
interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly scale: (typeof SCALES)[number];
  readonly page: Page;
}

async function draw(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  await page.setViewportSize({ width: 640, height: 420 });
  await page.setContent(FLOOR_PLAN);
  return new Uint8Array(await page.screenshot());
}

/** The browser itself encodes, by way of a canvas. */
async function encode(page: Page, png: Buffer): Promise<Buffer> {
  const data = await page.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality: QUALITY },
  );
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
}

/** Where a part of the screen stands in the picture; in the middle of its height by itself. */
interface Spot {
  readonly part: Locator;
  readonly left: number;
  readonly width: number;
  readonly top?: number;
}

/** Takes parts of the screen out of what is around them, in the size that they have. */
async function take(
  { theme, scale, page }: Look,
  name: string,
  size: keyof typeof WIDTHS,
  spots: readonly Spot[],
): Promise<void> {
  // Found before all is hidden: what is hidden has no role.
  const parts = await Promise.all(spots.map(({ part }) => part.elementHandle()));
  await page.evaluate(() => {
    document.body.style.visibility = 'hidden';
    document.documentElement.style.setProperty('--color-canvas', 'var(--color-sunken)');
  });
  for (const [index, { part: _part, ...spot }] of spots.entries())
    await parts[index]!.evaluate(
      (node, { left, width, top, height }) => {
        const element = node as HTMLElement;
        // Above all else, as nothing else around it decides about fixed boxes.
        element.popover = 'manual';
        element.showPopover();
        Object.assign(element.style, {
          inset: 'auto',
          left: `${left}px`,
          width: `${width}px`,
          height: element.style.height || 'auto',
          margin: '0',
          transform: 'none',
          visibility: 'visible',
        });
        element.style.top = `${top ?? Math.round((height - element.offsetHeight) / 2)}px`;
      },
      { ...spot, height: HEIGHT },
    );
  const clip = { x: 0, y: 0, width: WIDTHS[size], height: HEIGHT };
  const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  const blank = await page.context().newPage();
  writeFileSync(
    path.join(folder, `${name}-${theme}${scale === 2 ? '-2x' : ''}.webp`),
    await encode(blank, png),
  );
  await blank.close();
}

async function look(
  browser: Browser,
  product: Product,
  { theme, scale }: Pick<Look, 'theme' | 'scale'>,
  account?: Account,
): Promise<Look & { person: Person }> {
  const person = await arrive(browser, product, {
    colorScheme: theme,
    deviceScaleFactor: scale,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  if (account) await signIn(product, person.page, account);
  return { theme, scale, page: person.page, person };
}

const api =
  (product: Product, token: string) => async (method: string, route: string, body?: unknown) => {
    const form = body instanceof FormData;
    const response = await fetch(`${product.url}/api${route}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };

const fileForm = (
  name: string,
  type: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  fields: Record<string, string> = {},
) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([bytes], name, { type }));
  return form;
};

async function takeAll(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const product = await startProduct();
  const browser = await chromium.launch(chromiumOptions);
  try {
    const [mia, jonas, lea] = [
      await createAccount(product, 'Mia'),
      await createAccount(product, 'Jonas'),
      await createAccount(product, 'Lea'),
    ];
    const blank = await browser.newPage();
    const plan = await draw(blank);
    await blank.close();

    const token = await tokenOf(product, mia);
    const clips = clipsOf(product, token);
    const travel = await clips.save(
      'Train 18:42, platform 7. Meet at the kiosk, I have both tickets.',
    );
    const moving = await clips.save(
      'Moving day, Saturday at 9: van is booked, keys are with Mia, pizza at noon.',
    );
    await clips.attach(moving.id, 'floor-plan.png', 'image/png', plan);
    await clips.attach(moving.id, 'lease.pdf', 'application/pdf', new Uint8Array(348_160));
    await clips.attach(moving.id, 'costs.csv', 'text/csv', new Uint8Array(59_801));
    const picture = await clips.save('');
    await clips.attach(picture.id, 'kitchen.png', 'image/png', plan);
    await clips.save('https://en.wikipedia.org/wiki/Clipboard_(computing)');
    await clips.save('rsync -av --progress photos/ nas:/backup/photos');
    const wifi = await clips.save('Guest Wi-Fi: tulip-garden-42');
    await clips.favorite(wifi.id);

    const asMia = api(product, token);
    const room = await asMia('POST', '/rooms', { name: 'Moving house' });
    const helpers: string[] = [];
    for (const friend of [jonas, lea]) {
      await asMia('POST', `/rooms/${room.id}/members`, { email: friend.email });
      helpers.push(await tokenOf(product, friend));
    }
    const [asJonas, asLea] = helpers.map((helper) => api(product, helper));
    await asMia('POST', `/rooms/${room.id}/content`, {
      content: 'Van is booked for Saturday, 9 to 13.',
    });
    await asJonas?.(
      'POST',
      `/rooms/${room.id}/upload`,
      fileForm('floor-plan.png', 'image/png', plan),
    );
    await asLea?.('POST', `/rooms/${room.id}/content`, {
      content: 'Sofa is 212 cm, the door only 80: we take the window.',
    });
    await asJonas?.('POST', `/rooms/${room.id}/content`, { content: 'I bring boxes and tape.' });

    const block = (content: string, x: number, y: number, width: number, height: number) =>
      asMia('POST', '/virtual-desktop/items/text', {
        content,
        position: { x, y },
        size: { width, height },
      });
    await block('Paint: eggshell, two coats, hallway first', 8, 8, 232, 128);
    await block('Keys are with Mia until Friday', 8, 152, 232, 112);
    await block('IKEA: 3 shelves, 2 lamps, curtain rail 180 cm', 520, 8, 216, 256);
    const siteInfo = {
      position: JSON.stringify({ x: 256, y: 8 }),
      size: JSON.stringify({ width: 248, height: 256 }),
    };
    await asMia(
      'POST',
      '/virtual-desktop/items/file',
      fileForm('floor-plan.png', 'image/png', plan, siteInfo),
    );

    const looks = THEMES.flatMap((theme) => SCALES.map((scale) => ({ theme, scale })));
    for (const each of looks) {
      const mine = await look(browser, product, each, mia);
      const { page } = mine;
      await page.goto('/dashboard');
      const card = (text: string) => page.getByRole('article').filter({ hasText: text });
      await card('Guest Wi-Fi: tulip-garden-42').waitFor();
      await page.waitForLoadState('networkidle');
      await take(mine, 'sync', 'wide', [
        { part: card('Guest Wi-Fi: tulip-garden-42'), left: 24, width: 254 },
        { part: card('Moving day'), left: 290, width: 254 },
      ]);

      await page.goto(`/clips/${travel.id}`);
      await page.getByRole('button', { name: 'Share' }).click();
      const code = page.getByRole('dialog').getByRole('img').locator('..');
      await code.waitFor();
      await page.waitForLoadState('networkidle');
      await code.evaluate((panel) => {
        for (const caption of panel.querySelectorAll(':scope > :not(svg)')) caption.remove();
      });
      const { width = 0 } = (await code.boundingBox()) ?? {};
      await take(mine, 'share', 'narrow', [
        { part: code, left: (WIDTHS.narrow - width) / 2, width },
      ]);

      await page.goto(`/rooms/${room.id}?tab=activity`);
      const rows = page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem');
      await rows.nth(2).waitFor();
      await rows.evaluateAll((all) => {
        for (const row of all.slice(3)) (row as HTMLElement).hidden = true;
      });
      await take(mine, 'rooms', 'narrow', [
        { part: rows.nth(0).locator('../..'), left: 16, width: 244 },
      ]);

      await page.goto('/desktop');
      const paint = page.getByRole('listitem').filter({ hasText: 'Paint: eggshell' });
      await paint.waitFor();
      await page.waitForLoadState('networkidle');
      await take(mine, 'board', 'narrow', [
        { part: paint, left: 14, width: 216, top: 8 },
        {
          part: page.getByRole('listitem').filter({ hasText: 'Keys are with Mia' }),
          left: 46,
          width: 216,
          top: 128,
        },
      ]);
      await mine.person.leave();

      const reader = await look(browser, product, each);
      await reader.page.setViewportSize({ width: 640, height: 900 });
      await reader.page.goto(`/clips/${moving.id}`);
      const file = (name: string) =>
        reader.page.getByRole('listitem').filter({ hasText: name }).locator('> *');
      await file('floor-plan.png').getByRole('img').waitFor();
      await reader.page.waitForLoadState('networkidle');
      await take(reader, 'files', 'wide', [
        { part: file('floor-plan.png'), left: 24, width: 276 },
        { part: file('lease.pdf'), left: 312, width: 248, top: 58 },
        { part: file('costs.csv'), left: 312, width: 248, top: 130 },
      ]);

      await reader.page.goto(`/clips/${travel.id}`);
      const text = reader.page.getByRole('textbox');
      await text.waitFor();
      await reader.page.waitForLoadState('networkidle');
      const { version } = (await (
        await fetch(`${product.url}/api/clipboard/${travel.id}`)
      ).json()) as { version: number };
      await clips.change(
        travel.id,
        `Train ${version % 2 === 1 ? '18:57' : '18:42'}, platform 9. Meet at the kiosk, I have both tickets.`,
      );
      const news = reader.page.locator('[data-toast]').filter({ hasText: 'updated by owner' });
      await news.waitFor();
      await take(reader, 'live', 'narrow', [
        { part: text, left: 16, width: 244, top: 18 },
        { part: news, left: 8, width: 260, top: 146 },
      ]);
      await reader.person.leave();
    }
  } finally {
    await browser.close();
    await product.dispose();
  }
}

await takeAll();
