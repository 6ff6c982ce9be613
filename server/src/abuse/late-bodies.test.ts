import { once } from 'node:events';
import { connect } from 'node:net';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stateOf } from '../../testing/access-scenes.ts';
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
import { billingSettings, StripeServer } from '../../testing/stripe-server.ts';
import { upload } from '../../testing/uploads.ts';
import { newId } from '../core/ids.ts';

interface LateCall {
  readonly method: string;
  /** Below /api. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: string;
  /** How much of the body follows the headers at once; nothing unless said otherwise. */
  readonly early?: number;
  /** Whether the rest comes at all. */
  readonly withRest?: boolean;
}

/** Makes a call whose body comes only after `meanwhile`, which runs once its headers were read. */
async function sendLate(
  app: TestApp,
  { method, path, headers, type, body, early = 0, withRest = true }: LateCall,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    socket.emit('more');
  });
  socket.on('error', () => {});
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text) && !socket.closed)
      await Promise.race([once(socket, 'more'), once(socket, 'close')]);
  };
  const head = Object.entries({
    ...headers,
    host: `${hostname}:${port}`,
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    expect: '100-continue',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} /api${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  await until(/^HTTP\/1\.1 100/);
  socket.write(body.slice(0, early));
  await meanwhile();
  if (withRest) socket.write(body.slice(early));
  await until(/HTTP\/1\.1 [2-5]\d\d[^]*\r\n\r\n/);
  socket.destroy();
  const status = /HTTP\/1\.1 ([2-5]\d\d)/.exec(text)?.[1];
  return { status: Number(status ?? 0), text };
}

const BOUNDARY = 'late-boundary';
const LATE_UPLOAD = {
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'bytes '.repeat(1000)}\r\n--${BOUNDARY}--\r\n`,
};

/** What each call needs to be done, did the session still last. */
const bodies: Readonly<Record<string, unknown>> = {
  'PATCH /account': { name: 'New' },
  'POST /account/password': { password: TEST_PASSWORD, new_password: 'a new password' },
  'DELETE /account': { password: TEST_PASSWORD },
  'POST /clipboard': { content: 'New' },
  'PUT /clipboard/{id}': { content: 'New' },
  'POST /rooms': { name: 'New' },
  'PATCH /rooms/{id}': { name: 'New' },
  'POST /rooms/join': { shareToken: 'made up' },
  'POST /rooms/{id}/members': { email: 'somebody.else@example.org' },
  'POST /rooms/{id}/content': { content: 'New' },
  'PATCH /rooms/{id}/content/{contentId}': { content: 'New' },
  'POST /virtual-desktop/items/text': { content: 'New' },
  'PATCH /virtual-desktop/items/{id}': { position: { x: 1, y: 1 } },
  'POST /stripe/checkout': { plan: 'pro' },
};
/** Served to anyone, but a user who sends a session acts as its person. */
const asPerson = new Set(['virtual-desktop']);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const writing = Object.values<Endpoint>(endpoints).filter(
  ({ method, access, path }) =>
    method !== 'GET' &&
    (access === 'user' || access === 'grant' || asPerson.has(path.split('/')[1] ?? '')),
);
const tables = [
  'users',
  'clips',
  'files',
  'blobs',
  'rooms',
  'room_members',
  'room_content',
  'room_activity',
  'desktops',
  'desktop_items',
  'mails',
  'once',
  'billing_accounts',
] as const;

describe('a body that comes late', () => {
  let app: TestApp;
  let owner: Person;
  let ids: Record<string, Record<string, string>>;
  const stripe = new StripeServer();

  beforeAll(async () => {
    app = await buildTestApp({ ...billingSettings(await stripe.listen()) });
    owner = await signUp(app);
    await app.store.db
      .updateTable('users')
      .set({ trial_ends_at: Date.now() + 86_400_000 })
      .execute();
    const mine = async (what: Parameters<typeof call>[1], body?: unknown) =>
      (await call(app, what, { headers: owner.headers, body })).body;
    const clip = await mine('POST /clipboard', { content: 'Here' });
    const { body: file } = await upload(app, `/clipboard/${clip.id}/files`, owner.headers);
    const room = await mine('POST /rooms', { name: 'Here' });
    const content = await mine(`POST /rooms/${room.id}/content`, { content: 'Here' });
    const item = await mine('POST /virtual-desktop/items/text', { content: 'Here' });
    const [session] = await mine('GET /account/sessions');
    ids = {
      clipboard: { id: clip.id, fileId: file.id },
      rooms: { id: room.id, contentId: content.id, memberId: owner.user.id },
      'virtual-desktop': { id: item.id },
      account: { id: session.id },
    };
  });
  afterAll(async () => {
    await app.stop();
    await stripe.close();
  });

  const state = () => stateOf(app, tables);
  const addressOf = ({ path }: Endpoint) =>
    path.replace(
      /\{(\w+)\}/g,
      (_whole, name: string) => ids[path.split('/')[1] ?? '']?.[name] ?? newId(),
    );
  const late = (endpoint: Endpoint, headers: Record<string, string>) => ({
    method: endpoint.method,
    path: addressOf(endpoint),
    headers,
    ...(endpoint.upload
      ? LATE_UPLOAD
      : { type: 'application/json', body: JSON.stringify(bodies[nameOf(endpoint)] ?? {}) }),
  });
  const logout = (headers: Record<string, string>) => call(app, 'POST /auth/logout', { headers });

  describe('a body that comes after its session ended', () => {
    test.each(writing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
      'changes nothing: %s',
      async (name, endpoint) => {
        const headers = bearer(await signIn(app, owner.user.id));
        const before = await state();
        const answer = await sendLate(app, late(endpoint, headers), () => logout(headers));
        expect(answer.status).toBeGreaterThanOrEqual(400);
        if (name in bodies || endpoint.upload) expect([name, answer.status]).toEqual([name, 401]);
        expect(await state()).toBe(before);
      },
    );
  });

  test('a body that comes after the plan ended adds nothing', async () => {
    const trialOf = (trial_ends_at: number) =>
      app.store.db
        .updateTable('users')
        .set({ trial_ends_at })
        .where('id', '=', owner.user.id)
        .execute();
    for (const name of ['POST /clipboard', 'PUT /clipboard/{id}', 'POST /rooms']) {
      const endpoint = writing.find((each) => nameOf(each) === name) as Endpoint;
      const answer = await sendLate(app, late(endpoint, owner.headers), () => trialOf(1));
      expect([name, answer.status]).toEqual([name, 402]);
      await trialOf(Date.now() + 86_400_000);
    }
  });

  test('an upload ends with its session, though the rest of it never comes', async () => {
    for (const endpoint of writing.filter(({ upload: isUpload }) => isUpload)) {
      const headers = bearer(await signIn(app, owner.user.id));
      const answer = await sendLate(
        app,
        { ...late(endpoint, headers), early: 500, withRest: false },
        () => logout(headers),
      );
      expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 401]);
    }
  });

  test('a repeat whose body comes after the session ended is not told the first answer', async () => {
    const headers = { ...bearer(await signIn(app, owner.user.id)), 'idempotency-key': newId() };
    expect((await call(app, 'POST /clipboard', { headers, body: { content: 'New' } })).status).toBe(
      201,
    );
    const create = writing.find((each) => nameOf(each) === 'POST /clipboard') as Endpoint;
    const answer = await sendLate(app, late(create, headers), () => logout(headers));
    expect(answer.status).toBe(401);
  });

  test('what a program sends, once its token was ended, changes nothing; an upload ends with it', async () => {
    const withText = writing.filter(
      (each) => each.scope === 'clips:write' && nameOf(each) in bodies,
    );
    const uploads = writing.filter((each) => each.scope === 'clips:write' && each.upload);
    expect([withText.length, uploads.length]).toEqual([2, 1]);
    for (const endpoint of [...withText, ...uploads]) {
      for (const withRest of endpoint.upload ? [true, false] : [true]) {
        const token = await makeToken(app, owner.user.id, ['clips:write']);
        const before = await state();
        const answer = await sendLate(
          app,
          { ...late(endpoint, token.headers), early: withRest ? 0 : 500, withRest },
          () => call(app, `DELETE /account/tokens/${token.id}`, { headers: owner.headers }),
        );
        expect([nameOf(endpoint), withRest, answer.status]).toEqual([
          nameOf(endpoint),
          withRest,
          401,
        ]);
        expect(await state()).toBe(before);
      }
    }
  });

  test('what comes by a link, once it was revoked, renewed or its owner’s plan ended, changes nothing', async () => {
    const clipId = ids['clipboard']?.['id'] ?? '';
    const content = JSON.stringify({ content: 'by link' });
    const sending = () => JSON.stringify({ content: 'sent', captureId: newOpener() });
    const json = 'application/json';
    const ways: [string, Record<string, unknown>, (sent: string) => Partial<LateCall>][] = [
      [
        'an edit',
        {},
        () => ({ method: 'PUT', path: `/clipboard/${clipId}`, type: json, body: content }),
      ],
      [
        'a file',
        {},
        () => ({ method: 'POST', path: `/clipboard/${clipId}/files`, ...LATE_UPLOAD }),
      ],
      ['a sending', { inbox: true }, () => ({ path: '/link/clips', type: json, body: sending() })],
      [
        'a file sent',
        { inbox: true },
        (sent) => ({ path: `/link/clips/${sent}/files`, ...LATE_UPLOAD }),
      ],
    ];
    const trialEnds = (at: number) =>
      app.store.db
        .updateTable('users')
        .set({ trial_ends_at: at })
        .where('id', '=', owner.user.id)
        .execute();
    for (const [name, kind, how] of ways)
      for (const end of ['revoked', 'renewed', 'plan'] as const) {
        const asked = kind['inbox'] ? kind : { clipId, access: 'edit' };
        const link = await makeLink(app, owner, asked);
        const clip = await call(app, `GET /clipboard/${clipId}`, { headers: owner.headers });
        const headers = {
          ...withGrant(await grantFor(app, link)),
          'if-match': String(clip.body.version),
        };
        const waiting = kind['inbox']
          ? await call(app, 'POST /link/clips', {
              headers,
              body: { content: 'first', files: 1, captureId: newOpener() },
            })
          : undefined;
        const before = await state();
        const usual = { method: 'POST', path: '', type: json, body: '', headers };
        const answer = await sendLate(app, { ...usual, ...how(waiting?.body.id) }, async () => {
          if (end === 'plan') await trialEnds(1);
          else if (end === 'renewed')
            await call(app, `POST /links/${link.id}/renew`, { headers: owner.headers });
          else await call(app, `DELETE /links/${link.id}`, { headers: owner.headers });
        });
        await trialEnds(Date.now() + 86_400_000);
        expect([name, end, answer.status >= 400 && answer.status < 500]).toEqual([name, end, true]);
        const clips = async () => JSON.parse(await state()).slice(1, 4);
        expect([name, end, await clips()]).toEqual([name, end, JSON.parse(before).slice(1, 4)]);
      }
  });
});
