import { PNG } from 'pngjs';
import { createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}
interface Manifest {
  readonly lang: string;
  readonly description: string;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

const shortcuts = {
  en: ['New Clip', 'Favorites', 'Virtual Desktop'],
  fr: ['Nouveau clip', 'Favoris', 'Bureau virtuel'],
  es: ['Nuevo clip', 'Favoritos', 'Escritorio virtual'],
  de: ['Neuer Clip', 'Favoriten', 'Virtueller Desktop'],
};

test('each page names the manifest of its language', async ({ product }) => {
  const described = new Set<string>();
  for (const [language, names] of Object.entries(shortcuts)) {
    const address = `/manifest.${language}.webmanifest`;
    for (const page of ['/', '/dashboard', '/share', '/nothing']) {
      const html = await fetch(`${product.url}${page}?lang=${language}`);
      expect(await html.text()).toContain(
        `<link rel="manifest" crossorigin="use-credentials" href="${address}" />`,
      );
    }
    const response = await fetch(product.url + address);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/manifest+json',
    ]);
    const manifest = (await response.json()) as Manifest;
    expect(manifest).toMatchObject({
      id: '/',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      lang: language,
      share_target: {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files' }] },
      },
    });
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual(names);
    for (const { url } of manifest.shortcuts)
      expect((await fetch(product.url + url)).status).toBe(200);
    described.add(manifest.description);
  }
  expect(described.size).toBe(4);
  for (const unknown of ['it', 'xx', 'en.fr'])
    expect((await fetch(`${product.url}/manifest.${unknown}.webmanifest`)).status).toBe(404);
});

test('its pictures have the sizes that it says', async ({ page, product }) => {
  const manifest = (await (
    await fetch(`${product.url}/manifest.en.webmanifest`)
  ).json()) as Manifest;
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const { width, height, data } = PNG.sync.read(
      Buffer.from(await (await fetch(product.url + src)).arrayBuffer()),
    );
    expect(`${width}x${height}`).toBe(sizes);
    // Only what any shape may be cut out of fills its corners.
    expect(data[3] === 255).toBe(src.includes('maskable'));
  }
  await page.goto('/');
  for (const { src, sizes, type } of manifest.screenshots) {
    expect((await fetch(product.url + src)).headers.get('content-type')).toBe(type);
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
});

test('a browser finds no mistake in the manifest, and leaves the offer to the account', async ({
  page,
  context,
  product,
}) => {
  await signIn(product, page, await createAccount(product));
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Devices' }).waitFor();
  const session = await context.newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${product.url}/manifest.en.webmanifest`, []]);

  const isKept = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })),
  );
  // Or the browser would show a banner of its own.
  expect(isKept).toBe(true);
  await page.getByRole('button', { name: 'Install app' }).waitFor();
});
