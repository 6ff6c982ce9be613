import type { Page } from '@playwright/test';
import { createAccount, signIn } from './support/people.ts';
import { startProduct } from './support/product.ts';
import { startProxy } from './support/proxy.ts';
import { storedTexts } from './support/stored.ts';
import { expect, test } from './support/story.ts';
import { workerIn } from './support/worker.ts';

test.use({ serviceWorkers: 'allow' });

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 });

const kept = (page: Page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    builds: (await caches.keys()).length,
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));

test('SERVICE_WORKER=off heals a browser that has one, and leaves what waits there', async ({
  browser,
}) => {
  const environment: Record<string, string> = {};
  const product = await startProduct(environment);
  const context = await browser.newContext({ baseURL: product.url });
  try {
    const page = await context.newPage();
    await signIn(product, page, await createAccount(product));
    await page.goto('/dashboard');
    await dashboard(page).waitFor();
    await workerIn(page);
    await page.goto('/dashboard');
    await dashboard(page).waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.getByRole('textbox', { name: 'Paste or type to save a clip' }).waitFor();
    await expect.poll(() => kept(page)).toMatchObject({ databases: ['clipline'] });

    await product.terminate();
    environment['SERVICE_WORKER'] = 'off';
    await product.start();
    await page.goto('/clips');
    await page.getByRole('heading', { name: 'All Clips', level: 1 }).waitFor();
    await expect.poll(() => kept(page)).toEqual({ workers: 0, builds: 0, databases: ['clipline'] });
    await page.goto('/dashboard');
    await dashboard(page).waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
    expect(await kept(page)).toMatchObject({ workers: 0, builds: 0 });
  } finally {
    await context.close();
    await product.dispose();
  }
});

test('only signed-in pages have one', async ({ arrive }) => {
  const { page } = await arrive();
  for (const address of ['/', '/auth', '/new-clip', '/nothing']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect((await kept(page)).workers).toBe(0);
  }
});

test('a page comes from the network first, and without one from what is kept', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive();
  await signIn(product, page, await createAccount(product));
  await page.goto('/dashboard');
  await dashboard(page).waitFor();
  await workerIn(page);
  await context.setOffline(true);
  for (const address of ['/dashboard', '/clips', '/account', '/new-clip']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  await context.setOffline(false);
  // The server's own word, though a page is kept.
  expect((await page.goto('/nothing'))?.status()).toBe(404);
  await page.getByText('Page not found').first().waitFor();
});

test('the styles and the fonts of what is written are kept as well', async ({
  arrive,
  product,
}) => {
  const { page } = await arrive();
  await signIn(product, page, await createAccount(product));
  await page.goto('/dashboard');
  await workerIn(page);
  const keeps = (address: string) =>
    page.evaluate(async (url) => !!(await caches.match(url)), address);
  const address = async (selector: string) =>
    (await page.locator(selector).first().getAttribute('href'))!;
  expect(await keeps(await address('link[rel=stylesheet]'))).toBe(true);
  expect(await keeps(await address('link[rel=preload][as=font]'))).toBe(true);
});

test('a worker knows no token and touches no call', async ({ arrive, product }) => {
  const { page, context } = await arrive();
  const { accessToken } = await signIn(product, page, await createAccount(product));
  await page.goto('/dashboard');
  await dashboard(page).waitFor();
  await workerIn(page);
  const byWorker: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker())
      byWorker.push(`${request.url()} ${JSON.stringify(request.headers())}`);
  });
  for (const address of ['/dashboard', '/clips', '/desktop']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  expect(byWorker.length).toBeGreaterThan(0);
  expect(
    byWorker.filter((line) => /\/(api|socket\.io)\/|authorization|bearer/i.test(line)),
  ).toEqual([]);
  expect(byWorker.join()).not.toContain(accessToken);
  const told = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, await (await cache.match(request))!.text());
    }
    return texts.join('\n');
  });
  expect(told).not.toContain(accessToken);
  expect(told).toContain('/assets/');
});

