import { NEWS_MARK_HEADER } from '@clipline/contract/headers.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';
import { onPostgres } from '../../../testing/on-each-database.ts';
import { startSilentProxy } from '../../../testing/silent-proxy.ts';
import { closeSockets, connectSocket, ended, openSocket } from '../../../testing/sockets.ts';
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

describe('marks', () => {
  let app: TestApp;
  let [anna, ben]: Person[] = [];
  let clipId: string;
  let roomId: string;

  const ask = (person: Person | undefined, what: Parameters<typeof call>[1], body?: object) =>
    call(app, what, { body, headers: person!.headers });
  const readUnder = async (list: (typeof LISTS)[number]) =>
    (await ask(anna, list)).headers.get(NEWS_MARK_HEADER);

  beforeAll(async () => {
    app = await buildTestApp();
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

/** A starved machine may take longer than the seconds that are promised. */
const inTime = { timeout: 60_000 };

onPostgres((database) => {
  describe.skipIf(!REDIS_URL)('of several nodes (needs Redis)', () => {
    let nodes: TestApp[] = [];
    beforeAll(async () => {
      const settings = { ...database, REDIS_URL: String(REDIS_URL) };
      nodes = await Promise.all([buildTestApp(settings), buildTestApp(settings)]);
    });
    afterAll(() => Promise.all(nodes.map((node) => node.stop())));

    test('each tells the same mark, and another one after news of any', async () => {
      const [a, b] = nodes as [TestApp, TestApp];
      const person = await signUp(a);
      const told = new Set<unknown>();
      for (const node of nodes) {
        const { headers } = await call(node, 'GET /rooms', { headers: person.headers });
        told.add(headers.get(NEWS_MARK_HEADER)).add(await toldTo(node, person));
      }
      expect([...told]).toEqual([expect.stringMatching(/./)]);
      for (const [at, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const before = await toldTo(other, person);
        await call(at, 'POST /clipboard', { body: { content: 'new' }, headers: person.headers });
        await expect.poll(() => toldTo(other, person), inTime).not.toBe(before);
      }
    });
  });
});

describe.skipIf(!REDIS_URL)('of a node that lost Redis (needs Redis)', () => {
  test('are void: what was told meanwhile may have ended none', async () => {
    const proxy = await startSilentProxy(String(REDIS_URL));
    const app = await buildTestApp({
      REDIS_URL: proxy.url,
      APP_SECRET: newToken(),
      LOG_LEVEL: 'silent',
    });
    const person = await signUp(app);
    const before = await toldTo(app, person);
    expect(await toldTo(app, person)).toBe(before);
    const left = ended(await connectSocket(app.url));

    proxy.cut();
    await expect.poll(() => toldTo(app, person), inTime).not.toBe(before);
    expect(await toldTo(app, person)).not.toBe(await toldTo(app, person));
    proxy.speakAgain();
    // Everybody is sent away when it is back, to read again.
    await left;
    const told = await toldTo(app, person);
    expect(told).not.toBe(before);
    expect(await toldTo(app, person)).not.toBe(told);
    await app.stop();
    await proxy.stop();
  });
});
