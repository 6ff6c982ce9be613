import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { testChromiumOptions } from './support/chromium-options.ts';
import { callOf, cutReplies } from './support/cut-replies.ts';
import { outboxOf } from './support/outbox.ts';
import {
  type Account,
  arrive as arriveAt,
  createAccount,
  signIn,
  tokenOf,
} from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';
import { allStored, stored, type Stored } from './support/stored.ts';
import { expect, test } from './support/story.ts';
import { workerIn } from './support/worker.ts';

const asOwner = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

interface Pasted {
  readonly text: string;
  readonly files?: readonly Buffer[];
}

/** One with three files, each of which takes more than one packet. */
const several = (text: string): Pasted => ({
  text,
  files: [randomBytes(70_000), randomBytes(1), randomBytes(200_000)],
});

/** What is shared into the app has both; a paste is one of them. */
async function capture(page: Page, { text, files = [] }: Pasted): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(
    async ([content, bytes]) => {
      const clipboardData = new DataTransfer();
      if (bytes.length === 0) clipboardData.setData('text/plain', content);
      for (const [index, each] of bytes.entries())
        clipboardData.items.add(
          new File(
            [Uint8Array.from(atob(each), (byte) => byte.charCodeAt(0))],
            `${content} ${index}.bin`,
            { type: 'application/octet-stream' },
          ),
        );
      const isTaken = () =>
        !document.body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      // The page may stand before it listens.
      while (!isTaken()) await new Promise(requestAnimationFrame);
    },
    [text, files.map((each) => each.toString('base64'))] as const,
  );
}

/** Nothing waits any more, and what was captured is there once, byte for byte. */
async function expectSavedOnce(
  product: Product,
  page: Page,
  account: Account,
  captured: readonly Pasted[],
): Promise<void> {
  const token = await tokenOf(product, account);
  let all: Stored[] = [];
  await expect
    .poll(async () => {
      // What would be waited for otherwise.
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      // In this order: what was pasted just now may not be in the outbox yet.
      const waiting = (await outboxOf(page)).length;
      all = await allStored(product, token);
      return { waiting, stored: all.length };
    })
    .toEqual({ waiting: 0, stored: captured.length });
  const nameOf = ({ content, files }: Stored) =>
    content || (files[0]?.name.replace(/ 0\.bin$/, '') ?? '');
  expect(new Set(all.map(nameOf))).toEqual(new Set(captured.map(({ text }) => text)));
  for (const { text, files = [] } of captured) {
    const clip = all.find((each) => nameOf(each) === text)!;
    expect(clip.files.map(({ name }) => name)).toEqual(
      files.map((_, index) => `${text} ${index}.bin`),
    );
    for (const [index, bytes] of files.entries()) {
      const response = await fetch(new URL(clip.files[index]!.url, product.url));
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }
  }
}

const card = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Recent clips' }).getByRole('article').filter({ hasText: text });

/** Wakes the outbox at once, instead of after the seconds that it would wait. */
const wake = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

async function openSheet(page: Page) {
  await page.getByRole('button', { name: 'waiting' }).click();
  return page.getByRole('dialog', { name: 'Waiting to be saved' });
}

test('each reply is lost twice: one clip with its bytes', async ({ arrive, product }) => {
  const { page } = await arrive();
  const account = await createAccount(product);
  await signIn(product, page, account);
  await page.goto('/dashboard');
  const lost: Record<string, number> = {};
  await cutReplies(page, (request) => {
    const call = callOf(request);
    if (call === undefined) return false;
    lost[call] = (lost[call] ?? 0) + 1;
    return lost[call] <= 2;
  });
  const captured = [several('with files')];
  await capture(page, captured[0]!);
  await expectSavedOnce(product, page, account, captured);
  expect(lost).toEqual({
    // It is asked for again by each attempt.
    clip: expect.any(Number),
    'file 0': 3,
    'file 1': 3,
    'file 2': 3,
  });
});

test('a tab that dies while it sends: the next one sends the rest', async ({ arrive, product }) => {
  const { page, context } = await arrive();
  const account = await createAccount(product);
  await signIn(product, page, account);
  await page.goto('/dashboard');
  const captured = [several('of a tab that died'), { text: 'behind it' }];
  await page.route('**/api/clipboard/*/files', async (route) => {
    // Neither answered nor refused.
    if (!(route.request().headers()['x-capture-part'] ?? '').endsWith(':1')) await route.continue();
  });
  const second = page.waitForRequest((request) =>
    (request.headers()['x-capture-part'] ?? '').endsWith(':1'),
  );
  for (const each of captured) await capture(page, each);
  await second;
  await expect.poll(async () => (await outboxOf(page)).length).toBe(2);
  const session = await context.newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await page.waitForEvent('crash');
  const next = await context.newPage();
  await next.goto('/rooms');
  await expectSavedOnce(product, next, account, captured);
});

