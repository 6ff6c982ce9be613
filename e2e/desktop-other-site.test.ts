import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Response } from '@playwright/test';
import { addText, blockOf } from './support/desktop.ts';
import type { Person } from './support/people.ts';
import type { Product } from './support/product.ts';
import { expect, test } from './support/story.ts';
import { complaintsOfPages } from './support/watch-pages.ts';

const COOKIE = 'clipline_desktop';
const REFUSED = {
  error: 'This request came from another site and was refused',
  code: 'ORIGIN_REFUSED',
};
const READS = ['/api/virtual-desktop', '/api/virtual-desktop/lan-data'];
const ITEMS = '/api/virtual-desktop/items';

const elsewhere = createServer((_request, response) => {
  response
    .setHeader('content-type', 'text/html')
    .end('<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>');
});
let product: Product;
let owner: Person;
let page: Page;

test.beforeAll(async ({ people, product: shared }) => {
  product = shared;
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  owner = await people.arrive();
  await owner.page.goto('/desktop');
  await addText(owner.page, 'only mine');
  page = await owner.context.newPage();
});
test.afterAll(async ({ people }) => {
  await people.leave();
  elsewhere.close();
  await once(elsewhere, 'close');
});

interface Attempt {
  readonly path: string;
  readonly mode: RequestMode;
  readonly body?: 'file' | 'text' | 'untyped text';
}

/**
 * What scripts of the page get to know: the status and the body, that there was an answer, or not
 * even that.
 */
const fetched = (from: Page, attempt: Attempt): Promise<string> =>
  from.evaluate(
    async ([url, mode, kind]) => {
      const text = JSON.stringify({ content: 'planted' });
      const form = new FormData();
      form.append('file', new File(['planted'], 'planted.txt', { type: 'text/plain' }));
      const body = { file: form, text, 'untyped text': new Blob([text]), none: null }[kind];
      const init = {
        method: body === null ? 'GET' : 'POST',
        mode,
        body,
        credentials: 'include',
      } as const;
      try {
        const answer = await fetch(url, init);
        return answer.type === 'opaque' ? 'an answer' : `${answer.status} ${await answer.text()}`;
      } catch {
        return 'nothing';
      }
    },
    [product.url + attempt.path, attempt.mode, attempt.body ?? 'none'] as const,
  );

/**
 * What the server says to the next request for this address, which the browser may keep from the
 * page, and Playwright too.
 */
async function nextStatus(to: Page, url: string): Promise<() => Promise<number>> {
  const devtools = await to.context().newCDPSession(to);
  const given = Promise.withResolvers<number>();
  const statuses = new Map<string, number>();
  let asked: string | undefined;
  const settle = () => {
    const status = asked === undefined ? undefined : statuses.get(asked);
    if (status !== undefined) given.resolve(status);
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url === url) asked = requestId;
    settle();
  });
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
    settle();
  });
  await devtools.send('Network.enable');
  return async () => {
    try {
      return await given.promise;
    } finally {
      await devtools.detach();
    }
  };
}

/**
 * Follows a link, or sends a form, as a page can make a browser do in its own tab; cookies with
 * SameSite=Lax go along with the former.
 */
async function navigated(from: Page, path: string, form?: { enctype: string }): Promise<Response> {
  const url = product.url + path;
  const [answer] = await Promise.all([
    from.waitForResponse(
      (response) => response.url() === url && response.request().isNavigationRequest(),
    ),
    from.evaluate(
      ([action, enctype]) => {
        if (enctype === undefined) {
          location.assign(action);
          return;
        }
        const element = document.createElement('form');
        Object.assign(element, { method: 'post', action, enctype });
        const input = document.createElement('input');
        if (enctype === 'text/plain') {
          // Sent as name=value, which makes this JSON.
          Object.assign(input, { name: '{"content":"planted', value: '"}' });
        } else {
          const files = new DataTransfer();
          files.items.add(new File(['planted'], 'planted.txt', { type: 'text/plain' }));
          Object.assign(input, { type: 'file', name: 'file', files: files.files });
        }
        element.append(input);
        document.body.append(element);
        element.submit();
      },
      [url, form?.enctype] as const,
    ),
  ]);
  await from.waitForURL(url);
  return answer;
}

const sentCookie = async (answer: Response) =>
  ((await answer.request().allHeaders())['cookie'] ?? '').includes(COOKIE);

const socketOf = (from: Page, query: string): Promise<string> =>
  from.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(url);
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused'));
      }),
    `${product.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket${query}`,
  );
const lanQuery = () => `&type=lan_discover&peerId=${crypto.randomUUID()}`;

