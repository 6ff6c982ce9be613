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

test('a browser finds no mistake in the manifest', async ({ page, context, product }) => {
  await signIn(product, page, await createAccount(product));
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const session = await context.newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${product.url}/manifest.en.webmanifest`, []]);
});

test('it is installed from the account, where the browser can', async ({ arrive, product }) => {
  const account = await createAccount(product);
  const { page } = await arrive();
  await signIn(product, page, account);
  await page.goto('/account');
  const title = page.getByRole('heading', { name: 'Install app' });
  await page.getByRole('heading', { name: 'Devices' }).waitFor();
  await expect(title).toHaveCount(0);
  const isKept = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(document.body.setAttribute('data-asked', 'yes')),
    });
    return !window.dispatchEvent(offer);
  });
  // Or the browser would show a banner of its own.
  expect(isKept).toBe(true);
  await page.getByRole('button', { name: 'Install app' }).click();
  await page.locator('[data-asked=yes]').waitFor({ state: 'attached' });
  await title.waitFor({ state: 'detached' });

  const phone = await arrive({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  });
  await signIn(product, phone.page, account);
  await phone.page.goto('/account');
  await phone.page.getByText('Tap Share, then Add to Home Screen.').waitFor();
});
