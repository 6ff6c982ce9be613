import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { clientEvents } from '@clipline/contract/schemas/events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const all = Object.entries<Endpoint>(endpoints);

test('every endpoint of the contract is served, and no other', () => {
  const served = [...app.served].map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual(
    all.map(([, { method, path }]) => `${method} ${path}`).toSorted(),
  );
});

test('every client event of the contract is served, and no other', () => {
  expect([...app.handlers.keys()].toSorted()).toEqual(Object.keys(clientEvents).toSorted());
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
