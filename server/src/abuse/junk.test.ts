import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { clientEvents } from '@clipline/contract/schemas/events.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { someCases } from '../../testing/cases.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { ask, closeSockets, connectSocket } from '../../testing/sockets.ts';
import { validate } from '../core/http/failures.ts';

const calls = Object.entries<Endpoint>(endpoints);
const described: [string, z.ZodMiniType][] = [
  ...calls.flatMap(([name, { params, query, headers, body }]) =>
    Object.entries({ params, query, headers, body }).flatMap(
      ([part, schema]): [string, z.ZodMiniType][] => (schema ? [[`${name} ${part}`, schema]] : []),
    ),
  ),
  ...Object.entries(clientEvents).map(([name, { payload }]): [string, z.ZodMiniType] => [
    name,
    payload,
  ]),
];

/** Several calls share one. */
const schemas = [...new Map(described.map(([name, schema]) => [schema, name]))];

/** Names that mean something to some schema, and those that mean something to JavaScript. */
const fields = fc.constantFrom(
  ...new Set(schemas.flatMap(([schema]) => Object.keys((schema as z.ZodMiniObject).shape ?? {}))),
  'networkId',
  'shareToken',
  'x',
  'y',
  'width',
  'height',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'length',
);
const odd = fc.constantFrom<unknown>(
  -0,
  NaN,
  Infinity,
  -1,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\0',
  'a\0b',
  'a\0b@example.org',
  '\ud800',
  '../..',
  '{}',
  '%00',
  'x'.repeat(3000),
  'true',
  'all',
  '1e3',
  'javascript:alert(1)',
);
const leaf = fc.oneof(
  odd,
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined),
);
const plausible = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(fields, tie('value')), { maxLength: 6 }).map((entries) => {
    const object: Record<string, unknown> = {};
    // As JSON.parse makes it: a property of that name, not the prototype.
    for (const [name, value] of entries)
      Object.defineProperty(object, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return object;
  }),
}));
const junk = fc.oneof(
  { weight: 3, arbitrary: plausible.object },
  { weight: 1, arbitrary: plausible.value },
  {
    weight: 1,
    arbitrary: fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withNullPrototype: true,
    }),
  },
);

function failureOf(schema: z.ZodMiniType, value: unknown): unknown {
  try {
    validate(schema, value);
    return undefined;
  } catch (error) {
    return error;
  }
}

