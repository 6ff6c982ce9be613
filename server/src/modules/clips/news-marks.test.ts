import { NEWS_MARK_HEADER } from '@clipline/contract/headers.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { closeSockets, openSocket } from '../../../testing/sockets.ts';
import { newToken } from '../../platform/ids.ts';

const LISTS = [
  'GET /clipboard/history?page=1&pageSize=50',
  'GET /clipboard/history',
  'GET /clipboard/favorites?page=1&pageSize=20',
  'GET /clipboard/stats',
  'GET /rooms',
  'GET /trash?page=1&pageSize=20',
] as const;

/** What a socket is greeted with. */
const greetingOf = ({ url }: TestApp, token?: string): Promise<{ mark?: string }> =>
  new Promise((resolve) => void openSocket(url, { token }).once('app:build', resolve));
const toldTo = async (app: TestApp, { session }: Person) =>
  (await greetingOf(app, session.access_token)).mark;

afterEach(closeSockets);

onEachDatabase((environment) => {
  let app: TestApp;
  let [anna, ben]: Person[] = [];
  let clipId: string;
  let roomId: string;

  const ask = (person: Person | undefined, what: Parameters<typeof call>[1], body?: object) =>
    call(app, what, { body, headers: person!.headers });
  const readUnder = async (list: (typeof LISTS)[number]) =>
    (await ask(anna, list)).headers.get(NEWS_MARK_HEADER);

  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    [anna, ben] = [await signUp(app), await signUp(app)];
    clipId = (await ask(anna, 'POST /clipboard', { content: 'one' })).body.id;
  });

  /** When its own news were told: they are not waited for by who makes it. */
  async function newRoom(): Promise<string> {
    const before = await toldTo(app, anna!);
    const { body } = await ask(anna, 'POST /rooms', { name: 'Kitchen' });
    await expect.poll(() => toldTo(app, anna!)).not.toBe(before);
    return body.id;
  }

  test('who connects after reading, with nothing told between, is told the same mark', async () => {
    const marks = new Set<unknown>();
    for (const list of LISTS) marks.add(await readUnder(list));
    // What others do that does not concern this person.
    await ask(ben, 'POST /clipboard', { content: 'of another person' });
    marks.add(await toldTo(app, anna!));
    expect([...marks]).toEqual([expect.stringMatching(/./)]);
    expect(marks).not.toContain(await toldTo(app, ben!));
  });

  test.each([
    ['a new clip', () => ask(anna, 'POST /clipboard', { content: 'two' })],
    ['another text', () => ask(anna, `PUT /clipboard/${clipId}`, { content: 'other' })],
    ['a mark', () => ask(anna, `POST /clipboard/${clipId}/favorite`)],
    ['a deletion', () => ask(anna, `DELETE /clipboard/${clipId}`)],
    [
      'a deletion of several',
      () => ask(anna, 'POST /clipboard/bulk', { ids: [clipId], action: 'delete' }),
    ],
    ['a room', () => ask(anna, 'POST /rooms', { name: 'Attic' })],
  ] as const)('%s between reading and connecting is told by another mark', async (_, change) => {
    const before = await readUnder(LISTS[0]);
    expect((await change()).status).toBeLessThan(300);
    await expect.poll(() => toldTo(app, anna!)).not.toBe(before);
  });

  test.each([
    ['its name', () => ask(anna, `PATCH /rooms/${roomId}`, { name: 'Cellar' })],
    ['a member', () => ask(anna, `POST /rooms/${roomId}/members`, { email: ben!.user.email })],
  ] as const)('%s of a room as well', async (_, change) => {
    roomId = await newRoom();
    const before = await readUnder('GET /rooms');
    expect((await change()).status).toBeLessThan(300);
    await expect.poll(() => toldTo(app, anna!)).not.toBe(before);
  });

  test('a visitor and a clip that others may read have none', async () => {
    expect((await ask(anna, `GET /clipboard/${clipId}`)).headers.has(NEWS_MARK_HEADER)).toBe(false);
    expect((await call(app, 'GET /features')).headers.has(NEWS_MARK_HEADER)).toBe(false);
    expect(await greetingOf(app)).not.toHaveProperty('mark');
  });
});

const REDIS_URL = process.env['TEST_REDIS_URL'];

describe.skipIf(!REDIS_URL)('one of several nodes (needs Redis)', () => {
  test('has no mark: it does not know what another tells', async () => {
    const app = await buildTestApp({ REDIS_URL: String(REDIS_URL), APP_SECRET: newToken() });
    const person = await signUp(app);
    const { status, headers } = await call(app, 'GET /rooms', { headers: person.headers });
    expect([status, headers.has(NEWS_MARK_HEADER)]).toEqual([200, false]);
    expect(await toldTo(app, person)).toBeUndefined();
    await app.stop();
  });
});
