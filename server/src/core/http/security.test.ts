import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { signUp } from '../../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    PUBLIC_URL: 'https://clips.example.com',
    CORS_ORIGINS: 'https://partner.example',
  });
});
afterAll(() => app.stop());

test.each([
  '/healthz',
  '/api/clipboard/stats',
  '/api/unknown',
  '/api/openapi.json',
  '/',
  '/assets/unknown.js',
])('%s carries the headers that keep others out', async (target) => {
  const { headers } = await fetch(app.url + target);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
  expect(headers.get('server')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});

test('without https no browser is told what needs it', async () => {
  const plain = await buildTestApp();
  const { headers } = await fetch(`${plain.url}/healthz`);
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('cross-origin-opener-policy')).toBeNull();
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  await plain.stop();
});

test('responses of the API are kept by no cache', async () => {
  expect((await fetch(`${app.url}/api/clipboard/stats`)).headers.get('cache-control')).toBe(
    'no-store',
  );
});

const preflight = (origin: string, target = '/api/clipboard') =>
  fetch(app.url + target, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

test('a page of a listed origin may call the API', async () => {
  const { status, headers } = await preflight('https://partner.example');
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe('https://partner.example');
  expect(headers.get('access-control-allow-credentials')).toBe('true');
  const allowed = headers.get('access-control-allow-headers')?.split(', ');
  expect(allowed).toEqual(
    expect.arrayContaining([
      'authorization',
      'content-type',
      'x-refresh-token',
      'x-confirmation-token',
      'x-desktop-token',
      'x-capture-id',
      'x-capture-part',
      'x-link-token',
      'x-link-grant',
      'if-match',
      'idempotency-key',
    ]),
  );
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    expect(headers.get('access-control-allow-methods')).toContain(method);

  const person = await signUp(app);
  const answer = await fetch(`${app.url}/api/clipboard/stats`, {
    headers: { ...person.headers, origin: 'https://partner.example' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://partner.example');
  expect(answer.headers.get('access-control-expose-headers')).toContain(
    'x-access-token, x-refresh-token, retry-after',
  );
  expect(answer.headers.get('vary')).toContain('Origin');
});

test.each([
  'https://evil.example',
  'null',
  'http://partner.example',
  'https://partner.example.evil.example',
  'https://clips.example.com.evil.example',
])('a page of %s is allowed nothing', async (origin) => {
  for (const { headers } of [
    await preflight(origin),
    await fetch(`${app.url}/api/clipboard/stats`, { headers: { origin } }),
  ]) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});
