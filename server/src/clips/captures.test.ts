import { CAPTURE_DAYS, MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, withGrant } from '../../testing/links.ts';
import { closeSockets, connectSocket, openSocket, record, settle } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { newId } from '../core/ids.ts';
import { forgetGoneAt, removeDoneBefore } from '../core/once.queries.ts';
import { endWaits, removeOldClips } from './clips.module.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const reused = [409, 'IDEMPOTENCY_KEY_REUSED'];
const deleted = [410, 'CAPTURE_DELETED'];

let app: TestApp;
let owner: Person;
let other: Person;
let captureId: string;

beforeAll(async () => {
  app = await buildTestApp();
  other = await signUp(app);
});
afterAll(async () => {
  closeSockets();
  await app.stop();
});
beforeEach(async () => {
  owner = await signUp(app);
  captureId = newId();
});

const ask = (what: Parameters<typeof call>[1], body?: unknown, person: Person = owner) =>
  call(app, what, { headers: person.headers, ...(body === undefined ? {} : { body }) });
const capture = (body: object, person: Person = owner) =>
  ask('POST /clipboard', { content: 'once', captureId, ...body }, person);
const attach = (id: string, part?: number, bytes = `bytes of ${part}`, person: Person = owner) =>
  upload(
    app,
    `/clipboard/${id}/files`,
    {
      ...person.headers,
      ...(part === undefined ? {} : { 'x-capture-part': `${captureId}:${part}` }),
    },
    { name: `${part}.txt`, bytes },
  );
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
const statuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((one, another) => one - another);
const history = async () => (await ask('GET /clipboard/history')).body;
const read = (id: string, person: Person = owner) => ask(`GET /clipboard/${id}`, undefined, person);
const latest = () => ask('GET /clipboard/latest');