const answers = [
  [404, 'application/json', '{"error":"Not found"}'],
  [500, 'text/plain', 'broken'],
  [200, 'text/html', '<!doctype html><title>Welcome to our network</title>'],
  [200, 'text/javascript', 'throw new Error("broken")'],
] as const;

test('with an error, HTML or a script that fails for a worker the app still loads', async ({
  browser,
  product,
}) => {
  let asked = 0;
  let [status, type, body]: (typeof answers)[number] = answers[0];
  const server = await startProxy(product.url, {
    answers(request, response) {
      if (!request.url?.startsWith('/sw.js')) return false;
      asked += 1;
      response.writeHead(status, { 'content-type': type }).end(body);
      return true;
    },
  });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    await signIn({ ...product, url: server.url }, page, await createAccount(product));
    for (const answer of answers) {
      [status, type, body] = answer;
      asked = 0;
      for (const address of ['/dashboard', '/clips']) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.getByRole('link', { name: 'New Clip' }).first().waitFor();
      }
      await expect.poll(() => asked).toBeGreaterThan(0);
      await expect.poll(async () => (await kept(page)).workers).toBe(0);
    }
  } finally {
    await context.close();
    await server.stop();
  }
});

test('a part that cannot be loaded reloads the page once, then says so', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive({ serviceWorkers: 'block' });
  await signIn(product, page, await createAccount(product));
  // Gone on the server, for this page and for the one that is loaded again.
  await context.route(/assets\/account-page-/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard');
  await dashboard(page).waitFor();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Account' }).first().click();
  await expect.poll(() => loads).toBe(1);
  await page.getByText('A part of this page could not be loaded').waitFor();
  await context.unroute(/assets\/account-page-/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await expect.poll(() => loads).toBe(2);
});

test('a page whose scripts are gone is fetched again, once', async ({ arrive, product }) => {
  const { page, context } = await arrive({ serviceWorkers: 'block' });
  await signIn(product, page, await createAccount(product));
  let pages = 0;
  page.on('request', (request) => (pages += request.isNavigationRequest() ? 1 : 0));
  await context.route(/assets\/main-.*js/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard', { waitUntil: 'commit' });
  // The first load is given up for the second, which stays.
  await expect.poll(() => pages).toBe(2);
  await page.waitForLoadState('load');
  await context.unroute(/assets\/main-.*js/);
  await page.reload();
  await dashboard(page).waitFor();
  expect(pages).toBe(3);
});

test('a new build is offered when it has been there for a while, and taken on the way', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive();
  await signIn(product, page, await createAccount(product));
  await page.clock.install();
  await page.goto('/dashboard');
  await dashboard(page).waitFor();
  const chip = page.getByText('A new version is ready.');
  await page.getByText('Connected').or(page.getByText('No clips')).first().waitFor();
  // As if the server had another one since.
  await page.evaluate(() => void (document.body.dataset['build'] = 'the one before'));
  const handshake = page.waitForEvent('websocket');
  await context.setOffline(true);
  await context.setOffline(false);
  await page.clock.fastForward(60_000);
  await handshake;
  await expect(chip).toHaveCount(0);
  await expect
    .poll(async () => {
      await page.clock.fastForward('05:00');
      return chip.count();
    })
    .toBe(1);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Rooms' }).first().click();
  await expect.poll(() => loads).toBe(1);
  await page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
  await expect(chip).toHaveCount(0);
});

test('the worker takes what another program shares, and nothing is saved by it', async ({
  arrive,
  product,
}) => {
  const { page } = await arrive();
  const { accessToken } = await signIn(product, page, await createAccount(product));
  await page.goto('/dashboard');
  await dashboard(page).waitFor();
  await workerIn(page);
  await page.goto('/dashboard');
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' });
    for (const [name, value] of [
      ['title', 'Timetable'],
      ['text', 'Train 18:42'],
    ]) {
      const field = document.createElement('input');
      Object.assign(field, { name, value });
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL(/\/share#[\w-]{22,64}$/);
  await page.getByText('Train 18:42').first().waitFor();
  await expect.poll(() => storedTexts(product, accessToken)).toEqual([]);
});