/** Where a frame of the page ends up. */
async function framed(from: Page, src: string): Promise<string> {
  const handle = await from.evaluateHandle((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
    return frame;
  }, src);
  const frame = (await handle.contentFrame())!;
  await expect.poll(() => frame.url()).toMatch(/^(http|chrome-error):/);
  return frame.url();
}

/** The desktop and the cookie, as the owner's own page and browser have them. */
async function desktopOfOwner(): Promise<{ answer: string; cookie: string | undefined }> {
  const answer = await fetched(owner.page, { path: '/api/virtual-desktop', mode: 'cors' });
  const cookies = await owner.context.cookies(product.url);
  return { answer, cookie: cookies.find(({ name }) => name === COOKIE)?.value };
}

for (const { who, host, isSameSite } of [
  { who: 'a page of another site', host: '127.0.0.1', isSameSite: false },
  // Ports do not part sites: such a page has the cookie sent with whatever it asks for.
  { who: 'a page of another port of this host', host: 'localhost', isSameSite: true },
])
  test.describe(who, () => {
    const site = () => `http://${host}:${(elsewhere.address() as AddressInfo).port}/`;
    let before: Awaited<ReturnType<typeof desktopOfOwner>>;

    test.beforeEach(async () => {
      before = await desktopOfOwner();
      expect(before.answer).toContain('only mine');
      expect(before.cookie).toBeDefined();
      await page.goto(site());
    });

    test('reads nothing', async () => {
      for (const path of READS) {
        expect(await fetched(page, { path, mode: 'cors' })).toBe('nothing');
        expect(await fetched(page, { path, mode: 'no-cors' })).toBe('nothing');
      }
    });

    test('is refused even where the browser follows a link of it', async () => {
      for (const path of READS) {
        const answer = await navigated(page, path);
        expect(await sentCookie(answer)).toBe(true);
        expect([answer.status(), await answer.json()]).toEqual([403, REFUSED]);
        await page.goto(site());
      }
    });

    test('stores nothing with requests that its scripts may send', async () => {
      const attempts = [
        { path: `${ITEMS}/file`, body: 'file', status: 403 },
        { path: `${ITEMS}/text`, body: 'text', status: 415 },
        { path: `${ITEMS}/text`, body: 'untyped text', status: 415 },
      ] as const;
      for (const mode of ['cors', 'no-cors'] as const) {
        for (const { path, body, status } of attempts) {
          const given = await nextStatus(page, product.url + path);
          const seen = await fetched(page, { path, mode, body });
          expect([body, await given(), seen]).toEqual([body, status, 'nothing']);
        }
      }
      expect(await desktopOfOwner()).toEqual(before);
    });

    test('stores nothing with a form that sends a file', async () => {
      const answer = await navigated(page, `${ITEMS}/file`, { enctype: 'multipart/form-data' });
      expect(await sentCookie(answer)).toBe(isSameSite);
      expect([answer.status(), await answer.json()]).toEqual([403, REFUSED]);
      expect(await desktopOfOwner()).toEqual(before);
    });

    test('stores nothing with a form that passes for JSON', async () => {
      const answer = await navigated(page, `${ITEMS}/text`, { enctype: 'text/plain' });
      expect(await sentCookie(answer)).toBe(isSameSite);
      expect(answer.status()).toBe(415);
      expect(await desktopOfOwner()).toEqual(before);
    });

    test('gets no socket', async () => {
      expect(await socketOf(page, '')).toBe('refused');
      expect(await socketOf(page, lanQuery())).toBe('refused');
    });

    test('frames neither the desktop nor its data', async () => {
      expect(await framed(page, site())).toBe(site());
      const paths = ['/desktop', ...READS];
      for (const path of paths)
        expect(await framed(page, product.url + path)).toMatch(/^chrome-error:/);
      const refusals: string[] = [];
      const refused = () => refusals.push(...complaintsOfPages());
      await expect.poll(refused).toBe(paths.length);
      for (const refusal of refusals) expect(refusal).toContain("frame-ancestors 'none'");
    });

    test('may link to the desktop, which is then shown to its owner', async () => {
      await navigated(page, '/desktop');
      await blockOf(page, 'only mine').waitFor();
    });
  });

test('our own page may do all that', async () => {
  for (const path of READS)
    expect(await fetched(owner.page, { path, mode: 'cors' })).toMatch(/^200 .*only mine/);
  expect(await socketOf(owner.page, '')).toBe('open');
  expect(await socketOf(owner.page, lanQuery())).toBe('open');
  expect(await fetched(owner.page, { path: `${ITEMS}/file`, mode: 'cors', body: 'file' })).toMatch(
    /^201 .*planted.txt/,
  );
  await blockOf(owner.page, 'planted.txt').waitFor();
});
