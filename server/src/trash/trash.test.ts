import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import {
  bearer,
  makeToken,
  type Person,
  signIn,
  signUp,
  TEST_PASSWORD,
} from '../../testing/factories.ts';
import { grantFor, makeLink, newOpener, withGrant } from '../../testing/links.ts';
import { upload } from '../../testing/uploads.ts';
import { transact } from '../core/db/database.ts';
import { createClip } from '../clips/clips.changes.ts';
import { removeOldClips } from '../clips/clips.module.ts';
import { removeOldItems } from '../desktop/desktop.jobs.ts';
import { removeOldContent } from '../rooms/rooms.jobs.ts';

const MINUTE = 60_000;
const DAY_MS = 24 * 3600_000;
const notInTrash = { error: 'This is no longer in the trash.', code: 'NOT_IN_TRASH' };

interface Listed {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly deletedAt: string;
  readonly goneAt: string;
  readonly bytes: number;
}

let app: TestApp;
let owner: Person;
let member: Person;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  [owner, member] = [await signUp(app), await signUp(app)];
});
afterEach(() => void vi.useRealTimers());

const pass = async (ms: number) => {
  vi.setSystemTime(Date.now() + ms);
  // Sessions do not last that long.
  [owner, member] = [
    { ...owner, headers: bearer(await signIn(app, owner.user.id)) },
    { ...member, headers: bearer(await signIn(app, member.user.id)) },
  ];
};
const as = (
  { headers }: Pick<Person, 'headers'>,
  what: Parameters<typeof call>[1],
  body?: unknown,
) => call(app, what, { headers, body });
const trash = async (query = '', person = owner) => {
  const { status, body } = await as(person, `GET /trash${query}`);
  expect(status).toBe(200);
  return body as { items: Listed[]; total: number; bytes: number };
};
const makeClip = async (content: string) =>
  (await as(owner, 'POST /clipboard', { content })).body.id as string;
const makeItem = async (content: string) =>
  (await as(owner, 'POST /virtual-desktop/items/text', { content })).body.id as string;
const makeRoom = async (name = 'Room') => {
  const { id } = (await as(owner, 'POST /rooms', { name })).body;
  await as(owner, `POST /rooms/${id}/members`, { email: member.user.email });
  return id as string;
};
const addTo = async (room: string, content: string, person = member) =>
  (await as(person, `POST /rooms/${room}/content`, { content })).body.id as string;
const restore = (kind: string, id: string, person: Pick<Person, 'headers'> = owner) =>
  as(person, `POST /trash/${kind}/${id}/restore`);
const remove = (kind: string, id: string, person: Pick<Person, 'headers'> = owner) =>
  as(person, `DELETE /trash/${kind}/${id}`);
const runJobs = async (now = Date.now()) => {
  await removeOldClips({ ...app, trashMs: 30 * DAY_MS }, now);
  await removeOldItems(app, now);
  await removeOldContent(app.files, 30 * DAY_MS, now);
};
const isStored = async (sha256OrName: string) =>
  (await app.store.db.selectFrom('files').select('id').where('name', '=', sha256OrName).execute())
    .length > 0;
/** How many of those that files of these names had when this was first called are left. */
const blobsOf = async (...names: string[]) => {
  const files = await app.store.db
    .selectFrom('files')
    .select('blob_id')
    .where('name', 'in', names)
    .execute();
  const ids = files.map((file) => file.blob_id);
  return async () =>
    (await app.store.db.selectFrom('blobs').select('id').where('id', 'in', ids).execute()).length;
};

test('what others sent tells by which link it came', async () => {
  const link = await makeLink(app, owner, { inbox: true, label: 'Photos' });
  const headers = withGrant(await grantFor(app, link));
  const body = { content: 'sent', captureId: newOpener() };
  const { id } = (await call(app, 'POST /link/clips', { headers, body })).body;
  await as(owner, `DELETE /clipboard/${await makeClip('mine')}`);
  await pass(MINUTE);
  await as(owner, `DELETE /clipboard/${id}`);
  const { items } = (await as(owner, 'GET /trash')).body;
  expect(items).toMatchObject([{ id, via: { kind: 'link', label: 'Photos' } }, {}]);
  expect(items[1]).not.toHaveProperty('via');
});

