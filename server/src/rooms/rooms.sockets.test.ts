import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';

let app: TestApp;
let owner: Person;
let member: Person;
let stranger: Person;
let room: any;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());
afterEach(closeSockets);

const as = (person: Person, what: Parameters<typeof call>[1], body?: unknown) =>
  call(app, what, { body, headers: person.headers });
const connect = (person?: Person) =>
  connectSocket(app.url, person ? { token: person.session.access_token } : {});
const join = (socket: Socket) => ask(socket, 'join:room', { roomId: room.id });
/** Waits for the next message of that kind; to be called before what causes it. */
const next = (
  socket: Socket,
  event: string,
  matches: (payload: { change?: string; came?: string[] }) => boolean = () => true,
) =>
  new Promise<any>((resolve) => {
    const listener = (payload: any) => {
      if (!matches(payload)) return;
      socket.off(event, listener);
      resolve(payload);
    };
    socket.on(event, listener);
  });

beforeEach(async () => {
  [owner, member, stranger] = [await signUp(app), await signUp(app), await signUp(app)];
  room = (await as(owner, 'POST /rooms', { name: 'Live', isPrivate: true })).body;
  await as(owner, `POST /rooms/${room.id}/members`, { email: member.user.email });
  await as(member, `GET /rooms/${room.id}`);
});

test('joining returns the room as a call does, and who is there', async () => {
  const socket = await connect(member);
  const answer = await join(socket);
  expect(answer).toEqual({
    ok: true,
    room: (await as(member, `GET /rooms/${room.id}`)).body,
    present: [member.user.id],
  });
  expect(await ask(socket, 'leave:room', { roomId: room.id })).toEqual({ ok: true });
});

test('only members hear of a private room', async () => {
  for (const who of [stranger, undefined]) {
    const socket = await connect(who);
    const heard = record(socket);
    expect(await join(socket)).toMatchObject({
      ok: false,
      code: who ? 'ROOM_NOT_FOUND' : 'UNAUTHORIZED',
    });
    await as(member, `POST /rooms/${room.id}/content`, { content: 'Secret' });
    await settle(socket);
    expect(heard).toEqual([]);
  }
  const socket = await connect(stranger);
  for (const payload of [
    undefined,
    null,
    [],
    5,
    {},
    { roomId: {} },
    { roomId: room.id, more: 1 },
  ]) {
    expect(await ask(socket, 'join:room', payload)).toMatchObject({
      ok: false,
      code: 'INVALID_REQUEST',
    });
  }
});

test('a client that has the room as it was before a change hears what to make of it', async () => {
  const socket = await connect(member);
  let known = (await join(socket)).room;
  const heard = async (act: () => Promise<{ body: { id: string } }>) => {
    const told = next(socket, 'room:updated');
    const { body } = await act();
    const { delta } = await told;
    expect(delta.since).toBe(known.updated_at);
    known = (await as(member, `GET /rooms/${room.id}`)).body;
    expect(delta.updated_at).toBe(known.updated_at);
    return { body, delta };
  };
  const shown = (text: string) => {
    const item = known.content.find(({ content }: { content: string }) => content === text);
    const { email: _, ...author } = item.user;
    return { ...item, user: author };
  };
  const added = await heard(() => as(owner, `POST /rooms/${room.id}/content`, { content: 'One' }));
  expect(added.delta.item).toEqual(shown('One'));
  const path = `rooms/${room.id}/content/${added.body.id}`;
  const saved = await heard(() => as(owner, `PATCH /${path}`, { content: 'Two' }));
  expect(saved.delta.item).toEqual(shown('Two'));
  const settings = await heard(() => as(owner, `PATCH /rooms/${room.id}`, { name: 'Livelier' }));
  expect(settings.delta.settings).toEqual({ name: 'Livelier', is_private: true });
  const removed = await heard(() => as(owner, `DELETE /${path}`));
  expect(removed.delta).toEqual({
    since: expect.any(String),
    updated_at: known.updated_at,
    removed: added.body.id,
  });
});

test('each kind of change is heard by those who have the room open, once', async () => {
  const socket = await connect(member);
  await join(socket);
  const hears = async (change: string, act: () => Promise<unknown>) => {
    const heard = record(socket);
    const told = next(socket, 'room:updated', (payload) => payload.change === change);
    await act();
    expect(await told).toMatchObject({ roomId: room.id, change });
    await settle(socket);
    expect(heard.filter(([event]) => event === 'room:updated')).toHaveLength(1);
    socket.offAny();
  };
  let item: { id: string };
  await hears(
    'content',
    async () =>
      (item = (await as(owner, `POST /rooms/${room.id}/content`, { content: 'One' })).body),
  );
  await hears('content', () =>
    as(owner, `PATCH /rooms/${room.id}/content/${item.id}`, { content: 'Two' }),
  );
  await hears('content', () => as(owner, `DELETE /rooms/${room.id}/content/${item.id}`));
  await hears('content', () => as(owner, `POST /rooms/${room.id}/content/${item.id}/restore`));
  await hears('members', () =>
    as(owner, `POST /rooms/${room.id}/members`, { email: stranger.user.email }),
  );
  await hears('members', () => as(stranger, `POST /rooms/${room.id}/leave`));
  await hears('settings', () => as(owner, `PATCH /rooms/${room.id}`, { name: 'Livelier' }));
  await hears('settings', () => as(owner, `POST /rooms/${room.id}/share-token`));
  await hears('deleted', () => as(owner, `DELETE /rooms/${room.id}`));
});

