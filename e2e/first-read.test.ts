import type { Request, Route } from '@playwright/test';
import { createAccount, signIn, type Person } from './support/people.ts';
import { expect, test } from './support/story.ts';

let person: Person;
/** As another device of the same person would. */
let create: <T>(what: 'clipboard' | 'rooms' | 'links', body: object) => Promise<T>;

test.beforeAll(async ({ people, product }) => {
  person = await people.arrive();
  const { accessToken } = await signIn(product, person.page, await createAccount(product));
  create = async <T>(what: string, body: object) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const response = await fetch(`${product.url}/api/${what}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as T;
  };
  await create('clipboard', { content: 'shopping list' });
  await create('rooms', { name: 'Kitchen' });
});
test.afterAll(({ people }) => people.leave());

/**
 * Opens a page whose scripts wait for `release`; what it asked for by then, by itself, is in
 * `asked`.
 */
async function openWithoutScripts(path: string) {
  const page = await person.context.newPage();
  const asked: Request[] = [];
  const scripts: string[] = [];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request));
  await page.route('**/assets/*.js', async (route: Route) => {
    scripts.push(new URL(route.request().url()).pathname);
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  // Read to its end, so that whatever stands in it has run.
  await page.waitForFunction(() => document.readyState !== 'loading');
  const hasAsked = await page.evaluate(() => 'askedAhead' in window);
  return { page, asked, hasAsked, scripts, release };
}

for (const [path, list, script, text] of [
  ['/dashboard', '/api/clipboard/history', /\/dashboard-page-/, 'shopping list'],
  ['/rooms', '/api/rooms', /\/rooms-page-/, 'Kitchen'],
] as const)
  test(`${path} asks for its list and its scripts at once, and shows the answer`, async () => {
    const { page, asked, scripts, release } = await openWithoutScripts(path);
    await expect
      .poll(() => asked.map((request) => new URL(request.url()).pathname))
      .toEqual([list]);
    expect(await asked[0]!.headerValue('authorization')).toMatch(/^Bearer /);
    await expect.poll(() => scripts.filter((name) => script.test(name))).toHaveLength(1);
    // A second call gets nothing: what is shown came with the page.
    await page.route(`**${list}*`, (route) => route.abort());
    release();
    await page.getByText(text).first().waitFor();
    await page.close();
  });

test('a link is opened beside its scripts, once, and its clip is read once', async () => {
  const clip = await create<{ id: string }>('clipboard', { content: 'by a link' });
  const link = await create<{ url: string }>('links', { clipId: clip.id });
  const { pathname } = new URL(link.url);
  const { page, asked, scripts, release } = await openWithoutScripts(pathname);
  const pathsAsked = () => asked.map((request) => new URL(request.url()).pathname);
  await expect.poll(pathsAsked).toEqual(['/api/link', '/api/link/open']);
  for (const request of asked)
    expect(await request.headerValue('x-link-token')).toBe(pathname.split('/').at(-1));
  await expect.poll(() => scripts.filter((name) => /\/link-page-/.test(name))).toHaveLength(1);
  release();
  await expect(page.getByLabel('View only - Owner can edit')).toHaveValue('by a link');
  await page.getByText('Live', { exact: true }).waitFor();
  // What stands around it is asked for later.
  expect(pathsAsked().filter((path) => /^\/api\/(link|clipboard)/.test(path))).toEqual([
    '/api/link',
    '/api/link/open',
  ]);
  await page.close();
});

for (const [what, path, expired] of [
  ['filters in the address', '/clips?search=shopping', false],
  ['a session to be renewed first', '/dashboard', true],
] as const)
  test(`with ${what} the app asks`, async () => {
    const expire = (by: number) =>
      person.page.evaluate((seconds) => {
        const session = JSON.parse(localStorage.getItem('session') ?? '{}') as {
          expires_at: number;
        };
        localStorage.setItem(
          'session',
          JSON.stringify({ ...session, expires_at: session.expires_at - seconds }),
        );
      }, by);
    if (expired) await expire(100_000);
    const { page, hasAsked, release } = await openWithoutScripts(path);
    expect(hasAsked).toBe(false);
    release();
    await page.getByText('shopping list').first().waitFor();
    await page.close();
  });