test('everything that was deleted, the latest first, with what it takes', async () => {
  const clip = await makeClip('\n  A clip 🙂\nof two lines');
  await upload(app, `/clipboard/${clip}/files`, owner.headers, {
    name: 'a.txt',
    bytes: '1234',
  });
  const onlyFile = await makeClip('');
  await upload(app, `/clipboard/${onlyFile}/files`, owner.headers, { name: 'only.txt' });
  const block = await makeItem('A block');
  const [room, other] = [await makeRoom('Deleted room'), await makeRoom()];
  await addTo(room, 'four');
  const item = await addTo(other, 'A text', owner);
  for (const path of [
    `/clipboard/${clip}`,
    `/clipboard/${onlyFile}`,
    `/virtual-desktop/items/${block}`,
    `/rooms/${room}`,
    `/rooms/${other}/content/${item}`,
  ]) {
    vi.setSystemTime(Date.now() + 1000);
    expect((await as(owner, `DELETE ${path as '/'}`)).status).toBe(200);
  }
  const { items, total, bytes } = await trash();
  expect(items.map(({ kind, id, title }) => [kind, id, title])).toEqual([
    ['roomItem', item, 'A text'],
    ['room', room, 'Deleted room'],
    ['desktopItem', block, 'A block'],
    ['clip', onlyFile, 'only.txt'],
    ['clip', clip, 'A clip 🙂'],
  ]);
  expect(items.at(-1)?.bytes).toBe(Buffer.byteLength('\n  A clip 🙂\nof two lines') + 4);
  expect(items[1]?.bytes).toBe(4);
  expect(total).toBe(5);
  expect(bytes).toBe(items.reduce((sum, each) => sum + each.bytes, 0));
  for (const { deletedAt, goneAt } of items)
    expect(Date.parse(goneAt) - Date.parse(deletedAt)).toBe(30 * DAY_MS);
  const clips = await trash('?kind=clip&pageSize=1&page=2');
  expect(clips.items.map(({ id }) => id)).toEqual([clip]);
  expect(clips.total).toBe(2);
  expect((await as(owner, 'GET /trash?kind=note')).status).toBe(400);
});

test('emptying takes what is mine to remove, and nothing that is not deleted', async () => {
  const room = await makeRoom();
  const ofOwner = await addTo(room, "the owner's", owner);
  const ofMember = await addTo(room, "the member's");
  for (const id of [ofOwner, ofMember]) await as(member, `DELETE /rooms/${room}/content/${id}`);
  expect((await trash('', member)).total).toBe(2);
  expect((await as(member, 'DELETE /trash')).body).toEqual({ removed: 1 });
  expect((await trash('', member)).items.map(({ id }) => id)).toEqual([ofOwner]);
  const kept = await makeClip('kept');
  for (let number = 0; number < 3; number++) {
    const id = await makeClip(`gone ${number}`);
    await as(owner, `DELETE /clipboard/${id}`);
  }
  expect((await as(owner, 'DELETE /trash')).body).toEqual({ removed: 4 });
  expect(await trash()).toEqual({ items: [], total: 0, bytes: 0 });
  expect((await as(owner, `GET /clipboard/${kept}`)).status).toBe(200);
});

