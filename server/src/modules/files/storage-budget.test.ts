import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { signUp } from '../../../testing/factories.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { upload } from '../../../testing/uploads.ts';
import { createStorageBudget, type StorageBudgetSources } from './storage-budget.ts';
import { findUseOfPerson, findUseOfSignedOut } from './storage-use.queries.ts';

const FULL = { status: 507, body: { error: 'Storage is full', code: 'STORAGE_FULL' } };
const MEGABYTE = 1024 ** 2;

describe('a budget', () => {
  const nothing = async () => ({ bytes: 0, things: 0 });
  const plenty = async () => ({ free: 1e12, total: 1e12 });
  const budget = (sources: Partial<StorageBudgetSources>) =>
    createStorageBudget({
      ofPerson: nothing,
      ofSignedOut: nothing,
      disk: plenty,
      perPersonMb: 10,
      signedOutMb: 10,
      ...sources,
    });
  const adding = (userId: string | null, megabytes: number, networkHash = 'here') => ({
    userId,
    networkHash,
    bytes: megabytes * MEGABYTE,
  });
  const full = expect.objectContaining({ code: 'STORAGE_FULL' });

  test('is each person’s own', async () => {
    const { require } = budget({});
    for (let index = 0; index < 10; index++) await require(adding('ada', 1));
    await expect(require(adding('ada', 1))).rejects.toEqual(full);
    await require(adding('bob', 1));
  });

  test('of those who are signed out is one, and a fifth of it each network’s', async () => {
    const { require } = budget({});
    await require(adding(null, 2));
    await expect(require(adding(null, 1))).rejects.toEqual(full);
    for (const network of ['b', 'c', 'd', 'e']) await require(adding(null, 2, network));
    await expect(require(adding(null, 1, 'f'))).rejects.toEqual(full);
  });

  test('counts rows as well', async () => {
    const { require } = budget({ ofPerson: async () => ({ bytes: 0, things: 2_000_000 }) });
    await expect(require(adding('ada', 0))).rejects.toEqual(full);
  });

  test('leaves what deleting and signing in need, and opens as soon as space is freed', async () => {
    let free = 200 * MEGABYTE;
    const { require } = budget({ disk: async () => ({ free, total: 1e12 }) });
    await expect(require(adding('ada', 1))).rejects.toEqual(full);
    free = 1000 * MEGABYTE;
    await require(adding('ada', 1));
  });

  test('takes no more into what is kept free however fast it comes', async () => {
    let free = 259.5 * MEGABYTE;
    const { require } = budget({ disk: async () => ({ free, total: 1e12 }) });
    for (let index = 0; index < 3; index++) {
      await require(adding('ada', 1));
      free -= MEGABYTE;
    }
    await expect(require(adding('ada', 1))).rejects.toEqual(full);
  });
});

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({
      ...environment,
      STORAGE_PER_PERSON_MB: '1',
      STORAGE_SIGNED_OUT_MB: '5',
    });
  });
  afterAll(() => app.stop());
  const half = Buffer.alloc(MEGABYTE / 2 - 1000, 'x');

  test('a person’s clips, rooms and desktop together', async () => {
    const { headers, user } = await signUp(app);
    const clip = (await call(app, 'POST /clipboard', { headers, body: { content: 'éa' } })).body;
    expect(
      (await upload(app, `/clipboard/${clip.id}/files`, headers, { bytes: half })).status,
    ).toBe(201);
    const room = (await call(app, 'POST /rooms', { headers, body: { name: 'R' } })).body;
    await call(app, `POST /rooms/${room.id}/content`, { headers, body: { content: 'in it' } });
    await call(app, 'POST /virtual-desktop/items/text', {
      headers,
      body: { content: 'on it' },
    });
    expect(await findUseOfPerson(app.store.db, user.id)).toEqual({
      bytes: 3 + half.length + 5 + 5,
      things: 4,
    });
    const more = () => upload(app, `/rooms/${room.id}/upload`, headers, { bytes: half });
    const refused = [await more(), await more()].at(-1);
    expect(refused).toMatchObject(FULL);
    // What is needed to make room, to leave and to read goes on.
    expect((await call(app, `GET /clipboard/${clip.id}`)).status).toBe(200);
    expect((await call(app, `DELETE /clipboard/${clip.id}`, { headers })).status).toBe(200);
    expect((await call(app, 'POST /auth/logout', { headers })).status).toBe(200);
  });

  test('a browser’s desktop counts for its network until it is somebody’s', async () => {
    const first = await fetch(`${app.url}/api/virtual-desktop/items/text`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://clipline.test' },
      body: JSON.stringify({ content: 'nobody’s' }),
    });
    expect(first.status).toBe(201);
    const bytes = Buffer.byteLength('nobody’s');
    expect(await findUseOfSignedOut(app.store.db)).toEqual({ bytes, things: 1 });
    const { network_hash: hash } = await app.store.db
      .selectFrom('desktops')
      .select('network_hash')
      .where('user_id', 'is', null)
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(await findUseOfSignedOut(app.store.db, String(hash))).toEqual({ bytes, things: 1 });
    expect(await findUseOfSignedOut(app.store.db, 'elsewhere')).toEqual({ bytes: 0, things: 0 });
    const cookie = (first.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const send = () =>
      upload(
        app,
        '/virtual-desktop/items/file',
        { cookie, origin: 'http://clipline.test' },
        { bytes: half },
      );
    const answers = [await send(), await send(), await send()];
    expect(answers.map(({ status }) => status)).toContain(507);
  });
});
