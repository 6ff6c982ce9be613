import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { createAccount, signIn } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, test } from '../support/story.ts';

test.use({ serviceWorkers: 'allow' });

// Three builds of the web app, one replacing the other under a server that runs, and a
// browser whose worker keeps what it met: no page stays blank, no part is missing, none loads anew
// for ever.

const root = path.resolve(import.meta.dirname, '../..');
const BUILDS = 3;
const LOADS = 50;
const PAGES = [
  ['/dashboard', 'Dashboard'],
  ['/rooms', 'Rooms'],
  ['/clips', 'All Clips'],
  ['/account', 'Account'],
] as const;

let tree: string;

/** A copy of what is built and run, so that no other story meets these builds. */
test.beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'clipline-builds-'));
  for (const folder of ['contract', 'server', 'web', 'cli'])
    cpSync(path.join(root, folder), path.join(tree, folder), {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist|\.build-[^/]*)$/.test(source),
    });
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.json'])
    cpSync(path.join(root, file), path.join(tree, file));
  for (const folder of ['.', 'contract', 'server', 'web', 'cli']) {
    const modules = path.join(root, folder, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, path.join(tree, folder, 'node_modules'), 'dir');
  }
});
test.afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** As an update brings it: some text of every page's scripts is another. */
function build(number: number): void {
  const texts = path.join(tree, 'web/messages/en/owner.json');
  const written = JSON.parse(readFileSync(texts, 'utf8')) as Record<string, unknown>;
  writeFileSync(texts, JSON.stringify({ ...written, owner_first_title: `Build ${number}` }));
  execFileSync(process.execPath, [path.join(tree, 'web/build.ts')], { stdio: 'pipe' });
}

const buildNow = async (product: Product): Promise<string | undefined> =>
  /data-build="([^"]+)"/.exec(await (await fetch(`${product.url}/dashboard`)).text())?.[1];

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('builds that come in turn leave no page blank, no part missing and none in a loop', async ({
  browser,
}) => {
  test.setTimeout(1_200_000);
  build(1);
  const product = await startProduct({}, path.join(tree, 'server/src/main.ts'));
  const context = await browser.newContext({ baseURL: product.url });
  try {
    const page = await context.newPage();
    const old = await context.newPage();
    const failures: string[] = [];
    let loads = 0;
    for (const each of [page, old]) {
      each.on('pageerror', (error) => failures.push(String(error)));
      each.on('response', (response) => {
        if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
      });
    }
    page.on('load', () => loads++);
    await signIn(product, page, await createAccount(product));
    for (let number = 1; number <= BUILDS; number++) {
      await test.step(`build ${number}`, async () => {
        if (number > 1) {
          await old.goto('/dashboard');
          await title(old, 'Dashboard').waitFor();
          const before = await buildNow(product);
          build(number);
          await expect.poll(() => buildNow(product)).not.toBe(before);
        }
        const before = loads;
        for (let load = 0; load < LOADS; load++) {
          const [address, name] = PAGES[load % PAGES.length]!;
          await page.goto(address);
          await expect(title(page, name)).toBeVisible();
          if (address === '/dashboard')
            await expect(page.getByRole('heading', { name: `Build ${number}` })).toBeVisible();
        }
        await page.evaluate(async () => void (await navigator.serviceWorker.ready));
        expect(loads - before).toBe(LOADS);
        if (number === 1) return;
        // A page of the build before still finds every part of its own.
        for (const name of ['Rooms', 'Quick Copy', 'Clipboards', 'Account']) {
          await old.getByRole('link', { name, exact: true }).first().click();
          await expect(old.locator('main')).not.toBeEmpty();
        }
        await expect(title(old, 'Account')).toBeVisible();
      });
    }
    expect(failures).toEqual([]);
  } finally {
    await context.close();
    await product.dispose();
  }
});
