/**
 * `npm run pictures` takes the pictures of the landing page anew, from the running product.
 * Everything in them was made through the API or the screens themselves.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { chromiumOptions } from './support/chromium-options.ts';
import { clipsOf } from './support/clips.ts';
import { type Account, arrive, createAccount, type Person, signIn } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

const folder = path.resolve(import.meta.dirname, '../web/src/features/landing/pictures');
const WIDTH = 480;
const HEIGHT = 270;
const QUALITY = 0.82;
const THEMES = ['light', 'dark'] as const;

const FLOOR_PLAN = `<body style="margin:0;background:#fbfaf5"><svg xmlns="http://www.w3.org/2000/svg" width="640" height="420" viewBox="0 0 640 420" fill="none" stroke="#3d3e42" stroke-width="7">
  <path d="M30 30h580v360H30z"/><path d="M250 30v150M250 250v140M250 215h120M430 215h180M430 30v120"/><path d="M250 180a70 70 0 0 1 70 70" stroke-width="2"/><path d="M370 215a60 60 0 0 1 60-60" stroke-width="2"/>
  <g stroke="none" fill="#66676c" font-family="sans-serif" font-size="24"><text x="95" y="215">Living</text><text x="300" y="120">Bath</text><text x="475" y="120">Bedroom</text><text x="390" y="320">Kitchen</text></g></svg></body>`;

/** One screen for each look, so that nothing on it has to change. */
interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly page: Page;
}

async function draw(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  await page.setViewportSize({ width: 640, height: 420 });
  await page.setContent(FLOOR_PLAN);
  return new Uint8Array(await page.screenshot());
}

