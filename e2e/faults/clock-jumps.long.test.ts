import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { call } from '../../server/testing/call.ts';
import { type Person, TEST_PASSWORD } from '../../server/testing/factories.ts';
import { upload } from '../../server/testing/uploads.ts';
import {
  cleanUp,
  newFolder,
  PATIENT,
  prepareStore,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

let dataDir: string;
let server: ServerProcess;
let ada: Person;
let bob: Person;

test.beforeAll(async () => {
  dataDir = newFolder();
  [ada, bob] = await prepareStore(dataDir, 'Ada', 'Bob');
  server = await startServer(dataDir, {
    preload: new URL('support/jumping-clock.ts', import.meta.url),
    environment: { RATE_LIMITS: 'on' },
  });
});
test.afterAll(cleanUp);

/** Sets the server's wall clock so far off the true time. */
async function jump(offset: number): Promise<void> {
  const set = once(server.child, 'message');
  server.child.send({ offset });
  await set;
}

const save = (content: string, { headers }: Pick<Person, 'headers'> = ada) =>
  call(server, 'POST /clipboard', { body: { content }, headers });
const history = async (headers: Record<string, string> = ada.headers) =>
  ((await call(server, 'GET /clipboard/history', { headers })).body as { content: string }[]).map(
    ({ content }) => content,
  );
const login = (email: string, password: string) =>
  call(server, 'POST /auth/login', { body: { email, password } });

test('back by a day: sessions, links, lists, conflicts and probes go on', async () => {
  await jump(0);
  expect((await save('today')).status).toBe(201);
  const { body: clip } = await save('with a file');
  const { body: file } = await upload(server, `/clipboard/${clip.id}/files`, ada.headers, {
    bytes: 'its bytes',
  });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  await jump(-DAY_MS);
  expect((await save('the day before')).status).toBe(201);
  // What was saved last comes first, whatever the clock said.
  expect(await history()).toEqual(['the day before', 'with a file', 'today']);
  expect(await (await fetch(new URL(file.url, server.url))).text()).toBe('its bytes');
  const again = await call(server, `GET /clipboard/${clip.id}`, { headers: ada.headers });
  expect(await (await fetch(new URL(again.body.files[0].url, server.url))).text()).toBe(
    'its bytes',
  );
  const { version } = again.body;
  const change = (content: string) =>
    call(server, `PUT /clipboard/${clip.id}`, {
      body: { content },
      headers: { ...ada.headers, 'if-match': String(version) },
    });
  expect((await change('changed')).status).toBe(200);
  expect((await change('changed too late')).status).toBe(412);
  // A refresh whose token is younger than the clock, twice, as two tabs do it.
  const refresh = () =>
    call(server, 'POST /auth/refresh', {
      headers: { 'x-refresh-token': bob.session.refresh_token },
    });
  const [one, two] = [await refresh(), await refresh()];
  expect([one.status, two.body]).toEqual([200, one.body]);
  expect(
    (
      await save('after the refresh', {
        headers: { authorization: `Bearer ${one.body.accessToken}` },
      })
    ).status,
  ).toBe(201);
});

test('back by a day: probes tell what is, not what was', async () => {
  const ready = (status: number) =>
    expect(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(status)).toPass(
      PATIENT,
    );
  await jump(0);
  await ready(200);
  await jump(-DAY_MS);
  renameSync(dataDir, `${dataDir}-away`);
  await ready(503);
  renameSync(`${dataDir}-away`, dataDir);
  await ready(200);
});

test('back by a day: a refused caller need not wait a day, and no other waits', async () => {
  await jump(0);
  for (let attempt = 0; attempt < 6; attempt++) await login('bob@example.com', 'wrong');
  await jump(-DAY_MS);
  const refused = await login('bob@example.com', TEST_PASSWORD);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
  expect((await login('ada@example.com', TEST_PASSWORD)).status).toBe(200);
});

test('forth by two hours and back: access tokens end, refresh tokens do not, nothing is lost', async () => {
  await jump(0);
  const { body: signedIn } = await login('ada@example.com', TEST_PASSWORD);
  const headers = { authorization: `Bearer ${signedIn.session.access_token}` };
  expect((await save('before the jump', { headers })).status).toBe(201);
  await jump(2 * HOUR_MS);
  expect((await save('refused', { headers })).status).toBe(401);
  const refreshed = await call(server, 'POST /auth/refresh', {
    headers: { 'x-refresh-token': signedIn.session.refresh_token },
  });
  expect(refreshed.status).toBe(200);
  const renewed = { authorization: `Bearer ${refreshed.body.accessToken}` };
  expect((await save('two hours later', { headers: renewed })).status).toBe(201);
  await jump(0);
  expect((await save('and back', { headers: renewed })).status).toBe(201);
  expect((await history(renewed)).slice(0, 3)).toEqual([
    'and back',
    'two hours later',
    'before the jump',
  ]);
});

test('forth by an hour and back, or back by one: trash, links, tokens and programs go on', async () => {
  await jump(0);
  const { body: signedIn } = await login('ada@example.com', TEST_PASSWORD);
  const headers = { authorization: `Bearer ${signedIn.session.access_token}` };
  const as = (what: Parameters<typeof call>[1], body?: unknown) =>
    call(server, what, { headers, ...(body === undefined ? {} : { body }) });
  for (const away of [HOUR_MS - 60_000, -HOUR_MS]) {
    await jump(0);
    const { body: clip } = await as('POST /clipboard', { content: `shared ${away}` });
    const { body: link } = await as('POST /links', { clipId: clip.id, expiresIn: 600 });
    const openIt = () =>
      call(server, 'POST /link/open', {
        headers: { 'x-link-token': String(link.url).split('/s/')[1] ?? '' },
        body: { opener: randomBytes(16).toString('base64url') },
      });
    const asked = await call(server, 'POST /auth/device', {
      body: { name: 'Program', scopes: ['clips:read'] },
    });
    const poll = async () =>
      (
        await call(server, 'POST /auth/device/token', {
          body: {
            grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
            device_code: asked.body.device_code,
          },
        })
      ).body.error as string;
    const { body: deleted } = await as('POST /clipboard', { content: `deleted ${away}` });
    await as(`DELETE /clipboard/${deleted.id}`);
    expect([(await openIt()).status, await poll()]).toEqual([200, 'authorization_pending']);

    await jump(away);
    const isLater = away > 0;
    expect((await openIt()).status).toBe(isLater ? 404 : 200);
    expect(await poll()).toBe(isLater ? 'expired_token' : 'slow_down');
    expect((await as('GET /trash')).body.items[0]).toMatchObject({ id: deleted.id });
    const changed = await as(`PUT /clipboard/${clip.id}`, { content: `changed ${away}` });
    expect(changed.status).toBe(200);
    const { body: elsewhen } = await as('POST /clipboard', { content: 'elsewhen' });
    await as(`DELETE /clipboard/${elsewhen.id}`);

    await jump(0);
    expect((await openIt()).status).toBe(200);
    for (const { id } of [deleted, elsewhen])
      expect((await as(`POST /trash/clip/${id}/restore`)).status).toBe(200);
    expect((await as(`PUT /clipboard/${clip.id}`, { content: `back ${away}` })).status).toBe(200);
    expect((await as(`GET /clipboard/${clip.id}`)).body.content).toBe(`back ${away}`);
    expect((await history(headers)).slice(0, 3)).toContain(`deleted ${away}`);
  }
});
