import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { ask, closeSockets, connectSocket, record } from '../../testing/sockets.ts';
import { tables } from '../../testing/sample-store.ts';
import { stateOf } from '../../testing/access-scenes.ts';
import { upload } from '../../testing/uploads.ts';
import { pairingLimits } from './pairing.limits.ts';

const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0; rv:149.0) Gecko/20100101 Firefox/149.0';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Mobile Safari/537.36';
const HOUR = 3_600_000;

const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const fromNow = (time: string) => new Date(time).getTime() - Date.now();

async function open(app: TestApp, headers: Record<string, string> = {}) {
  const all = { 'user-agent': LAPTOP, ...headers };
  const { status, body } = await call(app, 'POST /pair', { headers: all });
  expect(status).toBe(201);
  return { ...body, token: new URL(body.url).hash.slice(1) } as Record<
    'id' | 'opener' | 'code' | 'url' | 'token' | 'expiresAt',
    string
  >;
}
const join = (app: TestApp, body: object, headers: Record<string, string> = {}) =>
  call(app, 'POST /pair/join', { body, headers: { 'user-agent': PHONE, ...headers } });
const take = (app: TestApp, claim: string) => call(app, 'POST /pair/session', { body: { claim } });
type Opened = Awaited<ReturnType<typeof open>>;
const read = (app: TestApp, { id, opener }: Pick<Opened, 'id' | 'opener'>) =>
  call(app, `GET /pair/${id}`, { headers: { 'x-pair-opener': opener } });
const decide = (
  app: TestApp,
  { id, opener }: Pick<Opened, 'id' | 'opener'>,
  allow: boolean,
  key?: string,
) =>
  call(app, `POST /pair/${id}/decision`, {
    body: { allow },
    headers: { 'x-pair-opener': opener, ...(key && { 'idempotency-key': key }) },
  });

async function pair(app: TestApp): Promise<string> {
  const opened = await open(app);
  await join(app, { token: opened.token });
  return (await decide(app, opened, true)).body.shareToken;
}
const add = (app: TestApp, token: string, content: string, headers: Record<string, string> = {}) =>
  call(app, 'POST /virtual-desktop/items/text', {
    body: { content },
    headers: { 'x-desktop-token': token, ...headers },
  });
const shared = (app: TestApp, token: string) => call(app, `GET /virtual-desktop/shared/${token}`);