describe('a capture', () => {
  test('sent twice is one clip, as it is now', async () => {
    const first = await capture({});
    expect([first.status, first.body.captureId]).toEqual([201, captureId]);
    const again = await capture({ type: 'text' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const saved = await ask(`PUT /clipboard/${first.body.id}`, { content: 'changed' });
    expect((await capture({})).body).toEqual(saved.body);
    expect(outcome(await capture({ content: 'changed' }))).toEqual(reused);
    expect(outcome(await capture({ files: 1 }))).toEqual(reused);
    expect(await history()).toHaveLength(1);
    expect((await read(first.body.id, other)).body).not.toHaveProperty('captureId');
  });

  test('is closed or open from the first as it says, whatever the account says', async () => {
    const openTo = async (id: string) => (await read(id, other)).status;
    const closed = await capture({ addressOpen: false });
    expect(closed.body.addressOpen).toBe(false);
    expect(await openTo(closed.body.id)).toBe(404);
    const again = await capture({ addressOpen: true });
    expect([again.status, again.body]).toEqual([200, closed.body]);
    await ask('PATCH /account', { newClipsOpen: false });
    const open = await ask('POST /clipboard', { content: 'open', addressOpen: true });
    expect([open.body.addressOpen, await openTo(open.body.id)]).toEqual([true, 200]);
    for (const addressOpen of [null, 'true', 1])
      expect((await ask('POST /clipboard', { content: 'x', addressOpen })).status).toBe(400);
  });

  test.each([true, false])('a draft takes it, and keeps it: %s', async (addressOpen) => {
    await ask('PATCH /account', { newClipsOpen: !addressOpen });
    const draft = (more: object) => ask('POST /clipboard', { content: '', ...more });
    const { body: first } = await draft({});
    expect(first.addressOpen).toBe(!addressOpen);
    const { body } = await draft({ addressOpen });
    expect(body).toMatchObject({ id: first.id, addressOpen });
    await ask(`PUT /clipboard/${body.id}`, { content: 'saved' });
    expect((await read(body.id, other)).status).toBe(addressOpen ? 200 : 404);
  });

  test('is known by its own id, not by an Idempotency-Key', async () => {
    const headers = { ...owner.headers, 'idempotency-key': 'one' };
    const save = (content: string, key: string) =>
      call(app, 'POST /clipboard', { headers, body: { content, captureId: key } });
    const [one, two] = [await save('a', captureId), await save('b', newId())];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.id).not.toBe(two.body.id);
  });

  test('is a key of each person', async () => {
    const [mine, theirs] = [await capture({}), await capture({}, other)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.body.id).not.toBe(theirs.body.id);
  });

  test('deleted meanwhile stays so, restored it is there again', async () => {
    const { id } = (await capture({})).body;
    await ask(`DELETE /clipboard/${id}`);
    expect(outcome(await capture({}))).toEqual(deleted);
    expect((await capture({})).body.error).toBe('This was already saved and deleted again.');
    await ask(`POST /clipboard/${id}/restore`);
    expect((await capture({})).status).toBe(200);
    await ask(`DELETE /clipboard/${id}`);
    await removeOldClips({ ...app, trashMs: 600_000 }, Date.now() + HOUR);
    expect(outcome(await capture({}))).toEqual(deleted);
  });

  test('undone is gone at once, files and all', async () => {
    const { id } = (await capture({ files: 1 })).body;
    const { url } = (await attach(id, 0)).body;
    const undo = (person = owner) => ask(`DELETE /clipboard/${id}?forever=true`, undefined, person);
    expect((await undo(other)).status).toBe(403);
    expect((await undo()).status).toBe(204);
    expect((await fetch(app.url + url)).status).toBe(404);
    expect((await ask(`POST /clipboard/${id}/restore`)).status).toBe(404);
    expect((await undo()).status).toBe(404);
    expect(outcome(await capture({ files: 1 }))).toEqual(deleted);
    expect(outcome(await attach(id, 0))).toEqual(deleted);
    expect((await ask('GET /clipboard/stats')).body.totalClips).toBe(0);
  });

  test('is forgotten so many days after its clip', async () => {
    const { id } = (await capture({})).body;
    const { db } = app.store;
    const now = Date.now();
    await forgetGoneAt(db, now);
    await removeDoneBefore(db, now + 500 * DAY);
    expect((await capture({})).status).toBe(200);
    await ask(`DELETE /clipboard/${id}?forever=true`);
    await forgetGoneAt(db, now + CAPTURE_DAYS * DAY);
    await forgetGoneAt(db, 0);
    await removeDoneBefore(db, now + (CAPTURE_DAYS - 1) * DAY);
    expect(outcome(await capture({}))).toEqual(deleted);
    await removeDoneBefore(db, now + (CAPTURE_DAYS + 1) * DAY);
    expect((await capture({})).status).toBe(201);
  });

  test.each([
    { captureId: 'a'.repeat(21) },
    { captureId: 'a'.repeat(65) },
    { captureId: `${'a'.repeat(21)}/` },
    { content: '' },
    { files: 0 },
    { files: 51 },
    { captureId: undefined, files: 1 },
  ])('is none with %j', async (body) => {
    expect(outcome(await capture(body))).toEqual([400, 'INVALID_REQUEST']);
    expect(await history()).toEqual([]);
  });
});

describe('announced files', () => {
  test('leave the clip to its owner until they are there', async () => {
    const { id } = (await capture({ content: '', files: 2 })).body;
    expect((await read(id, other)).status).toBe(404);
    expect(await history()).toHaveLength(1);
    expect((await ask('GET /clipboard/stats')).body.totalClips).toBe(0);
    expect((await latest()).status).toBe(404);
    const first = await attach(id, 1);
    expect(first.status).toBe(201);
    expect(await (await fetch(app.url + first.body.url)).text()).toBe('bytes of 1');
    expect((await read(id, other)).status).toBe(404);
    expect((await attach(id, 0)).status).toBe(201);
    expect((await read(id, other)).body.files).toHaveLength(2);
    expect((await ask('GET /clipboard/stats')).body.totalClips).toBe(1);
    expect((await latest()).body.id).toBe(id);
  });

  test('are all there once each announced part is, whatever else is added meanwhile', async () => {
    const { id } = (await capture({ content: '', files: 2 })).body;
    await attach(id);
    await attach(id, 0);
    await attach(id);
    expect((await read(id, other)).status).toBe(404);
    await attach(id, 1);
    expect((await read(id, other)).body.files).toHaveLength(4);
  });

  test('count without a part where none comes with one', async () => {
    const { id } = (await capture({ content: '', files: 2 })).body;
    await attach(id);
    expect((await read(id, other)).status).toBe(404);
    await attach(id);
    expect((await read(id, other)).status).toBe(200);
  });

  test('are those that were announced for this clip', async () => {
    const { id } = (await capture({ files: 1 })).body;
    const plain = (await ask('POST /clipboard', { content: 'x' })).body;
    expect(outcome(await attach(id, 1))).toEqual([400, 'INVALID_REQUEST']);
    expect(outcome(await attach(id, 50))).toEqual([400, 'INVALID_REQUEST']);
    expect(outcome(await attach(plain.id, 0))).toEqual([400, 'INVALID_REQUEST']);
    expect(outcome(await attach(id, 0, 'x', other))).toEqual([404, 'CLIP_NOT_FOUND']);
    const { body } = await attach(id, 0);
    expect(outcome(await attach(id, 0, 'x', other))).toEqual([403, 'NOT_CLIP_OWNER']);
    await ask(`DELETE /clipboard/${id}/files/${body.id}`);
    expect(outcome(await attach(id, 0))).toEqual(deleted);
    await ask(`DELETE /clipboard/${id}`);
    expect(outcome(await attach(id, 0))).toEqual(deleted);
    expect(outcome(await attach(id))).toEqual([404, 'CLIP_NOT_FOUND']);
  });

  test('are known as such beside a grant too, of another’s link or of one’s own', async () => {
    const { id } = (await capture({ files: 2 })).body;
    const { id: theirs } = (await ask('POST /clipboard', { content: 'x' }, other)).body;
    const grants = [
      await grantFor(app, await makeLink(app, other, { clipId: theirs, access: 'edit' })),
      await grantFor(app, await makeLink(app, owner, { inbox: true })),
    ];
    for (const [part, grant] of grants.entries()) {
      const again = { ...owner.headers, ...withGrant(grant), 'idempotency-key': `part ${part}` };
      const headers = { ...again, 'x-capture-part': `${captureId}:${part}` };
      const add = () => upload(app, `/clipboard/${id}/files`, headers);
      expect(statuses([await add(), await add()])).toEqual([200, 201]);
    }
    const own = await grantFor(app, await makeLink(app, owner, { clipId: id }));
    const repeat = { ...owner.headers, ...withGrant(own), 'x-capture-part': `${captureId}:0` };
    expect((await upload(app, `/clipboard/${id}/files`, repeat)).status).toBe(200);
    expect((await read(id)).body.files).toHaveLength(2);
  });

  test('are waited for an hour', async () => {
    const { id } = (await capture({ content: '', files: 2 })).body;
    await attach(id, 0);
    const { channels } = app;
    await endWaits({ ...app, channels }, Date.now() + HOUR - 60_000);
    expect((await read(id, other)).status).toBe(404);
    const socket = await connectSocket(app.url, { token: owner.session.access_token });
    const heard = record(socket);
    await endWaits({ ...app, channels }, Date.now() + HOUR + 60_000);
    expect((await read(id, other)).body.files).toHaveLength(1);
    await settle(socket);
    expect(heard).toMatchObject([['clip-update', { clipId: id, change: 'files' }]]);
    expect((await attach(id, 1)).status).toBe(201);
    expect((await read(id, other)).body.files).toHaveLength(2);
  });

  test('that never come leave nothing, and can be sent again', async () => {
    const { id } = (await capture({ content: '', files: 1 })).body;
    await endWaits(app, Date.now() + HOUR + 60_000);
    expect((await read(id)).status).toBe(404);
    expect(await history()).toEqual([]);
    expect((await ask('GET /clipboard/history?page=1')).body.total).toBe(0);
    const again = await capture({ content: '', files: 1 });
    expect(again.status).toBe(201);
    expect((await attach(again.body.id, 0)).status).toBe(201);
  });
});

test('the newest clip is the one saved last', async () => {
  expect(outcome(await latest())).toEqual([404, 'CLIP_NOT_FOUND']);
  const one = (await ask('POST /clipboard', { content: 'one' })).body;
  await ask('POST /clipboard', { content: '' });
  expect((await latest()).body.id).toBe(one.id);
  const two = (await ask('POST /clipboard', { content: 'two' })).body;
  await ask(`PUT /clipboard/${one.id}`, { content: 'changed' });
  expect((await latest()).body.id).toBe(two.id);
  await ask(`DELETE /clipboard/${two.id}`);
  expect((await latest()).body.id).toBe(one.id);
});

test('everybody is told what the server allows, and its build', async () => {
  const { status, body } = await ask('GET /features');
  expect(status).toBe(200);
  expect(body).toEqual({
    build: expect.stringMatching(/./),
    captureDays: 400,
    trashDays: 30,
    maxFileBytes: MAX_FILE_BYTES,
    uploadPartBytes: 8_388_608,
    plan: 'advanced',
    registration: 'open',
    hasAdmin: false,
    oidc: null,
    passwords: true,
    passkeys: null,
    push: { publicKey: expect.stringMatching(/^[\w-]{87}$/) },
    origins: [],
    mail: false,
    pairing: true,
  });
  expect((await call(app, 'GET /features')).body).toEqual({ ...body, plan: null });
  const greeting = new Promise((resolve) =>
    openSocket(app.url).once('app:build', (told) => resolve(told)),
  );
  expect(await greeting).toEqual({ build: body.build });
});