test('two tabs: one sends at a time', async ({ arrive, product }) => {
  const { page, context } = await arrive();
  const account = await createAccount(product);
  await signIn(product, page, account);
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  let under = 0;
  let most = 0;
  for (const each of [page, other])
    await each.route('**/api/clipboard', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      most = Math.max(most, ++under);
      const response = await route.fetch();
      under -= 1;
      await route.fulfill({ response });
    });
  const captured = Array.from({ length: 8 }, (_, index) => ({ text: `text ${index}` }));
  await Promise.all(captured.map((each, index) => capture(index % 2 === 0 ? page : other, each)));
  await expectSavedOnce(product, page, account, captured);
  expect(most).toBe(1);
  for (const each of [page, other]) {
    for (const { text } of captured) await card(each, text).waitFor();
    await expect(each.getByText('Not saved yet')).toHaveCount(0);
  }
});

test('two tabs that both send do no harm', async ({ arrive, product }) => {
  const { page, context } = await arrive();
  const account = await createAccount(product);
  await context.addInitScript(() => {
    // As on plain http, with a lease that each takes for its own.
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function get(name: string) {
      return name === 'outbox-lease' ? null : getItem.call(this, name);
    };
  });
  await signIn(product, page, account);
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  const captured = [several('sent by two'), { text: 'a text sent by two' }];
  const deleted: string[] = [];
  const sent: Record<string, number> = {};
  // The first goes on once the other has sent the same, and the other once the first has done it all.
  const sentByBoth = Promise.withResolvers<void>();
  const doneByFirst = Promise.withResolvers<void>();
  for (const each of [page, other])
    await each.route('**/api/clipboard**', async (route) => {
      const request = route.request();
      if (request.method() === 'DELETE') deleted.push(request.url());
      if (request.method() !== 'POST' || !request.url().endsWith('/api/clipboard'))
        return route.continue();
      const { captureId } = request.postDataJSON() as { captureId: string };
      sent[captureId] = (sent[captureId] ?? 0) + 1;
      if (sent[captureId] === 2) sentByBoth.resolve();
      const response = await route.fetch();
      await (each === page ? sentByBoth : doneByFirst).promise;
      await route.fulfill({ response });
    });
  for (const each of captured) await capture(page, each);
  await expect
    .poll(async () => {
      await wake(other);
      return Math.max(0, ...Object.values(sent));
    })
    .toBeGreaterThanOrEqual(2);
  await expect.poll(async () => (await outboxOf(page)).length).toBe(0);
  doneByFirst.resolve();
  captured.push({ text: 'behind them' });
  await capture(other, captured[2]!);
  await expectSavedOnce(product, other, account, captured);
  expect(deleted).toEqual([]);
});

test('what the browser threw away is gone, and the rest goes on', async ({ arrive, product }) => {
  const { page, context } = await arrive({ serviceWorkers: 'allow' });
  const account = await createAccount(product);
  await signIn(product, page, account);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await workerIn(page);
  await context.setOffline(true);
  await capture(page, several('thrown away'));
  await card(page, 'thrown away').getByText('Not saved yet').waitFor();
  // As Chromium does when the disk is full: all of a site at once, open or not.
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', {
    origin: product.url,
    storageTypes: 'indexeddb',
  });
  await capture(page, { text: 'captured after that' });
  await card(page, 'captured after that').waitFor();
  await card(page, 'thrown away').waitFor({ state: 'detached' });
  await context.setOffline(false);
  await expectSavedOnce(product, page, account, [{ text: 'captured after that' }]);
});