describe('what is in it', () => {
  test('nothing of others, no drafts, nothing of a room that was deleted whole', async () => {
    const draft = await makeClip('');
    await as(owner, `DELETE /clipboard/${draft}`);
    const room = await makeRoom();
    const item = await addTo(room, 'deleted before');
    await as(member, `DELETE /rooms/${room}/content/${item}`);
    await as(owner, `DELETE /rooms/${room}`);
    expect((await trash()).items.map(({ kind }) => kind)).toEqual(['room']);
    expect((await trash('', member)).items).toEqual([]);
    await restore('room', room);
    expect((await trash('', member)).items.map(({ id }) => id)).toEqual([item]);
  });

  test('of a room: to each what they deleted or wrote, to its owner everything', async () => {
    const third = await signUp(app);
    const room = await makeRoom();
    await as(owner, `POST /rooms/${room}/members`, { email: third.user.email });
    const [ofMember, ofThird] = [
      await addTo(room, "the member's"),
      await addTo(room, "the third's", third),
    ];
    await as(third, `DELETE /rooms/${room}/content/${ofMember}`);
    vi.setSystemTime(Date.now() + 1000);
    await as(owner, `DELETE /rooms/${room}/content/${ofThird}`);
    const idsOf = async (person: Person) => (await trash('', person)).items.map(({ id }) => id);
    expect(await idsOf(owner)).toEqual([ofThird, ofMember]);
    expect(await idsOf(member)).toEqual([ofMember]);
    expect(await idsOf(third)).toEqual([ofThird, ofMember]);
    await as(owner, `DELETE /rooms/${room}/members/${third.user.id}`);
    expect(await idsOf(third)).toEqual([]);
  });

  test('is gone after 30 days, with its bytes and no others', async () => {
    const [shared, own] = [`shared ${owner.user.id}`, `own ${owner.user.id}`];
    const [clip, kept] = [await makeClip('goes'), await makeClip('stays')];
    await upload(app, `/clipboard/${clip}/files`, owner.headers, { name: own, bytes: own });
    for (const id of [clip, kept])
      await upload(app, `/clipboard/${id}/files`, owner.headers, {
        name: shared,
        bytes: shared,
      });
    const room = await makeRoom();
    await upload(app, `/rooms/${room}/upload`, owner.headers, {
      name: `room ${own}`,
      bytes: `room ${own}`,
    });
    const countBlobs = await blobsOf(shared, own, `room ${own}`);
    await as(owner, `DELETE /clipboard/${clip}`);
    await as(owner, `DELETE /rooms/${room}`);
    await runJobs(Date.now() + 30 * DAY_MS - MINUTE);
    expect(await countBlobs()).toBe(3);
    expect((await restore('clip', clip)).status).toBe(200);
    await as(owner, `DELETE /clipboard/${clip}`);
    await pass(30 * DAY_MS + MINUTE);
    expect((await trash()).items).toEqual([]);
    expect((await restore('clip', clip)).body).toEqual(notInTrash);
    expect((await restore('room', room)).body).toEqual(notInTrash);
    await runJobs();
    expect(await countBlobs()).toBe(1);
    expect(await isStored(own)).toBe(false);
    const [file] = (await as(owner, `GET /clipboard/${kept}/files`)).body;
    expect(await (await fetch(app.url + file.url)).text()).toBe(shared);
  });
});