test('nothing that changed nothing is told', async () => {
  const { body: item } = await as(owner, `POST /rooms/${room.id}/content`, { content: 'One' });
  const socket = await connect(member);
  await join(socket);
  const heard = record(socket);
  await as(owner, `PATCH /rooms/${room.id}`, { name: 'Live' });
  await as(owner, `PATCH /rooms/${room.id}/content/${item.id}`, { content: 'One' });
  await as(owner, `POST /rooms/${room.id}/content/${item.id}/restore`);
  await as(member, `DELETE /rooms/${room.id}`);
  await settle(socket);
  // Who is there is told a moment after they came, and is no change.
  expect(heard.filter(([event]) => event !== 'room:presence')).toEqual([]);
});

test('a busy room is told to the lists of its members, its last change too', async () => {
  const socket = await connect(member);
  const renamed = next(socket, 'room:updated', ({ change }) => change === 'settings');
  for (let n = 0; n < 10; n++)
    await as(owner, `POST /rooms/${room.id}/content`, { content: `Text ${n}` });
  await as(owner, `PATCH /rooms/${room.id}`, { name: 'Busy' });
  expect(await renamed).toEqual({ roomId: room.id, change: 'settings' });
});

test('a member who is removed or leaves hears it everywhere and nothing after', async () => {
  for (const how of ['removed', 'left'] as const) {
    const [open, elsewhere] = [await connect(member), await connect(member)];
    await join(open);
    const told = [open, elsewhere].map((socket) =>
      next(socket, 'room:updated', ({ change }) => change === 'removed'),
    );
    if (how === 'removed') await as(owner, `DELETE /rooms/${room.id}/members/${member.user.id}`);
    else await as(member, `POST /rooms/${room.id}/leave`);
    for (const each of told) expect(await each).toEqual({ roomId: room.id, change: 'removed' });
    const heard = record(open);
    await as(owner, `POST /rooms/${room.id}/content`, { content: 'Between us' });
    await settle(open);
    expect(heard).toEqual([]);
    expect(await join(open)).toMatchObject({ ok: false, code: 'ROOM_NOT_FOUND' });
    await as(owner, `POST /rooms/${room.id}/members`, { email: member.user.email });
  }
});

test('readers of a public room hear of it until it turns private; members go on', async () => {
  await as(owner, `PATCH /rooms/${room.id}`, { isPrivate: false });
  const [reader, colleague] = [await connect(stranger), await connect(member)];
  expect(await join(reader)).toMatchObject({
    ok: true,
    room: { role: null, shareToken: null },
    present: [],
  });
  await join(colleague);
  const heardBefore = next(reader, 'room:updated');
  await as(owner, `POST /rooms/${room.id}/content`, { content: 'Public' });
  expect(await heardBefore).toMatchObject({ roomId: room.id, change: 'content' });
  await as(owner, `PATCH /rooms/${room.id}`, { isPrivate: true });
  const heard = record(reader);
  const told = next(colleague, 'room:updated', ({ change }) => change === 'content');
  await as(owner, `POST /rooms/${room.id}/content`, { content: 'Private' });
  await told;
  await settle(reader);
  expect(heard).toEqual([]);
});

test('members see who else has the room open; readers stay unnamed', async () => {
  await as(owner, `PATCH /rooms/${room.id}`, { isPrivate: false });
  const mine = await connect(owner);
  await join(mine);
  const both = [owner.user.id, member.user.id];
  const came = next(
    mine,
    'room:presence',
    ({ came: ids }) => ids?.includes(member.user.id) === true,
  );
  const [first, second] = [await connect(member), await connect(member)];
  expect(await join(first)).toMatchObject({ present: both });
  await join(second);
  expect(await came).toEqual({ roomId: room.id, came: [member.user.id], went: [] });

  await join(await connect(stranger));
  first.close();
  await settle(mine);
  const heard = record(mine);
  const went = next(mine, 'room:presence');
  await ask(second, 'leave:room', { roomId: room.id });
  expect(await went).toEqual({ roomId: room.id, came: [], went: [member.user.id] });
  expect(heard.filter(([event]) => event === 'room:presence')).toHaveLength(1);
});

test('that an invited person has confirmed is told to the room', async () => {
  const email = `guest-of-${room.id}@example.org`.toLowerCase();
  await as(owner, `POST /rooms/${room.id}/members`, { email });
  await call(app, 'POST /auth/register', { body: { name: 'Gus', email, password: 'long enough' } });
  const mail = (await mailsTo(app, email)).find(({ subject }) => subject.startsWith('Confirm'));
  const socket = await connect(owner);
  await join(socket);
  const told = next(socket, 'room:updated');
  await call(app, 'GET /auth/check-email-confirmation', {
    headers: { 'x-confirmation-token': fragmentOf(mail?.link ?? '').get('token') ?? '' },
  });
  expect(await told).toEqual({ roomId: room.id, change: 'members' });
});

test('a new member hears of the room in their list', async () => {
  const socket = await connect(stranger);
  const told = next(socket, 'room:updated');
  await as(owner, `POST /rooms/${room.id}/members`, { email: stranger.user.email });
  expect(await told).toEqual({ roomId: room.id, change: 'members' });
});