/** The browser itself encodes: in both densities, by way of a canvas. */
async function encode(page: Page, png: Buffer, scale: 1 | 2): Promise<Buffer> {
  const data = await page.evaluate(
    async ({ source, width, height, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL('image/webp', quality);
    },
    {
      source: `data:image/png;base64,${png.toString('base64')}`,
      width: WIDTH * scale,
      height: HEIGHT * scale,
      quality: QUALITY,
    },
  );
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
}

interface Corner {
  readonly x: number;
  readonly y: number;
  /** CSS pixels across; the height follows. */
  readonly width?: number;
}

async function take(
  { theme, page }: Look,
  name: string,
  { x, y, width = WIDTH }: Corner,
): Promise<void> {
  const seen = page.viewportSize() ?? { width, height: 0 };
  const height = (width * HEIGHT) / WIDTH;
  const clip = {
    x: Math.min(x, seen.width - width),
    y: Math.min(y, seen.height - height),
    width,
    height,
  };
  const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  const blank = await page.context().newPage();
  for (const scale of [1, 2] as const)
    writeFileSync(
      path.join(folder, `${name}-${theme}${scale === 2 ? '-2x' : ''}.webp`),
      await encode(blank, png, scale),
    );
  await blank.close();
}

/** Where an element begins, with some air around it. */
async function cornerOf(
  element: Locator,
  { left = 24, top = 24 } = {},
): Promise<{ x: number; y: number }> {
  await element.waitFor();
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { x: Math.max(0, box.x - left), y: Math.max(0, box.y - top) };
}

async function look(
  browser: Browser,
  product: Product,
  theme: Look['theme'],
  account?: Account,
): Promise<Look & { person: Person; token: string }> {
  const person = await arrive(browser, product, {
    colorScheme: theme,
    deviceScaleFactor: 2,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const token = account ? (await signIn(product, person.page, account)).accessToken : '';
  return { theme, page: person.page, person, token };
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
    const first = await look(browser, product, 'light', mia);
    const blank = await first.person.context.newPage();
    const plan = await draw(blank);
    await blank.close();

    const clips = clipsOf(product, first.token);
    const travel = await clips.save(
      'Train 18:42, platform 7. Meet at the kiosk, I have both tickets.',
    );
    const moving = await clips.save(
      'Moving day, Saturday at 9: van is booked, keys are with Mia, pizza at noon.',
    );
    await clips.attach(moving.id, 'floor-plan.png', 'image/png', plan);
    await clips.attach(moving.id, 'lease.pdf', 'application/pdf', new Uint8Array(348_160));
    await clips.attach(
      moving.id,
      'budget.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      new Uint8Array(59_801),
    );
    const picture = await clips.save('');
    await clips.attach(picture.id, 'kitchen.png', 'image/png', plan);
    await clips.save('https://en.wikipedia.org/wiki/Clipboard_(computing)');
    await clips.save('rsync -av --progress photos/ nas:/backup/photos');
    const wifi = await clips.save('Guest Wi-Fi: tulip-garden-42');
    await clips.favorite(wifi.id);

    const asMia = api(product, first.token);
    const room = await asMia('POST', '/rooms', { name: 'Moving house' });
    const helpers: string[] = [];
    for (const friend of [jonas, lea]) {
      await asMia('POST', `/rooms/${room.id}/members`, { email: friend.email });
      const theirs = await look(browser, product, 'light', friend);
      helpers.push(theirs.token);
      await theirs.person.leave();
    }
    const [asJonas, asLea] = helpers.map((token) => api(product, token));
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
    const place = {
      position: JSON.stringify({ x: 256, y: 8 }),
      size: JSON.stringify({ width: 248, height: 256 }),
    };
    await asMia(
      'POST',
      '/virtual-desktop/items/file',
      fileForm('floor-plan.png', 'image/png', plan, place),
    );

    for (const theme of THEMES) {
      const mine = theme === 'light' ? first : await look(browser, product, theme, mia);
      const { page } = mine;
      await page.goto('/dashboard');
      const card = page.getByText('Guest Wi-Fi: tulip-garden-42');
      await card.waitFor();
      await page.waitForLoadState('networkidle');
      // The first four cards, whole.
      const cards = page.getByRole('list', { name: 'Recent clips' }).getByRole('listitem');
      const [start, next] = [
        await cornerOf(cards.nth(0), { left: 12, top: 12 }),
        await cornerOf(cards.nth(1), { left: 0, top: 0 }),
      ];
      await take(mine, 'sync', { ...start, width: 2 * (next.x - start.x) });

      await page.goto(`/clips/${travel.id}`);
      await page.getByRole('button', { name: 'Share' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('img').waitFor();
      await dialog.getByRole('textbox').evaluate((field: HTMLInputElement) => {
        field.value = field.value.replace(location.origin, 'https://clips.example.com');
      });
      const box = await cornerOf(dialog, { left: 60, top: 0 });
      await take(mine, 'share', { x: box.x, y: box.y + 60, width: 570 });

      await page.goto(`/clips/${moving.id}`);
      await page.waitForLoadState('networkidle');
      const files = page.getByRole('region', { name: 'Attached Files' });
      const { x } = await cornerOf(files, { left: 20 });
      const last = await cornerOf(files.getByText('lease.pdf'), { top: 0 });
      const width = 1280 - x - 4;
      await take(mine, 'files', { x, y: last.y + 56 - (width * HEIGHT) / WIDTH, width });

      await page.goto(`/rooms/${room.id}`);
      await page.getByRole('tab', { name: 'Activity' }).click();
      await page.getByText('Recent Activity').waitFor();
      await take(mine, 'rooms', {
        ...(await cornerOf(page.getByText('Recent Activity'), { left: 28, top: 18 })),
        width: 520,
      });

      await page.goto('/desktop');
      const paint = page.getByText('Paint: eggshell');
      await paint.waitFor();
      await page.waitForLoadState('networkidle');
      await take(mine, 'board', { ...(await cornerOf(paint, { left: 36, top: 60 })), width: 790 });

      const reader = await look(browser, product, theme);
      await reader.page.setViewportSize({ width: 600, height: 452 });
      await reader.page.goto(`/clips/${travel.id}`);
      await reader.page.getByText('View only mode').waitFor();
      await reader.page.getByText('Meet at the kiosk').waitFor();
      const { version } = (await (
        await fetch(`${product.url}/api/clipboard/${travel.id}`)
      ).json()) as { version: number };
      await clips.change(
        travel.id,
        `Train ${version % 2 === 1 ? '18:57' : '18:42'}, platform 9. Meet at the kiosk, I have both tickets.`,
      );
      await reader.page.getByText('Content updated by owner').first().waitFor();
      // Its buttons would look out from under the news.
      await reader.page
        .getByRole('group', { name: 'Clip actions' })
        .evaluate((group) => (group.style.visibility = 'hidden'));
      await take(reader, 'live', { x: 0, y: 113, width: 600 });
      await reader.person.leave();
      if (theme !== 'light') await mine.person.leave();
    }
  } finally {
    await browser.close();
    await product.dispose();
  }
}

await takeAll();