describe('restoring', () => {
  test('a clip as it was, with favourite, files and address, weeks later', async () => {
    const id = await makeClip('text');
    await upload(app, `/clipboard/${id}/files`, owner.headers, { name: 'a.txt' });
    await as(owner, `POST /clipboard/${id}/favorite`);
    const { body: before } = await as(owner, `GET /clipboard/${id}`);
    await as(owner, `DELETE /clipboard/${id}`);
    expect((await call(app, `GET /clipboard/${id}`)).status).toBe(404);
    await pass(29 * DAY_MS);
    const { status, body } = await restore('clip', id);
    expect(status).toBe(200);
    const url = expect.any(String);
    expect(body).toEqual({ ...before, filePath: url, files: [{ ...before.files[0], url }] });
    expect((await call(app, `GET /clipboard/${id}`)).status).toBe(200);
    expect((await restore('clip', id)).body).toEqual(notInTrash);
  });

  test('a room with its members, invitations, content and link', async () => {
    const room = await makeRoom('Full');
    const item = await addTo(room, 'content');
    await as(owner, `POST /rooms/${room}/members`, { email: 'invited@example.org' });
    const { body: before } = await as(owner, `GET /rooms/${room}`);
    await as(owner, `DELETE /rooms/${room}`);
    expect((await as(member, `GET /rooms/${room}`)).status).toBe(404);
    expect((await as(member, 'GET /rooms')).body).toEqual([]);
    await pass(29 * DAY_MS);
    await runJobs();
    const { status, body } = await restore('room', room);
    expect(status).toBe(200);
    const at = expect.any(String);
    expect(body).toEqual({ ...before, updated_at: at });
    expect(body.memberCount).toBe(3);
    expect((await as(member, 'GET /rooms')).body).toHaveLength(1);
    expect((await as(member, `GET /rooms/${room}/content?search=content`)).body.content).toEqual([
      expect.objectContaining({ id: item }),
    ]);
    const [entry] = (await as(owner, `GET /rooms/${room}/activity`)).body;
    expect(entry.type).toBe('room_restored');
  });

  test('by any member for ten minutes, then by who wrote, deleted or owns it', async () => {
    const third = await signUp(app);
    const room = await makeRoom();
    await as(owner, `POST /rooms/${room}/members`, { email: third.user.email });
    const [soon, late] = [await addTo(room, 'soon'), await addTo(room, 'late')];
    for (const id of [soon, late]) await as(owner, `DELETE /rooms/${room}/content/${id}`);
    await pass(9 * MINUTE);
    expect((await restore('roomItem', soon, third)).body).toMatchObject({ content: 'soon' });
    await pass(2 * MINUTE);
    expect((await restore('roomItem', late, third)).body).toEqual(notInTrash);
    expect((await as(third, `POST /rooms/${room}/content/${late}/restore`)).status).toBe(404);
    expect((await restore('roomItem', late, member)).body).toMatchObject({ content: 'late' });
    expect((await as(owner, `GET /rooms/${room}`)).body.contentTotal).toBe(2);
  });

  test('a block of the desktop', async () => {
    const block = await makeItem('A block');
    await as(owner, `DELETE /virtual-desktop/items/${block}`);
    await pass(20 * DAY_MS);
    expect((await restore('note', block)).status).toBe(400);
    expect((await restore('room', await makeRoom(), member)).body).toEqual(notInTrash);
    expect((await restore('desktopItem', block)).body).toMatchObject({
      id: block,
      content: 'A block',
    });
    expect((await as(owner, 'GET /virtual-desktop')).body.items).toHaveLength(1);
  });
});

