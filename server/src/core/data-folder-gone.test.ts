import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { upload } from '../../testing/uploads.ts';

let app: TestApp;
let person: Person;
let clipId: string;
let url: URL;

beforeEach(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent' });
  person = await signUp(app);
  const { headers } = person;
  clipId = (await call(app, 'POST /clipboard', { headers, body: { content: 'kept' } })).body.id;
  url = new URL((await upload(app, `/clipboard/${clipId}/files`, headers)).body.url, app.url);
});
afterEach(() => app.stop());

const save = (content: string) =>
  call(app, `PUT /clipboard/${clipId}`, { headers: person.headers, body: { content } });
const send = () => upload(app, `/clipboard/${clipId}/files`, person.headers, { bytes: 'more' });
const download = async () => (await fetch(url)).status;
const content = async () =>
  (await call(app, `GET /clipboard/${clipId}`, { headers: person.headers })).body.content;
const ready = async () => {
  const answer = await fetch(`${app.url}/readyz`);
  return [answer.status, await answer.json()];
};
/** A room to which the person was added, and a look into it as them. */
async function addedToRoom() {
  const { headers } = await signUp(app);
  const { body: room } = await call(app, 'POST /rooms', { headers, body: { name: 'Studio' } });
  const body = { email: person.user.email };
  await call(app, `POST /rooms/${room.id}/members`, { headers, body });
  return [
    room.id as string,
    (id: string) => call(app, `GET /rooms/${id}`, { headers: person.headers }),
  ] as const;
}
/** Opens the person's desktop by its link, which no one did before. */
async function sharedDesktop() {
  const { headers } = person;
  await call(app, 'POST /virtual-desktop/items/text', { headers, body: { content: 'on it' } });
  const { body } = await call(app, 'GET /virtual-desktop', { headers });
  const token = body.desktop.share_token as string;
  return () => call(app, `GET /virtual-desktop/shared/${token}`);
}
const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } };
const others = (name: string) => path.join(path.dirname(app.dataDir), `${name}-${process.pid}`);

test.each([
  ['is gone', () => {}],
  ['was replaced by an empty one', () => mkdirSync(app.dataDir)],
])(
  'while the data folder %s nothing is acknowledged, /readyz tells, and all is well once it is back',
  async (_how, replace) => {
    const elsewhere = others('moved');
    renameSync(app.dataDir, elsewhere);
    replace();
    expect(await save('lost')).toMatchObject(unavailable);
    expect(
      await call(app, 'POST /clipboard', { headers: person.headers, body: { content: 'lost' } }),
    ).toMatchObject(unavailable);
    expect(await send()).toMatchObject(unavailable);
    expect([await download(), await content()]).toEqual([503, 'kept']);
    expect(await ready()).toMatchObject([503, { checks: { store: { ok: false } } }]);

    rmSync(app.dataDir, { recursive: true, force: true });
    renameSync(elsewhere, app.dataDir);
    expect((await save('saved')).status).toBe(200);
    expect([(await send()).status, await download(), await content()]).toEqual([201, 200, 'saved']);
    await expect.poll(ready).toMatchObject([200, { status: 'ready' }]);
  },
);

test('while the folder of files is gone, as when its disk is, only calls about files fail', async () => {
  const [blobs, elsewhere] = [path.join(app.dataDir, 'blobs'), others('blobs')];
  renameSync(blobs, elsewhere);
  mkdirSync(blobs);
  expect(await send()).toMatchObject(unavailable);
  expect(await download()).toBe(503);
  expect((await save('saved')).status).toBe(200);
  expect(await ready()).toMatchObject([
    200,
    { status: 'degraded', checks: { files: { ok: false } } },
  ]);
  rmSync(blobs, { recursive: true });
  renameSync(elsewhere, blobs);
  expect([(await send()).status, await download()]).toEqual([201, 200]);
  await expect.poll(ready).toMatchObject([200, { status: 'ready' }]);
});

test('while the store cannot be written nothing is acknowledged, what is there is read, and all is well once it can', async () => {
  // Both first reads note something besides.
  const [room, lookInto] = await addedToRoom();
  const openShared = await sharedDesktop();
  // What SQLite says of a disk that was mounted read-only under it.
  await sql`pragma query_only = on`.execute(app.store.db);
  expect(await save('lost')).toMatchObject(unavailable);
  const refused = await call(app, 'POST /auth/login', {
    body: { email: person.user.email, password: TEST_PASSWORD },
  });
  expect(refused).toMatchObject(unavailable);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect([await download(), await content()]).toEqual([200, 'kept']);
  expect(await lookInto(room)).toMatchObject({ status: 200, body: { role: 'member' } });
  expect((await openShared()).status).toBe(200);
  await sql`pragma query_only = off`.execute(app.store.db);
  expect((await save('saved')).status).toBe(200);
  expect(await content()).toBe('saved');
});