test('a file whose bytes are gone from the disk is told by its name, and holds nothing up', async ({
  browser,
  product,
}) => {
  const profile = mkdtempSync(path.join(tmpdir(), 'clipline-profile-'));
  // Only a profile of its own keeps what is stored in files.
  const context = await browser.browserType().launchPersistentContext(profile, {
    ...testChromiumOptions,
    baseURL: product.url,
  });
  try {
    const [page = await context.newPage()] = context.pages();
    const account = await createAccount(product);
    await signIn(product, page, account);
    await page.goto('/dashboard');
    await context.route('**/api/clipboard', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await capture(page, several('gone from the disk'));
    await card(page, 'gone from the disk').getByText('Not saved yet').waitFor();
    await capture(page, { text: 'behind it' });
    await expect.poll(async () => (await outboxOf(page)).length).toBe(2);
    await page.goto('/robots.txt');
    const kept = readdirSync(profile, { recursive: true, encoding: 'utf8' })
      .filter((file) => /indexeddb\.blob/.test(file))
      .map((file) => path.join(profile, file))
      .filter((file) => statSync(file).isFile());
    expect(kept.length).toBeGreaterThan(0);
    for (const file of kept) rmSync(file);
    await context.unroute('**/api/clipboard');
    await page.goto('/dashboard');
    const sheet = await openSheet(page);
    await sheet
      .getByText('Could not be saved: This device no longer has gone from the disk 0.bin.')
      .waitFor();
    await expect.poll(async () => (await outboxOf(page)).length).toBe(1);
    await sheet.getByRole('button', { name: 'Download' }).click();
    await page.getByText('This device no longer has gone from the disk 0.bin, ').waitFor();
    await sheet.getByRole('button', { name: 'Discard' }).click();
    await sheet.getByText('Everything is saved.').waitFor();
    await expectSavedOnce(product, page, account, [{ text: 'behind it' }]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test('an access token that ended is renewed; a session that ended waits for its person', async ({
  arrive,
  product,
}) => {
  const { page, context } = await arrive({ serviceWorkers: 'allow' });
  const account = await createAccount(product);
  await signIn(product, page, account);
  await page.goto('/dashboard');
  await workerIn(page);
  await context.setOffline(true);
  await capture(page, { text: 'before it ended' });
  await card(page, 'before it ended').waitFor();
  await context.setOffline(false);
  await expectSavedOnce(product, page, account, [{ text: 'before it ended' }]);

  await page.goto('/robots.txt');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session')!) as Record<string, unknown>;
    localStorage.setItem('session', JSON.stringify({ ...session, access_token: 'over' }));
  });
  await page.goto('/dashboard');
  await capture(page, { text: 'with a token that ended' });
  const both = [{ text: 'before it ended' }, { text: 'with a token that ended' }];
  await expectSavedOnce(product, page, account, both);

  await context.setOffline(true);
  await capture(page, { text: 'kept over the end of the session' });
  await card(page, 'kept over the end of the session').waitFor();
  const token = await tokenOf(product, account);
  await fetch(`${product.url}/api/account/sessions/end-others`, {
    method: 'POST',
    ...asOwner(token),
  });
  await context.setOffline(false);
  await page.waitForURL('**/auth**');
  // 'waiting', or 'sending' where the page left in mid-sending: the next sender takes both.
  const kept = ['kept over the end of the session'];
  expect((await outboxOf(page)).map(({ content }) => content)).toEqual(kept);

  // Another person at this browser neither sees nor sends it.
  const other = await createAccount(product, 'Bea');
  await signIn(product, page, other);
  await page.goto('/dashboard');
  await capture(page, { text: 'of the other person' });
  await stored(product, await tokenOf(product, other), 'of the other person');
  await expect(page.getByText('kept over the end of the session')).toHaveCount(0);
  expect((await outboxOf(page)).map(({ content }) => content)).toEqual(kept);

  await signIn(product, page, account);
  await page.goto('/dashboard');
  await expectSavedOnce(product, page, account, [
    ...both,
    { text: 'kept over the end of the session' },
  ]);
});

const movedClock = new URL('support/moved-clock.ts', import.meta.url).href;

test('the server is killed while it is sent to, and asked again 25 hours later', async ({
  browser,
}) => {
  const environment: Record<string, string> = {};
  const product = await startProduct(environment);
  try {
    const { page, context, leave } = await arriveAt(browser, product);
    const account = await createAccount(product);
    await signIn(product, page, account);
    await page.goto('/dashboard');
    const captured = [several('over a restart'), { text: 'over a day' }];
    const killed = Promise.withResolvers<void>();
    await page.route('**/api/clipboard/*/files', async (route) => {
      if ((route.request().headers()['x-capture-part'] ?? '').endsWith(':1'))
        await product.kill().then(killed.resolve, killed.reject);
      await route.continue();
    });
    await capture(page, captured[0]!);
    // It waits before it is sent, too.
    await killed.promise;
    await expect
      .poll(async () => (await outboxOf(page)).map(({ state }) => state))
      .toEqual(['waiting']);
    await page.unroute('**/api/clipboard/*/files');
    await product.start();
    await expectSavedOnce(product, page, account, [captured[0]!]);

    // The server has it, and no one knows.
    await cutReplies(page, (request) => callOf(request) === 'clip');
    await capture(page, captured[1]!);
    await stored(product, await tokenOf(product, account), 'over a day');
    await page.close();
    const day = 25 * 3_600_000;
    await product.terminate();
    Object.assign(environment, {
      NODE_OPTIONS: `--import ${movedClock}`,
      CLOCK_IS_AHEAD_MS: String(day),
    });
    await product.start();
    const later = await context.newPage();
    await later.clock.install({ time: Date.now() + day });
    await later.goto('/dashboard');
    await expectSavedOnce(product, later, account, captured);
    captured.push({ text: 'of the day after' });
    await capture(later, captured[2]!);
    await expectSavedOnce(product, later, account, captured);
    const newest = await stored(product, await tokenOf(product, account), 'of the day after');
    expect(Date.parse(newest.createdAt)).toBeGreaterThan(Date.now() + day - 3_600_000);
    await leave();
  } finally {
    await product.dispose();
  }
});