describe('deleting for good', () => {
  test('removes the bytes at once', async () => {
    const name = `gone ${owner.user.id}`;
    const room = await makeRoom();
    await upload(app, `/rooms/${room}/upload`, owner.headers, { name, bytes: name });
    await as(owner, `DELETE /rooms/${room}`);
    const countBlobs = await blobsOf(name);
    expect(await countBlobs()).toBe(1);
    expect((await remove('room', room)).status).toBe(200);
    expect(await countBlobs()).toBe(0);
    expect((await restore('room', room)).body).toEqual(notInTrash);
    expect((await remove('room', room)).body).toEqual(notInTrash);
  });

  test('of a room item is for its author and the owner of the room', async () => {
    const room = await makeRoom();
    const ofOwner = await addTo(room, "the owner's", owner);
    const ofMember = await addTo(room, "the member's");
    await as(member, `DELETE /rooms/${room}/content/${ofOwner}`);
    await as(owner, `DELETE /rooms/${room}/content/${ofMember}`);
    expect((await remove('roomItem', ofOwner, member)).body).toEqual(notInTrash);
    expect((await remove('roomItem', ofMember, member)).status).toBe(200);
    expect((await remove('roomItem', ofOwner)).status).toBe(200);
  });

  test('emptying goes on in lots, and without its caller', async () => {
    const room = await makeRoom();
    const ofOwner = await addTo(room, "the owner's", owner);
    await as(member, `DELETE /rooms/${room}/content/${await addTo(room, "the member's")}`);
    await transact(app.store.db, async (tx) => {
      for (let number = 0; number < 120; number++)
        await tx
          .updateTable('clips')
          .set({ deleted_at: Date.now() - 1 })
          .where('id', '=', (await createClip(tx, member.user.id, `${number}`, Date.now())).id)
          .execute();
    });
    // Listed first, and not the member's to remove.
    await as(member, `DELETE /rooms/${room}/content/${ofOwner}`);
    expect((await trash('', member)).total).toBe(122);
    const leaving = new AbortController();
    const begin = app.store.db.transaction.bind(app.store.db);
    const transactions = vi.spyOn(app.store.db, 'transaction').mockImplementation(() => {
      leaving.abort();
      return begin();
    });
    const left = fetch(`${app.url}/api/trash`, {
      method: 'DELETE',
      headers: member.headers,
      signal: leaving.signal,
    });
    await expect(left).rejects.toThrow();
    await expect
      .poll(async () => (await trash('', member)).items.map(({ id }) => id), { timeout: 60_000 })
      .toEqual([ofOwner]);
    transactions.mockRestore();
  });

  test('is nothing for programs, which find and restore what their scopes cover', async () => {
    const [clip, block] = [await makeClip('a'), await makeItem('b')];
    await as(owner, `DELETE /clipboard/${clip}`);
    await as(owner, `DELETE /virtual-desktop/items/${block}`);
    const program = await makeToken(app, owner.user.id, ['clips:read', 'clips:write']);
    const found = (await as(program, 'GET /trash')).body;
    expect(found.items.map(({ kind }: Listed) => kind)).toEqual(['clip']);
    expect(found.total).toBe(1);
    expect((await as(program, 'GET /trash?kind=desktopItem')).body.items).toEqual([]);
    expect((await restore('desktopItem', block, program)).body.code).toBe('SCOPE_MISSING');
    for (const what of ['/trash', `/trash/clip/${clip}`, `/clipboard/${clip}?forever=true`])
      expect((await as(program, `DELETE ${what as '/'}`)).body.code).toBe('TOKEN_NOT_ALLOWED');
    expect((await restore('clip', clip, program)).status).toBe(200);
  });

  test('goes with the account', async () => {
    const room = await makeRoom();
    const [mine, deleted] = [await addTo(room, 'stays'), await addTo(room, 'goes')];
    await as(member, `DELETE /rooms/${room}/content/${deleted}`);
    expect((await as(member, 'DELETE /account', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await trash()).items).toEqual([]);
    const rows = await app.store.db
      .selectFrom('room_content')
      .select('id')
      .where('room_id', '=', room)
      .execute();
    expect(rows).toEqual([{ id: mine }]);
    const own = await signUp(app);
    const { id } = (await as(own, 'POST /rooms', { name: 'Own' })).body;
    await as(own, `POST /rooms/${id}/content`, { content: 'gone' });
    await as(own, `DELETE /rooms/${id}`);
    expect((await as(own, 'DELETE /account', { password: TEST_PASSWORD })).status).toBe(200);
    await runJobs();
    expect(
      await app.store.db
        .selectFrom('room_content')
        .select('id')
        .where('room_id', '=', id)
        .execute(),
    ).toEqual([]);
  });
});

describe('with TRASH_DAYS=0', () => {
  let without: TestApp;
  beforeAll(async () => {
    vi.useRealTimers();
    without = await buildTestApp({ TRASH_DAYS: '0' });
  });
  afterAll(() => without.stop());

  test('what was deleted can be brought back for ten minutes', async () => {
    const person = await signUp(without);
    const on = (what: Parameters<typeof call>[1], body?: unknown) =>
      call(without, what, { headers: person.headers, body });
    expect((await on('GET /features')).body.trashDays).toBe(0);
    const { id } = (await on('POST /clipboard', { content: 'a' })).body;
    await on(`DELETE /clipboard/${id}`);
    const [item] = (await on('GET /trash')).body.items as Listed[];
    expect(Date.parse(item?.goneAt ?? '') - Date.parse(item?.deletedAt ?? '')).toBe(10 * MINUTE);
    vi.setSystemTime(Date.now() + 10 * MINUTE + 1);
    expect((await on('GET /trash')).body.items).toEqual([]);
    expect((await on(`POST /trash/clip/${id}/restore`)).body).toEqual(notInTrash);
    expect((await on(`POST /clipboard/${id}/restore`)).status).toBe(404);
  });
});
