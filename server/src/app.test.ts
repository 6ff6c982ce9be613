import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { clientEvents } from '@clipline/contract/schemas/events.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { type Person, signUp } from '../testing/factories.ts';
import { ask, closeSockets, connectSocket, record } from '../testing/sockets.ts';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await buildTestApp();
  person = await signUp(app);
});
afterEach(closeSockets);
afterAll(() => app.stop());

const all = Object.entries<Endpoint>(endpoints);
const pathOf = ({ path }: Endpoint) =>
  `/api${path.replace('{kind}', 'clip').replace(/\{\w+\}/g, 'AAAAAAAAAAAAAAAAAAAAAA')}`;
const fetchEndpoint = (endpoint: Endpoint, init: RequestInit = {}) =>
  fetch(app.url + pathOf(endpoint), { method: endpoint.method, ...init });

test('every endpoint of the contract is served, and no other', () => {
  const served = [...app.served].map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual(
    all.map(([, { method, path }]) => `${method} ${path}`).toSorted(),
  );
});

test('every client event of the contract is served, and no other', () => {
  expect([...app.handlers.keys()].toSorted()).toEqual(Object.keys(clientEvents).toSorted());
});

test.each(all.filter(([, { access }]) => access === 'user'))(
  '%s needs a session',
  async (_name, endpoint) => {
    const credentials = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer ${person.session.refresh_token}` },
      { authorization: 'Basic dXNlcjpwYXNz' },
    ];
    for (const headers of credentials) {
      const response = await fetchEndpoint(endpoint, { headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ error: 'Unauthorized', code: 'UNAUTHORIZED' });
    }
  },
);

test.each(all.filter(([, { access, method }]) => access === 'anyone' && method === 'GET'))(
  '%s refuses a session that is no good',
  async (_name, endpoint) => {
    const response = await fetchEndpoint(endpoint, { headers: { authorization: 'Bearer wrong' } });
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: 'Unauthorized', code: 'UNAUTHORIZED' },
    ]);
  },
);

const bodies: [string, string | Uint8Array<ArrayBuffer>, string][] = [
  ['nothing', '', 'application/json'],
  ['null', 'null', 'application/json'],
  ['a list', '[]', 'application/json'],
  ['a number', '5', 'application/json'],
  ['half a body', '{"content":', 'application/json'],
  ['an unknown field', '{"no such field":1}', 'application/json'],
  ['a prototype', '{"__proto__":{"content":"x"}}', 'application/json'],
  ['a constructor', '{"constructor":{"prototype":{}}}', 'application/json'],
  ['bad UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'application/json'],
  ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'application/json'],
  ['a form', 'content=x', 'application/x-www-form-urlencoded'],
  ['text', 'x', 'text/plain'],
  ['XML', '<x/>', 'application/xml'],
  ['multipart without a boundary', 'x', 'multipart/form-data'],
];

test.each(
  all.filter(([, { method, body, upload }]) => method !== 'GET' && (body !== undefined || upload)),
)('%s refuses junk', async (_name, endpoint) => {
  for (const [what, body, type] of bodies) {
    if (endpoint.path === '/clipboard/text' && type === 'text/plain') continue;
    if ((body === '' || body === 'null') && endpoint.body?.safeParse(null).success) continue;
    const response = await fetchEndpoint(endpoint, {
      headers: { ...person.headers, 'content-type': type },
      body,
    });
    const answer = (await response.json()) as { error: string; code: string };
    expect([what, response.status >= 400 && response.status < 500], JSON.stringify(answer)).toEqual(
      [what, true],
    );
    expect(answer).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  }
});

test.each(all)(
  '%s refuses a body that is too large before it reads it',
  async (_name, endpoint) => {
    if (endpoint.method === 'GET' || endpoint.upload) return;
    const limit = endpoint.maxBodyBytes ?? 64 * 1024;
    const body = JSON.stringify({ padding: 'x'.repeat(limit) });
    const response = await fetchEndpoint(endpoint, {
      headers: { ...person.headers, 'content-type': 'application/json' },
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: 'The request is too large', code: 'TOO_LARGE' },
    ]);
  },
);

const nested = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`) as unknown;
const junk: unknown[] = [
  undefined,
  null,
  [],
  5,
  '',
  'x',
  {},
  nested,
  'x'.repeat(1_000_000),
  JSON.parse('{"__proto__":{"ok":true}}'),
  { clipId: { $gt: '' } },
  new Uint8Array(8),
];

test.each(Object.entries(clientEvents))(
  '%s refuses junk and goes on',
  async (event, { payload: schema }) => {
    const [anonymous, signedIn] = [
      await connectSocket(app.url),
      await connectSocket(app.url, { token: person.session.access_token }),
    ];
    for (const socket of [anonymous, signedIn]) {
      const heard = record(socket);
      for (const payload of junk) {
        socket.emit(event, payload);
        socket.emit(event, payload, 'no function');
        const answer = await ask(socket, event, payload);
        // A word may be the id of a network, and some events need no payload.
        if (schema.safeParse(payload).success)
          expect(answer).toMatchObject({ ok: expect.any(Boolean) });
        else
          expect(answer).toEqual({
            ok: false,
            error: expect.any(String),
            code: expect.stringMatching(/^(INVALID_REQUEST|UNAUTHORIZED)$/),
          });
      }
      expect([socket.connected, heard.filter(([name]) => name !== 'lan:error')]).toEqual([
        true,
        [],
      ]);
    }
  },
);

test.each(Object.entries(clientEvents).filter(([, { access }]) => access === 'user'))(
  '%s needs a session',
  async (event) => {
    const socket = await connectSocket(app.url);
    const payload = { clipId: 'AAAAAAAAAAAAAAAAAAAAAA', roomId: 'AAAAAAAAAAAAAAAAAAAAAA' };
    const responses = [
      await ask(socket, event, payload),
      await ask(socket, event, { clipId: payload.clipId }),
      await ask(socket, event, { roomId: payload.roomId }),
    ];
    expect(responses).toContainEqual({ ok: false, error: 'Unauthorized', code: 'UNAUTHORIZED' });
  },
);

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  '%s of an unknown call is 404 in JSON',
  async (method) => {
    for (const path of [
      '/api',
      '/api/',
      '/api/unknown',
      '/api/clipboard/history/more',
      '/api/auth/login/',
      '/api/../api/unknown',
    ]) {
      const response = await fetch(app.url + path, { method });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
      expect(await response.json()).toEqual({ error: 'Not found', code: 'NOT_FOUND' });
    }
  },
);

test('a known call with another method is 404 in JSON', async () => {
  const response = await fetch(`${app.url}/api/auth/login`, { method: 'DELETE' });
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: 'Not found', code: 'NOT_FOUND' },
  ]);
});

test.each(['/api/%zz', '/%', '/clips/%c3%28'])(
  '%s cannot be decoded and is refused',
  async (path) => {
    const response = await fetch(app.url + path);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'Invalid request', code: 'INVALID_REQUEST' },
    ]);
  },
);
