import { setTimeout as delay } from 'node:timers/promises';
import { errors } from '@clipline/contract/errors.ts';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import type { ClientEvent } from '@clipline/contract/schemas/event.ts';
import { clientEvents } from '@clipline/contract/schemas/events.ts';
import { type NeededScope, type Scope, scopes } from '@clipline/contract/scopes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app);
});
afterEach(closeSockets);
afterAll(() => app.stop());

const TOKEN_ANSWERS = ['TOKEN_NOT_ALLOWED', 'SCOPE_MISSING', 'UNAUTHORIZED'];
/** What a token with one scope is refused with; undefined where it is let through. */
function refusalOf(needed: NeededScope, held: Scope): { code: string; error: string } | undefined {
  if (needed === 'any' || needed === held) return undefined;
  if (needed === null) return { code: 'TOKEN_NOT_ALLOWED', error: errors.TOKEN_NOT_ALLOWED.text };
  return { code: 'SCOPE_MISSING', error: `This token lacks the scope ${needed}.` };
}

describe.each(scopes)('a token with the scope %s', (scope) => {
  let headers: { readonly authorization: string };
  let token: string;
  beforeAll(async () => void ({ headers, token } = await makeToken(app, owner.user.id, [scope])));

  test.each(Object.values<Endpoint>(endpoints))('$method $path', async (endpoint) => {
    const path = endpoint.path.replace(/\{\w+\}/g, 'AAAAAAAAAAAAAAAAAAAAAA');
    // One call ends its token.
    const own = path.endsWith('/current') && (await makeToken(app, owner.user.id, [scope]));
    const response = await fetch(`${app.url}/api${path}`, {
      method: endpoint.method,
      headers: own ? own.headers : headers,
      redirect: 'manual',
    });
    const text = await response.text();
    const refusal = refusalOf(endpoint.scope, scope);
    if (refusal) {
      expect([response.status, JSON.parse(text)]).toEqual([403, expect.objectContaining(refusal)]);
      return;
    }
    // What it does with what it was sent is another matter: here it was let through.
    const answer = response.ok || response.status === 302 ? {} : JSON.parse(text);
    expect(TOKEN_ANSWERS).not.toContain(answer.code);
  });

  test.each(Object.entries<ClientEvent>(clientEvents))('%s', async (name, event) => {
    const socket = await connectSocket(app.url, { token });
    const { code, error } = await ask(socket, name, {});
    const refusal = refusalOf(event.scope, scope);
    // What it does with what it was sent is another matter.
    const answered = refusal ? { code, error } : TOKEN_ANSWERS.includes(code);
    expect(answered).toEqual(refusal ?? false);
  });
});

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
  for (let tries = 0; tries < 500 && heardBy.get('rooms:read')?.length === 0; tries++)
    await delay(10);
  await settle(...sockets);
  expect(names()).toEqual(
    scopes.map((scope) => [
      scope,
      scope === 'clips:read' ? ['clip-update'] : scope === 'rooms:read' ? ['room:updated'] : [],
    ]),
  );
});

test('a call that anybody may make is refused to a token that lacks the scope', async () => {
  const { body } = await call(app, 'POST /clipboard', {
    headers: owner.headers,
    body: { content: 'open' },
  });
  const { headers } = await makeToken(app, owner.user.id, ['rooms:read']);
  expect(await call(app, `GET /clipboard/${body.id}`, { headers })).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_MISSING', error: 'This token lacks the scope clips:read.' },
  });
  expect((await call(app, `GET /clipboard/${body.id}`)).status).toBe(200);
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

test('a token signs no one out and renews nothing', async () => {
  const { headers, token } = await makeToken(app, owner.user.id);
  for (const what of ['POST /auth/logout', 'POST /auth/refresh'] as const)
    expect(await call(app, what, { headers })).toMatchObject({
      status: 403,
      body: { code: 'TOKEN_NOT_ALLOWED' },
    });
  expect(
    await call(app, 'POST /auth/refresh', { headers: { 'x-refresh-token': token } }),
  ).toMatchObject({ status: 403, body: { code: 'TOKEN_NOT_ALLOWED' } });
});