test('whatever a schema is given, it understands it or refuses it by name', () => {
  fc.assert(
    fc.property(junk, (value) => {
      for (const [schema, name] of schemas) {
        // Without `expect`: this is asked a million times.
        const failure = failureOf(schema, value);
        if (
          failure instanceof ProductError
            ? Math.floor(failure.status / 100) === 4
            : failure === undefined
        )
          continue;
        throw new Error(`${name}: ${String(failure)}`);
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    someCases(500),
  );
});

onEachDatabase((environment, once) => {
  let app: TestApp;
  let person: Person;
  beforeAll(async () => {
    app = await buildTestApp(environment);
    person = await signUp(app);
  });
  afterAll(async () => {
    closeSockets();
    await app.stop();
  });

  once.test('a length that cannot be compared is no length', async () => {
    const email = { length: { toString: 1 } };
    const { status, body } = await call(app, 'POST /auth/login', {
      body: { email, password: 'x' },
    });
    expect([status, body]).toEqual([400, { error: 'Invalid request', code: 'INVALID_REQUEST' }]);
    const socket = await connectSocket(app.url);
    expect(await ask(socket, 'join:desktop:network', email)).toMatchObject({
      ok: false,
      code: 'INVALID_REQUEST',
    });
  });

  test('NUL, which no text of PostgreSQL can hold, is refused by name', async () => {
    const { headers, session } = person;
    const room = await call(app, 'POST /rooms', { body: { name: 'R' }, headers });
    for (const [what, body] of [
      ['POST /auth/register', { name: 'A\0', email: 'a\0b@example.org', password: 'long enough' }],
      ['POST /rooms/join', { shareToken: 'a\0b' }],
      ['GET /virtual-desktop/shared/%00', undefined],
      ['GET /clipboard/history?search=%00', undefined],
      [`GET /rooms/${room.body.id}/content?user=%00`, undefined],
    ] as const)
      expect(await call(app, what, { body, headers })).toMatchObject({
        status: 400,
        body: { error: 'Invalid request', code: 'INVALID_REQUEST' },
      });
    const socket = await connectSocket(app.url, { token: session.access_token });
    for (const payload of ['a\0b', { networkId: 'a', shareToken: 'a\0b' }])
      expect(await ask(socket, 'join:desktop:network', payload)).toMatchObject({
        code: 'INVALID_REQUEST',
      });
  });

  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('AAAAAAAAAAAAAAAAAAAAAA', '..', '.', '%', '__proto__', '\0'),
  );
  const sent = fc.record({
    call: fc.constantFrom(
      ...calls
        .filter(([name]) => name !== 'deleteAccount' && name !== 'logout')
        .map(([, endpoint]) => endpoint),
    ),
    body: fc.oneof(
      fc.tuple(
        fc.constant('application/json'),
        junk.map((value) => safeJson(value)),
      ),
      fc.tuple(
        fc.constantFrom(
          'application/json',
          'multipart/form-data; boundary=x',
          'text/plain',
          '',
          'a/b; c=\u00e9',
        ),
        fc.string({ unit: 'binary' }),
      ),
    ),
    params: fc.array(part, { minLength: 2, maxLength: 2 }),
    query: fc.array(fc.tuple(fields, part), { maxLength: 4 }),
    isSignedIn: fc.boolean(),
  });

  once.test('whatever a call is sent, the answer is no defect', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        sent,
        async ({
          call: { method, path: pattern },
          body: [type, body],
          params,
          query,
          isSignedIn,
        }) => {
          let index = 0;
          const path = pattern.replace(/\{\w+\}/g, () =>
            encodeURIComponent(String(params[index++]).toWellFormed()),
          );
          const search = new URLSearchParams(
            query.map(([name, value]) => [name, value.toWellFormed()]),
          ).toString();
          const response = await fetch(`${app.url}/api${path}?${search}`, {
            method,
            headers: {
              ...(isSignedIn ? person.headers : {}),
              ...(type === '' || !/^[\x20-\x7e]+$/.test(type) ? {} : { 'content-type': type }),
            },
            ...(method === 'GET' ? {} : { body }),
          });
          const text = await response.text();
          expect([pattern, response.status, text]).toEqual([
            pattern,
            expect.any(Number),
            expect.not.stringMatching(/node_modules|\.ts:\d|SQLITE|select /),
          ]);
          if (response.status >= 500)
            expect(text).toBe(
              '{"error":"This server sells no plans: everything is open to everyone.","code":"BILLING_OFF"}',
            );
          if (response.status >= 400)
            expect(JSON.parse(text)).toEqual({
              error: expect.stringMatching(/\w/),
              code: expect.stringMatching(/^[A-Z_]+$/),
            });
        },
      ),
      someCases(300),
    );
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });

  once.test(
    'whatever an event carries, the acknowledgement is no defect',
    { timeout: 600_000 },
    async () => {
      const query = { type: 'lan_discover', peerId: crypto.randomUUID() };
      const sockets = [
        await connectSocket(app.url, { query }),
        await connectSocket(app.url, { token: person.session.access_token }),
      ];
      const payload = junk.map((value) => JSON.parse(safeJson(value)) as unknown);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.keys(clientEvents)),
          payload,
          fc.constantFrom(...sockets),
          async (event, value, socket) => {
            const answer = await ask(socket, event, value);
            if (answer.ok !== true)
              expect(answer).toEqual({
                ok: false,
                error: expect.stringMatching(/\w/),
                code: expect.stringMatching(/^(?!SERVER_ERROR)[A-Z_]+$/),
              });
            expect(socket.connected).toBe(true);
          },
        ),
        someCases(500),
      );
      expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    },
  );
});

/** What JSON cannot spell becomes null. */
function safeJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_name, each: unknown) =>
        typeof each === 'bigint' ? String(each) : each,
      ) ?? 'null'
    );
  } catch {
    return 'null';
  }
}
