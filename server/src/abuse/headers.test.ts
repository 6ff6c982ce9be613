import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app);
});
afterAll(() => app.stop());

const as = (what: Parameters<typeof call>[1], body?: unknown, more: Record<string, string> = {}) =>
  call(app, what, { headers: { ...owner.headers, ...more }, body });

const junk = [
  '',
  ' ',
  '""',
  '"',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  'W/',
  'W/""',
  'w/"1"',
  '"1", "2"',
  '1,2',
  '1;2',
  '**',
  '9'.repeat(16),
  '"'.repeat(2000),
  'NaN',
  'Infinity',
  '١',
  'constructor',
  "1' or '1'='1",
].map((value) => Buffer.from(value).toString('latin1'));

test('an If-Match that is none: 400, and nothing changes', async () => {
  const clip = (await as('POST /clipboard', { content: 'as it was' })).body;
  const write = `PUT /clipboard/${clip.id}` as const;
  for (const value of junk) {
    const { status } = await as(write, { content: 'lost' }, { 'if-match': value });
    expect([value, status]).toEqual([value, 400]);
  }
  // A version that there never was is no junk, and not this one.
  for (const value of ['0', '"999999999999999"', 'W/"7"'])
    expect((await as(write, { content: 'lost' }, { 'if-match': value })).status).toBe(412);
  expect((await as(`GET /clipboard/${clip.id}`)).body.content).toBe('as it was');
});
