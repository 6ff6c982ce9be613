import { errors } from '@clipline/contract/errors.ts';
import { type Scope, scopes } from '@clipline/contract/scopes.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';

// Each scope of each call and event is in access-calls.test.ts and access-events.test.ts.

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app);
});
afterEach(closeSockets);
afterAll(() => app.stop());

test('a socket hears of what its scopes read, and of nothing else', async () => {
  const heardBy = new Map<string, unknown[][]>();
  const sockets = [];
  for (const scope of scopes) {
    const { token } = await makeToken(app, owner.user.id, [scope]);
    const socket = await connectSocket(app.url, { token });
    heardBy.set(scope, record(socket));
    sockets.push(socket);
  }
  await call(app, 'POST /clipboard', { headers: owner.headers, body: { content: 'news' } });
  await call(app, 'POST /rooms', { headers: owner.headers, body: { name: 'News' } });
  await call(app, 'POST /virtual-desktop/items/text', {
    headers: owner.headers,
    body: { content: 'news' },
  });
  const names = () =>
    [...heardBy].map(([scope, heard]) => [scope, [...new Set(heard.map(([name]) => name))]]);
  await expect.poll(() => heardBy.get('rooms:read')?.length).not.toBe(0);
  await settle(...sockets);
  expect(names()).toEqual(
    scopes.map((scope) => [
      scope,
      scope === 'clips:read' ? ['clip-update'] : scope === 'rooms:read' ? ['room:updated'] : [],
    ]),
  );
});

test('a token that only reads a room, or has the desktop, is told no link into it', async () => {
  const { body: room } = await call(app, 'POST /rooms', {
    headers: owner.headers,
    body: { name: 'Of links' },
  });
  await call(app, 'POST /virtual-desktop/items/text', {
    headers: owner.headers,
    body: { content: 'text' },
  });
  const { body } = await call(app, 'GET /virtual-desktop', { headers: owner.headers });
  expect([typeof room.shareToken, typeof body.desktop.share_token]).toEqual(['string', 'string']);
  const told = async (...held: Scope[]) => {
    const { headers, token } = await makeToken(app, owner.user.id, held);
    const socket = await connectSocket(app.url, { token });
    const joined = await ask(socket, 'join:room', { roomId: room.id });
    const { desktop } = await ask(socket, 'join:desktop:network', body.desktop.network_id);
    return [
      (await call(app, `GET /rooms/${room.id}`, { headers })).body.shareToken,
      joined.room.shareToken,
      (await call(app, 'GET /virtual-desktop', { headers })).body.desktop.share_token,
      desktop.share_token,
    ];
  };
  expect(await told('rooms:read', 'desktop')).toEqual([null, null, null, null]);
  const { shareToken } = room;
  expect(await told(...scopes)).toEqual([shareToken, shareToken, null, null]);
});

test('a token makes no link that deletes its clip', async () => {
  const { body } = await call(app, 'POST /clipboard', {
    headers: owner.headers,
    body: { content: 'to stay' },
  });
  const { headers } = await makeToken(app, owner.user.id);
  const share = (limits: object, as: Record<string, string> = headers) =>
    call(app, 'POST /links', { headers: as, body: { clipId: body.id, ...limits } });
  for (const limits of [{ burn: true }, { burn: true, maxViews: 3, password: 'a password' }])
    expect(await share(limits)).toMatchObject({
      status: 403,
      body: { code: 'TOKEN_NOT_ALLOWED', error: errors.TOKEN_NOT_ALLOWED.text },
    });
  const once = await share({ maxViews: 1, burn: false });
  expect([once.status, once.body.burn]).toEqual([201, false]);
  // Nor does it make one of it later.
  const change = (asked: object) =>
    call(app, `PATCH /links/${once.body.id}`, { headers, body: asked });
  expect((await change({ burn: true })).status).toBe(400);
  expect((await change({ maxViews: 2 })).body.burn).toBe(false);
  expect((await share({ burn: true }, owner.headers)).status).toBe(201);
});

test('a token is nothing that renews a session', async () => {
  const { token } = await makeToken(app, owner.user.id);
  expect(
    await call(app, 'POST /auth/refresh', { headers: { 'x-refresh-token': token } }),
  ).toMatchObject({ status: 403, body: { code: 'TOKEN_NOT_ALLOWED' } });
});
