import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { signUp } from '../../testing/factories.ts';

let app: TestApp;
let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  app = await buildTestApp({ CORS_ORIGINS: 'https://friend.example' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  browser = await openBrowser(app);
});

/** Unlike fetch, lets a test say any Host and Origin. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; body: string; cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${app.url}/api${path}`,
      { method, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: text,
            cookies: response.headers['set-cookie'] ?? [],
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const multipart = {
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: '--x\r\nContent-Disposition: form-data; name="file"; filename="evil.txt"\r\n\r\nevil\r\n--x--\r\n',
};
const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const blobs = async () => {
  const keys = [];
  for await (const { key } of app.files.storage.list()) keys.push(key);
  return keys;
};

const strangers: Record<string, Record<string, string>> = {
  'a page of another site': { origin: 'https://evil.example' },
  'a page of another port': { origin: 'http://127.0.0.1:1' },
  'a sandboxed page': { origin: 'null' },
  'a page whose name resolves to this server': {
    host: 'rebound.example',
    origin: 'http://rebound.example',
  },
  'a host whose name resolves to this server': { host: 'rebound.example' },
  'a browser that knows the call comes from another site': { 'sec-fetch-site': 'cross-site' },
};

test.each(Object.entries(strangers))(
  '%s changes nothing with the cookie, and stores nothing',
  async (_who, stranger) => {
    const before = {
      rows: await app.store.db.selectFrom('desktops').selectAll().execute(),
      blobs: await blobs(),
    };
    const [item] = browser.items;
    const calls = [
      ['POST', '/virtual-desktop/items/file', multipart],
      ['POST', '/virtual-desktop/items/text', json({ content: 'evil' })],
      ['PATCH', `/virtual-desktop/items/${item.id}`, json({ position: { x: 1, y: 1 } })],
      ['DELETE', `/virtual-desktop/items/${item.id}`, { headers: {}, body: '' }],
      ['POST', `/virtual-desktop/items/${item.id}/restore`, { headers: {}, body: '' }],
      ['POST', '/virtual-desktop/share-token', { headers: {}, body: '' }],
    ] as const;
    for (const [method, path, { headers, body }] of calls) {
      for (const cookie of [browser.headers, {}]) {
        const answer = await send(method, path, { ...headers, ...cookie, ...stranger }, body);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(JSON.parse(answer.body)).toEqual({
          error: 'This request came from another site and was refused',
          code: 'ORIGIN_REFUSED',
        });
        expect(answer.cookies).toEqual([]);
      }
    }
    expect({
      rows: await app.store.db.selectFrom('desktops').selectAll().execute(),
      blobs: await blobs(),
    }).toEqual(before);
  },
);

test.each(Object.entries(strangers))(
  '%s reads nothing that rests on the cookie or the network',
  async (_who, stranger) => {
    for (const path of ['/virtual-desktop', '/virtual-desktop/lan-data']) {
      const answer = await send('GET', path, { ...browser.headers, ...stranger });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.body).not.toContain('First');
    }
  },
);

test('a repeated key does not help a stranger', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID(), ...json({}).headers };
  const first = await send(
    'POST',
    '/virtual-desktop/items/text',
    headers,
    JSON.stringify({ content: 'Secret' }),
  );
  expect(first.status).toBe(201);
  const again = await send(
    'POST',
    '/virtual-desktop/items/text',
    { ...headers, origin: 'https://evil.example' },
    JSON.stringify({ content: 'Secret' }),
  );
  expect(again).toMatchObject({ status: 403, cookies: [] });
});

test.each([
  ['our own page', (url: string) => ({ origin: url })],
  [
    'our page under its public name',
    () => ({ origin: 'http://clipline.test', host: 'clipline.test' }),
  ],
  ['a page that may call', () => ({ origin: 'https://friend.example' })],
  ['a program', () => ({})],
  [
    'a name in the local network',
    () => ({ origin: 'http://server.local:3000', host: 'server.local:3000' }),
  ],
])('%s may', async (_who, headersFor) => {
  const { headers, body } = json({ content: 'ours' });
  expect(
    (
      await send(
        'POST',
        '/virtual-desktop/items/text',
        { ...headers, ...browser.headers, ...headersFor(app.url) },
        body,
      )
    ).status,
  ).toBe(201);
  expect(
    (await send('GET', '/virtual-desktop', { ...browser.headers, ...headersFor(app.url) })).status,
  ).toBe(200);
});

test('a session or a share token needs no cookie, so that its origin does not matter; a cookie beside it does not count', async () => {
  const person = await signUp(app);
  const evil = { origin: 'https://evil.example' };
  const { headers, body } = json({ content: 'a program elsewhere' });
  const withSession = await send(
    'POST',
    '/virtual-desktop/items/text',
    { ...headers, ...person.headers, ...browser.headers, ...evil },
    body,
  );
  expect(withSession.status).toBe(201);
  expect(
    (await call(app, 'GET /virtual-desktop', { headers: person.headers })).body.items,
  ).toHaveLength(1);

  const holder = { ...browser.headers, ...evil, 'x-desktop-token': browser.desktop.share_token };
  expect(
    (await send('POST', '/virtual-desktop/items/text', { ...headers, ...holder }, body)).status,
  ).toBe(201);
  const arranged = await send(
    'PATCH',
    `/virtual-desktop/items/${browser.items[0].id}`,
    { ...headers, ...holder },
    JSON.stringify({ position: { x: 1, y: 1 } }),
  );
  expect(arranged.status).toBe(403);
});
