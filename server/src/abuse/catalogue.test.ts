import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { ask, closeSockets, connectSocket } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';

// Cases that belong to no module alone.

let app: TestApp;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  app = await buildTestApp();
  [owner, stranger] = [await signUp(app), await signUp(app)];
});
afterEach(closeSockets);
afterAll(() => app.stop());

const INVALID = { error: 'Invalid request', code: 'INVALID_REQUEST' };
const as = (person: Person, body?: unknown) => ({ headers: person.headers, body });

test('a mail scanner that opens a confirmation link uses nothing up', async () => {
  const email = 'scanned@example.com';
  await call(app, 'POST /auth/register', { body: { name: 'Ada', email, password: TEST_PASSWORD } });
  const link = new URL((await mailsTo(app, email)).at(-1)?.link ?? '');
  for (let times = 0; times < 10; times++)
    for (const method of ['GET', 'HEAD'])
      await fetch(app.url + link.pathname + link.search, { method });
  const check = () =>
    call(app, 'GET /auth/check-email-confirmation', {
      headers: { 'x-confirmation-token': fragmentOf(link.href).get('token') ?? '' },
    });
  for (let times = 0; times < 2; times++)
    expect(await check()).toMatchObject({ status: 200, body: { confirmed: true } });
});

test('no one gives a clip away, or takes one, by fields that are not theirs to set', async () => {
  const { body: clip } = await call(app, 'POST /clipboard', as(owner, { content: 'mine' }));
  for (const extra of [
    { userId: stranger.user.id },
    { id: 'x' },
    { isFavorite: true },
    { version: 9 },
    { createdAt: '2000-01-01' },
  ])
    expect(
      await call(app, `PUT /clipboard/${clip.id}`, as(owner, { content: 'theirs', ...extra })),
    ).toMatchObject({
      status: 400,
      body: INVALID,
    });
  expect((await call(app, `GET /clipboard/${clip.id}`, as(owner))).body).toEqual(clip);
});

test('a name, an address or nonsense instead of an id joins nothing', async () => {
  const { body: room } = await call(
    app,
    'POST /rooms',
    as(owner, { name: 'Lobby', isPrivate: true }),
  );
  await openBrowser(app, 'another has a desktop');
  const socket = await connectSocket(app.url, { token: stranger.session.access_token });
  for (const roomId of ['Lobby', room.id.toLowerCase(), `${room.id}x`])
    expect(await ask(socket, 'join:room', { roomId })).toEqual({
      ok: false,
      error: 'Room not found',
      code: 'ROOM_NOT_FOUND',
    });
  for (const networkId of [
    '127.0.0.1',
    '192.168.1.0/24',
    'loopback',
    '',
    '*',
    `room:${room.id}`,
    `user:${owner.user.id}`,
  ])
    expect(await ask(socket, 'join:desktop:network', networkId)).toEqual({
      ok: false,
      error: 'Desktop not found or access denied.',
      code: 'DESKTOP_NOT_FOUND',
    });
  expect(await ask(socket, 'join:clip', { clipId: room.id })).toMatchObject({
    ok: false,
    code: 'CLIP_NOT_FOUND',
  });
});

describe('a page of another site', () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const all = Object.values<Endpoint>(endpoints);
  const addressOf = ({ path }: Endpoint) =>
    `${app.url}/api${path.replace(/\{\w+\}/g, 'AAAAAAAAAAAAAAAAAAAAAA')}`;
  /** What a page may send without asking first: a form, or a text that looks like JSON. */
  const forms = {
    'application/x-www-form-urlencoded':
      'content=planted&email=a%40example.com&password=planted-password',
    'text/plain':
      '{"content":"planted","email":"a@example.com","password":"planted-password","name":"a","token":"a"}',
    'multipart/form-data; boundary=x':
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nplanted\r\n--x--\r\n',
  };

  test.each(all.filter(({ method }) => method === 'POST'))(
    'posts no form to $path',
    async (endpoint) => {
      const { headers: cookie } = await openBrowser(app, 'mine');
      for (const [type, body] of Object.entries(forms)) {
        const response = await fetch(addressOf(endpoint), {
          method: 'POST',
          headers: { ...cookie, ...evil, 'content-type': type },
          body,
        });
        // To renew tokens takes a header that no form can send; what Stripe says it signs.
        expect([type, response.status >= 400 && response.status < 504]).toEqual([type, true]);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    },
  );

  test('embeds no file of ours', async () => {
    const { body: clip } = await call(app, 'POST /clipboard', as(owner, { content: 'x' }));
    const { body: file } = await upload(app, `/clipboard/${clip.id}/files`, owner.headers);
    const response = await fetch(app.url + file.url, { headers: evil });
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});
