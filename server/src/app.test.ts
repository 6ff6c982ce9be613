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

test.each(['Bearer wrong', () => `Bearer ${person.session.refresh_token}`, 'Basic dXNlcjpwYXNz'])(
  '%s is no session',
  async (credential) => {
    const authorization = typeof credential === 'string' ? credential : credential();
    for (const endpoint of [endpoints.readAccount, endpoints.readFeatures]) {
      const response = await fetchEndpoint(endpoint, { headers: { authorization } });
      expect([response.status, await response.json()]).toEqual([
        401,
        { error: 'Unauthorized', code: 'UNAUTHORIZED' },
      ]);
    }
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
  ['XML', '<x/>', 'application/xml'],
  ['multipart without a boundary', 'x', 'multipart/form-data'],
];

/** One of each kind of body: JSON, text, a form, an upload. */
const kinds = ['createClip', 'createClipOfText', 'askForDevice', 'uploadClipFile'] as const;

test.each(kinds)('%s refuses junk, and a body that is too large', async (name) => {
  const endpoint: Endpoint = endpoints[name];
  const tooLarge = ['', JSON.stringify({ x: 'x'.repeat(endpoint.maxBodyBytes ?? 64 * 1024) })];
  for (const [what, body, type] of [...bodies, [...tooLarge, 'application/json'] as const]) {
    const headers = { ...person.headers, 'content-type': type };
    const response = await fetchEndpoint(endpoint, { headers, body });
    const answer = await response.json();
    expect([what, response.status], JSON.stringify(answer)).toEqual([
      what,
      what === '' && !endpoint.upload ? 413 : expect.toSatisfy((it) => it >= 400 && it < 500),
    ]);
    expect(answer).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  }
});

test('an event refuses junk and goes on', async () => {
  const nested = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`) as unknown;
  const junk = [undefined, null, [], 5, '', {}, nested, 'x'.repeat(1_000_000), new Uint8Array(8)];
  for (const token of [undefined, person.session.access_token]) {
    const socket = await connectSocket(app.url, { token });
    const heard = record(socket);
    for (const payload of [...junk, { clipId: { $gt: '' } }]) {
      socket.emit('join:clip', payload);
      socket.emit('join:clip', payload, 'no function');
      expect(await ask(socket, 'join:clip', payload)).toMatchObject({
        ok: false,
        code: 'INVALID_REQUEST',
      });
    }
    expect([socket.connected, heard]).toEqual([true, []]);
  }
});

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
