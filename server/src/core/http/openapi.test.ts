import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import type { OpenApi } from './openapi.ts';

let app: TestApp;
let api: OpenApi;
beforeAll(async () => {
  app = await buildTestApp();
  api = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as OpenApi;
});
afterAll(() => app.stop());

const operations = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('the document has every endpoint under its path, and no other', () => {
  expect(api.openapi).toMatch(/^3\.1\.\d+$/);
  expect(api.servers).toEqual([{ url: '/api' }]);
  const described = operations().map(
    ({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
  );
  const expected = Object.entries(endpoints).map(
    ([name, { method, path }]) => `${name} ${method} ${path}`,
  );
  expect(described.toSorted()).toEqual(expected.toSorted());
});

test('every reference leads somewhere and nothing of the generator is left', () => {
  const text = JSON.stringify(api);
  const schemas = api.components['schemas'] ?? {};
  const targets = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(50);
  for (const target of targets)
    expect(Object.keys(schemas).map((name) => `#/components/schemas/${name}`)).toContain(target);
  expect(text).not.toMatch(/"\$defs"|"\$schema"/);
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Clip', 'User', 'Session', 'File', 'Failure']),
  );
  expect(schemas['Clip']).toMatchObject({
    type: 'object',
    properties: {
      id: { type: 'string' },
      files: { type: 'array', items: { $ref: '#/components/schemas/File' } },
    },
  });
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ['post', '/clipboard', ['200', '201']],
  ['post', '/clipboard/{id}/files', ['200', '201']],
  ['post', '/rooms', ['201']],
  ['delete', '/clipboard/{id}', ['200', '204']],
  ['get', '/clipboard/latest/file', ['302']],
  ['get', '/files/{fileId}', ['200', '206']],
])('%s %s may succeed with %j', (method, path, statuses) => {
  const { responses } = operations().find(
    (each) => each.method === method && each.path === path,
  )!.operation;
  expect(Object.keys(responses).filter((status) => status < '400')).toEqual(statuses);
});

test('the page loads nothing but files of this server, and its policy allows no more', async () => {
  const response = await fetch(`${app.url}/api/docs`);
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(page).not.toMatch(/<script>|<style|\son\w+=|style="/);
  const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
  expect(loaded.every((path) => path.startsWith('/'))).toBe(true);
  const types = await Promise.all(
    loaded
      .filter((path) => path.startsWith('/api/'))
      .map(async (path) => {
        const file = await fetch(app.url + path);
        expect((await file.text()).length).toBeGreaterThan(100);
        return [path, file.status, file.headers.get('content-type')];
      }),
  );
  expect(types).toEqual([
    ['/api/docs/swagger-ui.css', 200, 'text/css; charset=utf-8'],
    ['/api/docs/swagger-ui-bundle.js', 200, 'text/javascript; charset=utf-8'],
    ['/api/docs/start.js', 200, 'text/javascript; charset=utf-8'],
  ]);
  const start = await (await fetch(`${app.url}/api/docs/start.js`)).text();
  expect(start).toContain("url: '/api/openapi.json'");
});
