import { afterEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';
import { onPostgres } from '../../../testing/on-each-database.ts';
import { type SilentProxy, startSilentProxy } from '../../../testing/silent-proxy.ts';

onPostgres((database) => {
  let app: TestApp;
  let proxy: SilentProxy;
  let owner: Person;
  let clipId = '';
  afterEach(async () => {
    proxy.speakAgain();
    await app.stop();
    await proxy.stop();
  });

  async function start(): Promise<void> {
    proxy = await startSilentProxy(String(database['DATABASE_URL']));
    app = await buildTestApp({ ...database, DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' });
    owner = await signUp(app);
    clipId = (
      await call(app, 'POST /clipboard', { body: { content: 'before' }, headers: owner.headers })
    ).body.id;
  }
  const save = (content: string) =>
    call(app, `PUT /clipboard/${clipId}`, { body: { content }, headers: owner.headers });
  const read = () => call(app, `GET /clipboard/${clipId}`);
  const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } };
  const back = async () => {
    await expect.poll(async () => (await save('after')).status).toBe(200);
  };

  const busy = async () => {
    await expect.poll(connectionsInUse, { interval: 5 }).toBe(10);
  };
  const connectionsInUse = () => {
    const { totalCount: total, idleCount: idle } = app.store.pool()!;
    return total - idle;
  };
  const callSome = () =>
    Array.from({ length: 30 }, (_, index) => (index % 2 ? read() : save(`while away ${index}`)));

  test('goes while calls are under way: they answer 503, the node stays, and it heals by itself', async () => {
    await start();
    proxy.fallSilent();
    const underWay = callSome();
    await busy();
    proxy.cut();
    for (const answer of await Promise.all(underWay)) expect(answer).toMatchObject(unavailable);
    expect(await save('while away')).toMatchObject(unavailable);
    const ready = await fetch(`${app.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      {
        status: 'unavailable',
        checks: {
          store: { ok: false, cause: expect.stringMatching(/^[A-Z]+$/) },
          disk: { ok: true },
        },
      },
    ]);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    proxy.speakAgain();
    await back();
    expect((await read()).body.content).toBe('after');
  });

  // Without a bound the calls would wait until the system gives the connections up, for a quarter
  // of an hour.
  test('falls silent: calls answer 503 in bounded time, and it heals by itself', async () => {
    await start();
    proxy.fallSilent();
    const underWay = callSome();
    await busy();
    for (const answer of await Promise.all(underWay)) expect(answer).toMatchObject(unavailable);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    proxy.speakAgain();
    await back();
    expect((await read()).body.content).toBe('after');
  });
});
