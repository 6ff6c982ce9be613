import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Person, signUp } from '../../testing/factories.ts';

const CANARY = 'canary of a file that no one may read';

let app: TestApp;
let person: Person;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-outside-'));
  writeFileSync(path.join(folder, 'canary.txt'), CANARY);
  app = await buildTestApp();
  writeFileSync(path.join(app.dataDir, 'canary.txt'), CANARY);
  person = await signUp(app);
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The target stays as it is written; fetch would tidy it up. */
async function get(method: string, target: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${person.headers.authorization}`,
    'Connection: close',
  ];
  socket.write(
    `${head.join('\r\n')}\r\n${method === 'GET' ? '' : 'Content-Length: 0\r\n'}\r\n`,
    'latin1',
  );
  const answer = await text(socket);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]),
    body: answer.slice(answer.indexOf('\r\n\r\n') + 4),
  };
}

const ups = [
  '..',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '....//',
  '..;/',
  '..%252f',
  '%c0%ae%c0%ae/',
  '..%c0%af',
  '.%2e/',
  '..%00/',
];
const goals = () => {
  const [outside, data] = [path.join(folder, 'canary.txt'), path.join(app.dataDir, 'canary.txt')];
  const climbs = ups.map((up) => up.repeat(12) + data.slice(1));
  const plain = [
    outside,
    data,
    '/etc/passwd',
    `file://${outside}`,
    '.',
    '..',
    '...',
    '%00',
    '%2e',
    '~',
    'CON',
    'blobs',
    '../blobs',
    '*',
    '%0d%0aX: y',
  ];
  return [...climbs, ...plain, ...plain.map(encodeURIComponent)];
};

/** What is wrong with an answer to a path that leads nowhere; undefined when nothing is. */
function complaint({ status, body }: { status: number; body: string }): string | undefined {
  if (status < 400 || status >= 500) return `answered ${status}`;
  const told = [CANARY, 'root:', 'PATH=', app.dataDir, 'node_modules'].find((secret) =>
    body.includes(secret),
  );
  return told === undefined ? undefined : `told ${told}`;
}

test('no call takes a parameter that could lead anywhere', () => {
  const taken: string[] = [];
  for (const [name, { params }] of Object.entries<Endpoint>(endpoints))
    for (const attacked of Object.keys(params?.shape ?? {})) {
      // A version is read as a number; a token is looked up by its hash.
      if (attacked === 'version' || ['getSharedDesktop', 'endPairing'].includes(name)) continue;
      const others = Object.keys(params?.shape ?? {}).map((each) => [each, 'A'.repeat(22)]);
      for (const goal of [...ups, '.', '..', '\0', '/etc/passwd', 'a/b', 'a\\b', 'CON:', '*', '~'])
        if (
          params?.safeParse({ ...Object.fromEntries(others), kind: 'clip', [attacked]: goal })
            .success
        )
          taken.push(name);
    }
  expect(taken).toEqual([]);
});

test.each([
  'GET /files/GOAL',
  'DELETE /trash/clip/GOAL',
  'GET /virtual-desktop/shared/GOAL',
  'GET /clipboard/AAAAAAAAAAAAAAAAAAAAAA/versions/GOAL',
])('no parameter of %s leads out of the store', async (name) => {
  const [method = '', pattern = ''] = name.split(' ');
  const found: string[] = [];
  for (const goal of goals()) {
    const target = `/api${pattern.replace('GOAL', () => goal)}`;
    const wrong = complaint(await get(method, target));
    if (wrong !== undefined) found.push(`${target} ${wrong}`);
  }
  expect(found).toEqual([]);
});

/** Any one step below these is a page of the web app, which shows that there is no such thing. */
const pageParents = new Set(['/clips/', '/rooms/', '/desktop/shared/']);

test.each([...pageParents, '/', '/assets/', '/fonts/', '/.vite/', '/api/', '/socket.io/'])(
  'nothing below %s leads out of the web app',
  async (base) => {
    const found: string[] = [];
    for (const goal of goals()) {
      const answer = await get('GET', base + goal);
      if (answer.status === 200 && pageParents.has(base) && answer.body.includes('<!doctype html>'))
        continue;
      const wrong = complaint(answer);
      if (wrong !== undefined) found.push(`${base}${goal} ${wrong}`);
    }
    expect(found).toEqual([]);
  },
);