onEachDatabase((environment, once) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterEach(() => {
    vi.useRealTimers();
    closeSockets();
  });
  afterAll(() => app.stop());

  test('two devices meet by a code, and have a desktop once the one allows it', async () => {
    const opened = await open(app);
    expect(opened.url).toMatch(/^http:\/\/clipline\.test\/pair#[\w-]{22}$/);
    expect(opened.code).toMatch(/^[2-9A-HJKMNP-TV-Z]{6}$/);
    expect(fromNow(opened.expiresAt)).toBeCloseTo(300_000, -4);
    expect(await decide(app, opened, true)).toMatchObject({
      status: 409,
      body: { code: 'PAIR_NOT_WAITING' },
    });
    const typed = ` ${opened.code.slice(0, 3)}-${opened.code.slice(3)} `.toLowerCase();
    const { body: joined } = await join(app, { code: typed });
    expect(joined).toMatchObject({
      device: 'Firefox on Windows',
      digits: expect.stringMatching(/^\d\d$/),
    });
    expect((await read(app, opened)).body).toEqual({
      state: 'joined',
      device: 'Chrome on Android',
      digits: joined.digits,
      expiresAt: joined.expiresAt,
    });
    expect((await take(app, joined.claim)).body.code).toBe('AUTHORIZATION_PENDING');
    const { status, body } = await decide(app, opened, true, 'a key');
    expect([status, fromNow(body.until)]).toEqual([200, expect.closeTo(HOUR, -4)]);
    expect((await decide(app, opened, true, 'a key')).body).toEqual(body);
    expect((await decide(app, opened, true, 'another')).status).toBe(409);
    for (let times = 0; times < 2; times++)
      expect((await take(app, joined.claim)).body).toEqual(body);
    expect((await read(app, opened)).body.state).toBe('allowed');
  });

  test('of many at once one joins, and a refusal is told', async () => {
    const opened = await open(app);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => join(app, { token: opened.token })),
    );
    const joined = all.filter(({ status }) => status === 200);
    expect(joined).toHaveLength(1);
    for (const each of all.filter(({ status }) => status !== 200))
      expect(each).toMatchObject({ status: 404, body: { code: 'PAIR_CODE_INVALID' } });
    expect((await join(app, { code: opened.code })).status).toBe(404);
    expect(await decide(app, opened, false)).toMatchObject({ status: 204, text: '' });
    expect((await take(app, joined[0]?.body.claim)).body.code).toBe('ACCESS_DENIED');
    expect((await decide(app, opened, true)).body.code).toBe('PAIR_NOT_WAITING');
  });

  test('texts and files go both ways, live, and nothing is left after the end', async () => {
    const before = await stateOf(app, tables);
    const token = await pair(app);
    const { desktop } = (await shared(app, token)).body;
    const [networkId, heard] = [desktop.network_id, [] as ReturnType<typeof record>[]];
    for (let device = 0; device < 2; device++) {
      const socket = await connectSocket(app.url);
      const joined = await ask(socket, 'join:desktop:network', { networkId, shareToken: token });
      expect(fromNow(joined.desktop.pairedUntil)).toBeCloseTo(HOUR, -4);
      heard.push(record(socket));
    }
    await add(app, token, 'a canary', { 'idempotency-key': 'first' });
    const headers = { 'x-desktop-token': token };
    const file = { name: 'a.txt', bytes: 'canary bytes' };
    const { body: item } = await upload(app, '/virtual-desktop/items/file', headers, file);
    const begin = { body: { name: 'film.mp4', size: 9 }, headers };
    const { body: begun } = await call(app, 'POST /virtual-desktop/uploads', begin);
    expect((await fetch(app.url + item.file_url)).status).toBe(200);
    expect((await call(app, `GET /uploads/${begun.id}`, { headers })).status).toBe(200);
    for (const each of heard) await expect.poll(() => each.map(([event]) => event)).toHaveLength(2);
    const ended = await call(app, `DELETE /virtual-desktop/shared/${token}`);
    expect(ended.status).toBe(200);
    for (const each of heard)
      await expect.poll(() => each.at(-1)).toEqual(['desktop:closed', { networkId }]);
    for (const answer of [
      await call(app, `DELETE /virtual-desktop/shared/${token}`),
      await shared(app, token),
      await add(app, token, 'late'),
      await call(app, `GET /uploads/${begun.id}`, { headers }),
    ])
      expect(answer.status).toBe(404);
    expect((await fetch(app.url + item.file_url)).status).toBe(404);
    await app.db.deleteFrom('uploads').where('expires_at', '=', 0).execute();
    expect(await stateOf(app, tables)).toBe(before);
  });

  test('it ends an hour after the last change, and twelve after it was allowed', async () => {
    const token = await pair(app);
    later(HOUR - 60_000);
    const { body: item } = await add(app, token, 'in time');
    expect(fromNow((await shared(app, token)).body.desktop.pairedUntil)).toBeCloseTo(HOUR, -4);
    for (let hours = 1; hours < 12; hours++) {
      later(HOUR - 60_000);
      await call(app, `DELETE /virtual-desktop/items/${item.id}`, {
        headers: { 'x-desktop-token': token },
      });
      await call(app, `POST /virtual-desktop/items/${item.id}/restore`, {
        headers: { 'x-desktop-token': token },
      });
    }
    expect(fromNow((await shared(app, token)).body.desktop.pairedUntil)).toBeCloseTo(
      12 * 60_000,
      -4,
    );
    later(12 * 60_000);
    expect((await shared(app, token)).status).toBe(404);
    expect((await add(app, token, 'late')).status).toBe(404);
    await app.jobs.find(({ name }) => name === 'end pairings')?.run();
    expect(await app.db.selectFrom('desktops').select('id').execute()).toEqual([]);
  });

  once.test('a code is good for five minutes, and what was joined in time for six', async () => {
    const [unused, opened] = [await open(app), await open(app)];
    later(299_000);
    const { body: joined } = await join(app, { code: opened.code });
    later(2000);
    expect((await join(app, { code: unused.code })).status).toBe(404);
    expect(await read(app, unused)).toMatchObject({
      status: 404,
      body: { error: 'This pairing is over.' },
    });
    expect((await decide(app, opened, true)).status).toBe(200);
    later(60_000);
    expect((await take(app, joined.claim)).body.code).toBe('EXPIRED_TOKEN');
    expect((await read(app, opened)).status).toBe(404);
  });

  once.test('only who opened it sees and decides, and a claim is good for one', async () => {
    const opened = await open(app);
    for (const opener of ['', 'another'])
      expect((await read(app, { ...opened, opener })).body.code).toBe('PAIR_NOT_FOUND');
    expect((await call(app, `GET /pair/${opened.id}`)).status).toBe(404);
    expect((await take(app, 'made up')).body.code).toBe('EXPIRED_TOKEN');
    for (const body of [{ code: '' }, { code: 'A'.repeat(33) }, {}, { code: 'A', token: 'b' }])
      expect((await join(app, body)).status).toBe(400);
  });

  once.test('nothing of it enters an account', async () => {
    const { headers } = await signUp(app);
    const opened = await open(app, headers);
    await join(app, { token: opened.token }, headers);
    const { shareToken } = (await decide(app, opened, true)).body;
    await add(app, shareToken, 'shared', { ...headers, 'idempotency-key': 'mine' });
    const mine = await call(app, 'GET /virtual-desktop', { headers });
    expect(mine.body).toEqual({ desktop: null, items: [] });
    const kept = await app.db.selectFrom('once').select('user_id').execute();
    expect(kept.filter(({ user_id: owner }) => owner !== null)).toEqual([]);
    expect((await call(app, 'GET /account', { headers })).text).not.toContain(shareToken);
  });
});

