import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { as, signUpAdmin } from '../../testing/owner.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { begin } from '../../testing/in-parts.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { upload } from '../../testing/uploads.ts';
import { ROW_BYTES, sumStored } from '../files/stored.queries.ts';

const KB = 1024;
const MEGABYTE = KB ** 2;

onEachDatabase((environment) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await buildTestApp(environment);
    admin = await signUpAdmin(app);
  });
  afterAll(() => app.stop());
  /** Somebody, and what takes their storage. */
  async function arrive() {
    const person = await signUp(app);
    const my = as(app, person);
    const send = (path: string, kilobytes: number) =>
      upload(app, path, person.headers, { name: 'film.mp4', bytes: Buffer.alloc(kilobytes * KB) });
    async function read() {
      const { body } = await my('GET /account/storage');
      const kinds: Record<string, [number, number]> = {};
      for (const { kind, bytes, count } of body.kinds) kinds[kind] = [bytes, count];
      return { ...body, kinds };
    }
    return { person, my, send, read };
  }
  const row = (bytes: number, rows = 1) => bytes + rows * ROW_BYTES;

  test('what takes storage is told by kinds, which sum up to what counts', async () => {
    const { person, my, send, read } = await arrive();
    const none: [number, number] = [0, 0];
    expect(await read()).toEqual({
      used: 0,
      limit: 20480 * MEGABYTE,
      kinds: {
        clips: none,
        rooms: none,
        desktop: none,
        history: none,
        trash: none,
        uploads: none,
        other: none,
      },
      largest: [],
    });
    const clip = (await my('POST /clipboard', { content: 'My film\nof the sea' })).body;
    await send(`/clipboard/${clip.id}/files`, 300);
    const small = (await my('POST /clipboard', { content: 'x'.repeat(64 * KB - 1) })).body;
    const room = (await my('POST /rooms', { name: 'Sea' })).body;
    const item = (await send(`/rooms/${room.id}/upload`, 200)).body;
    const block = (await send('/virtual-desktop/items/file', 100)).body;
    const begun = (await begin(app, `clipboard/${clip.id}`, person.headers, { size: 90 * KB }))
      .body;
    const gone = (await my('POST /clipboard', { content: 'y'.repeat(70 * KB) })).body;
    await my(`DELETE /clipboard/${gone.id}`);
    const found = await read();
    expect(found.kinds).toEqual({
      clips: [row(17 + 364 * KB, 2), 2],
      rooms: [row(200 * KB), 1],
      desktop: [row(100 * KB), 1],
      history: none,
      trash: [row(70 * KB), 1],
      uploads: [row(90 * KB), 1],
      other: none,
    });
    expect(found.used).toBe(await sumStored(app.store.scans, person.user.id));
    const at = { createdAt: expect.any(String) };
    expect(found.largest).toEqual([
      { kind: 'clip', id: clip.id, of: null, title: 'My film', bytes: 300 * KB + 18, ...at },
      { kind: 'roomItem', id: item.id, of: room.id, title: 'film.mp4', bytes: 200 * KB, ...at },
      { kind: 'desktopItem', id: block.id, of: null, title: 'film.mp4', bytes: 100 * KB, ...at },
      { kind: 'upload', id: begun.id, of: null, title: begun.name, bytes: 90 * KB, ...at },
      { kind: 'trash', id: gone.id, of: 'clip', title: 'y'.repeat(120), bytes: 70 * KB, ...at },
    ]);
    expect(found.largest[0].createdAt).toBe(clip.createdAt);
    await my(`PUT /clipboard/${small.id}`, { content: 'x'.repeat(64 * KB) });
    expect((await read()).largest.map(({ id }: { id: string }) => id)).toContain(small.id);
  });

  test('a deleted room is one thing, with all that is in it', async () => {
    const { person, my, send, read } = await arrive();
    const room = (await my('POST /rooms', { name: 'Sea' })).body;
    for (let files = 0; files < 3; files++) await send(`/rooms/${room.id}/upload`, 50);
    await my(`DELETE /rooms/${room.id}`);
    const { kinds, largest, used } = await read();
    expect([kinds.rooms, kinds.trash[1], used]).toEqual([
      [0, 0],
      1,
      await sumStored(app.store.scans, person.user.id),
    ]);
    const title = { id: room.id, of: 'room', title: 'Sea' };
    expect(largest).toMatchObject([{ kind: 'trash', ...title, bytes: 150 * KB }]);
    await my(`DELETE /trash/room/${room.id}`);
    expect((await read()).largest).toEqual([]);
  });

  test('what others deleted with their room is mine, and not mine to remove', async () => {
    const [owner, guest] = [await arrive(), await arrive()];
    const room = (await owner.my('POST /rooms', { name: 'Ours', isPrivate: false })).body;
    const invited = { email: guest.person.user.email };
    expect((await owner.my(`POST /rooms/${room.id}/members`, invited)).status).toBe(201);
    expect((await guest.send(`/rooms/${room.id}/upload`, 100)).status).toBe(201);
    expect((await guest.read()).kinds.rooms).toEqual([row(100 * KB), 1]);
    await owner.my(`DELETE /rooms/${room.id}`);
    const { kinds, largest } = await guest.read();
    expect([kinds.rooms, kinds.trash, kinds.other, largest]).toEqual([
      [0, 0],
      [0, 0],
      [row(100 * KB), 0],
      [],
    ]);
  });

  test('earlier versions and deleted files are history, of a deleted clip trash', async () => {
    const { my, send, read } = await arrive();
    const clip = (await my('POST /clipboard', { content: 'Plan' })).body;
    const file = (await send(`/clipboard/${clip.id}/files`, 80)).body;
    await my(`PUT /clipboard/${clip.id}`, { content: 'A plan' });
    await my(`DELETE /clipboard/${clip.id}/files/${file.id}`);
    const { kinds, largest } = await read();
    const [bytes, count] = kinds.history;
    expect([bytes > 80 * KB, count, kinds.clips]).toEqual([true, 1, [row(6), 1]]);
    const found = { kind: 'history', id: clip.id, of: null, title: 'A plan', bytes };
    expect(largest).toMatchObject([found]);
    await my(`DELETE /clipboard/${clip.id}`);
    const later = await read();
    expect([later.kinds.history, later.kinds.trash]).toEqual([
      [0, 0],
      [row(bytes + 6), 1],
    ]);
    await my('DELETE /trash');
    expect((await read()).kinds.trash).toEqual([0, 0]);
  });

  test('an admin sees kinds without names, and the limit of the person', async () => {
    const { person, my, read } = await arrive();
    await my('POST /clipboard', { content: 'a secret '.repeat(10_000) });
    const asAdmin = as(app, admin);
    const path = `/admin/users/${person.user.id}` as const;
    const seen = async () => (await asAdmin(`GET ${path}/storage`)).body;
    const { used, limit, kinds } = (await my('GET /account/storage')).body;
    expect(await seen()).toEqual({ used, limit, kinds, storageMb: null });
    await asAdmin(`PATCH ${path}`, { storageMb: 5 });
    expect(await seen()).toMatchObject({ limit: 5 * MEGABYTE, storageMb: 5 });
    expect((await read()).limit).toBe(5 * MEGABYTE);
    expect(await asAdmin('GET /admin/users/unknown/storage')).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
  });
});