test('codes that are typed wrong are bounded for a network and for the server, scanning is not', async () => {
  const app = await buildTestApp({ TRUST_PROXY: '127.0.0.0/8' });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const opened = await open(app);
  for (let times = 0; times < 10; times++)
    expect((await join(app, { code: 'no code' }, from(`2001:db8:1:${times}::1`))).status).toBe(404);
  expect((await join(app, { code: opened.code }, from('2001:db8:1:99::1'))).status).toBe(429);
  // As if many networks had tried.
  await app.codeTries.allows(pairingLimits.guessesOfAll, '', 1989);
  expect((await join(app, { code: 'XXXXXX' }, from('192.0.2.1'))).status).toBe(404);
  const paused = await join(app, { code: opened.code }, from('192.0.2.1'));
  expect(paused).toMatchObject({ status: 429, body: { code: 'PAIR_PAUSED' } });
  expect((await join(app, { token: opened.token }, from('192.0.2.1'))).status).toBe(200);
  await app.stop();
});

test('codes are bounded for an address', async () => {
  const app = await buildTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8' });
  const of = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` });
  for (let times = 0; times < 20; times++) {
    const opened = await open(app, of(1));
    await join(app, { token: opened.token }, of(2));
    await decide(app, opened, false);
  }
  expect((await call(app, 'POST /pair', { headers: of(1) })).status).toBe(429);
  const five = Array.from({ length: 8 }, () => call(app, 'POST /pair', { headers: of(3) }));
  const refused = (await Promise.all(five)).filter(({ status }) => status === 409);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.body.values).toEqual({ max: 5 });
  await app.stop();
});

test('where pairing is off every call says so, and what lives goes on', async () => {
  const app = await buildTestApp();
  const [token, opened] = [await pair(app), await open(app)];
  const off = { ...app, config: Object.assign(app.config, { PAIRING: 'off' }) };
  for (const answer of [
    await call(off, 'POST /pair'),
    await join(off, { token: opened.token }),
    await read(off, opened),
    await decide(off, opened, true),
    await take(off, 'any'),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'PAIRING_OFF' } });
  expect((await call(off, 'GET /features')).body.pairing).toBe(false);
  expect((await add(off, token, 'still')).status).toBe(201);
  expect((await call(off, `DELETE /virtual-desktop/shared/${token}`)).status).toBe(200);
  await app.stop();
});
