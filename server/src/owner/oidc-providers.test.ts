import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  documentOf,
  type FakeProvider,
  newKey,
  signed,
  startFakeProvider,
} from '../../testing/fake-oidc.ts';
import type { Config } from '../core/config.ts';
import { failureOf } from './oidc-failures.ts';
import { personOf, type Provider, providerOf } from './oidc.ts';

const BEGUN = { state: 'the-state', nonce: 'the-nonce', verifier: 'v'.repeat(43) };
const BACK = '?code=the-code&state=the-state';
const SECRET = 'the client secret';
const DISCOVERY = '/realm/.well-known/openid-configuration';

let fake: FakeProvider;
let provider: Provider;
beforeEach(async () => {
  fake = await startFakeProvider();
  provider = known();
});
afterEach(() => fake.stop());

const known = (settings: Partial<Config> = {}): Provider =>
  providerOf({
    OIDC_ISSUER: fake.url,
    OIDC_CLIENT_ID: 'clipline',
    OIDC_CLIENT_SECRET: SECRET,
    PUBLIC_URL: 'http://clipline.test',
    ...settings,
  } as Config)!;

const claims = (change: object = {}) => {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: fake.url,
    aud: 'clipline',
    iat: now,
    exp: now + 60,
    nonce: BEGUN.nonce,
    sub: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
    ...change,
  };
};

const nobody = async () => false;
/** Whom it names, or how it failed. */
const finish = (query = BACK, isKnown = nobody) =>
  provider
    .finish(BEGUN, query, isKnown)
    .catch((error: unknown) => failureOf(error, [SECRET, 'the-code']));

function says(change: object = {}, key = fake.keys[0]!, header: object = {}) {
  fake.idToken = signed(claims(change), key, header);
}

describe('an ID token', () => {
  test('that is right names a person, who is asked nothing more', async () => {
    says();
    expect(await finish()).toEqual({
      issuer: fake.url,
      sub: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
    });
    expect(fake.asked).toEqual([DISCOVERY, '/realm/token', '/realm/keys']);
  });

  test('counts by the keys of this moment', async () => {
    says();
    expect(await finish()).toMatchObject({ sub: 'ada' });
    const [first] = fake.keys;
    fake.keys = [newKey('second')];
    says();
    expect(await finish()).toMatchObject({ sub: 'ada' });
    says({}, first);
    expect(await finish()).toMatchObject({ code: 'OIDC_FAILED' });
    expect(fake.asked.filter((path) => path === DISCOVERY)).toHaveLength(1);
    expect(fake.asked.filter((path) => path === '/realm/keys')).toHaveLength(3);
  });

  test.each<[string, () => void]>([
    ['by another key of that name', () => says({}, newKey('first'))],
    ['by a key that nobody knows', () => says({}, newKey('unknown'))],
    ['by nobody', () => (fake.idToken = signed(claims(), fake.keys[0]!, { alg: 'none' }))],
    [
      'by the secret',
      () => {
        const [header, payload] = signed(claims(), fake.keys[0]!, { alg: 'HS256' }).split('.');
        const mark = createHmac('sha256', SECRET).update(`${header}.${payload}`);
        fake.idToken = `${header}.${payload}.${mark.digest('base64url')}`;
        const body = {
          ...documentOf(fake.url),
          id_token_signing_alg_values_supported: ['ES256', 'HS256'],
        };
        fake.answers.set(DISCOVERY, { body });
      },
    ],
    ['for somebody else', () => says({ aud: 'other' })],
    ['of another sign-on', () => says({ nonce: 'other' })],
    ['that is over', () => says({ exp: 1 })],
    ['of another issuer', () => says({ iss: `${fake.url}/` })],
    ['of nobody', () => says({ sub: undefined })],
    ['of a number', () => says({ sub: 7 })],
    ['of an empty name', () => says({ sub: '' })],
    ['of a name that no store takes', () => says({ sub: 'a\0b' })],
    ['of a name without end', () => says({ sub: 'a'.repeat(256) })],
    ['that is none', () => (fake.idToken = 'none')],
  ])('%s is refused', async (_, prepare) => {
    prepare();
    expect(await finish()).toMatchObject({ code: 'OIDC_FAILED' });
  });
});

describe('userinfo', () => {
  const tells = (body: object, status = 200) =>
    fake.answers.set('/realm/userinfo', { body, status });

  test('gives what the ID token lacks', async () => {
    says({ email: undefined, email_verified: undefined, name: undefined });
    tells({ sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' });
    expect(await finish()).toMatchObject({ email: 'ada@example.com', name: 'Ada' });
  });

  test('is not asked about a person who is known', async () => {
    says({ email: undefined });
    tells({}, 403);
    const asked: unknown[] = [];
    const isKnown = async (...of: string[]) => asked.push(of) > 0;
    expect(await finish(BACK, isKnown)).toMatchObject({ sub: 'ada', email: null });
    expect(asked).toEqual([[fake.url, 'ada']]);
  });

  test.each([
    ['OIDC_FAILED', { sub: 'ada' }, 403],
    ['OIDC_FAILED', { sub: 'grace', email: 'ada@example.com' }, 200],
    ['OIDC_UNAVAILABLE', {}, 503],
  ])('where it is needed: %s for %o, %i', async (code, body, status) => {
    says({ email_verified: undefined });
    tells(body, status);
    expect(await finish()).toMatchObject({ code });
  });
});

describe('what a provider says of an address', () => {
  const A = 'a@example.com';
  const addressOf = (OIDC_EMAILS: 'trusted' | undefined, token: object, info: object = {}) =>
    personOf({ OIDC_EMAILS }, { issuer: 'i', sub: 's' }, { ...token }, { ...info }).email;

  test.each([
    [true, true, true],
    [undefined, false, true],
    [null, false, true],
    ['true', false, true],
    ['false', false, false],
    [false, false, false],
    [0, false, false],
    [1, false, false],
    [{}, false, false],
  ])('email_verified %j counts: %j, trusted %j', (email_verified, verified, trusted) => {
    for (const [token, info] of [
      [{ email: A, email_verified }, {}],
      [{}, { email: A, email_verified }],
    ] as const) {
      expect(addressOf(undefined, token, info)).toBe(verified ? A : null);
      expect(addressOf('trusted', token, info)).toBe(trusted ? A : null);
    }
  });

  test('userinfo gives what the ID token lacks, of the same address alone', () => {
    expect(addressOf(undefined, { email: A }, { email_verified: true })).toBe(A);
    expect(addressOf(undefined, { email: A }, { email: A, email_verified: true })).toBe(A);
    expect(addressOf(undefined, { email_verified: true }, { email: A })).toBe(A);
    expect(
      addressOf(undefined, { email: A, email_verified: false }, { email_verified: true }),
    ).toBeNull();
    expect(
      addressOf(undefined, { email: A }, { email: 'b@example.com', email_verified: true }),
    ).toBeNull();
    expect(addressOf('trusted', { email: A }, { email_verified: false })).toBeNull();
  });

  test.each([[7], [['a@example.com']], [{ a: 1 }], [null], [true], ['nobody'], [undefined]])(
    'of the wrong type %j counts as absent',
    (wrong) => {
      const wronged = { email: wrong, name: wrong, email_verified: true };
      const told = { email: A, name: 'Ada', email_verified: true };
      expect(addressOf(undefined, wronged)).toBeNull();
      if (typeof wrong !== 'string') expect(addressOf(undefined, wronged, told)).toBe(A);
      const { name } = personOf(
        { OIDC_EMAILS: undefined },
        { issuer: 'i', sub: 's' },
        told,
        wronged,
      );
      expect(name).toBe('Ada');
    },
  );

  test.each([
    [{ name: 7, preferred_username: 'ada' }, 'ada'],
    [{ name: '', preferred_username: 'ada' }, 'ada'],
    [{ name: ['Ada'], preferred_username: {} }, 'a'],
    [{ name: 'A\u0000da\nLovelace' }, 'A da Lovelace'],
  ])('%j is called %j', (names, called) => {
    const token = { email: A, email_verified: true, ...names };
    const { name } = personOf({ OIDC_EMAILS: undefined }, { issuer: 'i', sub: 's' }, token, {});
    expect(name).toBe(called);
  });
});

test.each([
  ['/realm', '/realm/'],
  ['/realm/', '/realm'],
  ['/realm/', '/realm/'],
])('an issuer written %s that calls itself %s is kept as that', async (written, called) => {
  const itself = new URL(called, fake.url).href;
  fake.answers.set(DISCOVERY, { body: documentOf(itself) });
  provider = known({ OIDC_ISSUER: new URL(written, fake.url).href });
  says({ iss: itself });
  expect(await finish()).toMatchObject({ issuer: itself });
});

describe('a provider that fails', () => {
  const oops = { body: { error: 'server_error' }, status: 500 };
  const soon = { body: { error: 'temporarily_unavailable' }, status: 400 };
  const no = { body: { error: 'invalid_client' }, status: 401 };
  const cut = { headers: { 'content-length': '100' }, body: '{' };
  const page = { headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' };

  test.each([
    [DISCOVERY, null, 'OIDC_UNAVAILABLE'],
    [DISCOVERY, { status: 502, body: 'Bad gateway' }, 'OIDC_UNAVAILABLE'],
    [DISCOVERY, { status: 404, body: {} }, 'OIDC_FAILED'],
    [DISCOVERY, page, 'OIDC_FAILED'],
    [DISCOVERY, { body: { issuer: 'no address' } }, 'OIDC_FAILED'],
    [DISCOVERY, { body: documentOf('http://127.0.0.1/other') }, 'OIDC_FAILED'],
    ['/realm/token', null, 'OIDC_UNAVAILABLE'],
    ['/realm/token', oops, 'OIDC_UNAVAILABLE'],
    ['/realm/token', soon, 'OIDC_UNAVAILABLE'],
    ['/realm/token', no, 'OIDC_FAILED'],
    ['/realm/token', page, 'OIDC_FAILED'],
    ['/realm/token', { body: { access_token: 7 } }, 'OIDC_FAILED'],
    ['/realm/keys', null, 'OIDC_UNAVAILABLE'],
    ['/realm/keys', { status: 503, body: {} }, 'OIDC_UNAVAILABLE'],
    ['/realm/keys', { body: { keys: 'none' } }, 'OIDC_FAILED'],
  ])('%s %j: %s, and it is asked anew', async (path, answer, code) => {
    says();
    fake.answers.set(path, answer);
    expect(await finish()).toMatchObject({ code });
    fake.answers.clear();
    expect(await finish()).toMatchObject({ sub: 'ada' });
  });

  test('in the middle of its answer', async () => {
    says();
    fake.answers.set('/realm/token', cut);
    const failing = finish();
    await expect.poll(() => fake.asked).toContain('/realm/token');
    fake.stop();
    expect(await failing).toMatchObject({ code: 'OIDC_UNAVAILABLE' });
  });

  test.each([
    ['access_denied', 'OIDC_DENIED'],
    ['temporarily_unavailable', 'OIDC_UNAVAILABLE'],
    ['server_error', 'OIDC_UNAVAILABLE'],
    ['invalid_scope', 'OIDC_FAILED'],
    ['Send money', 'OIDC_FAILED'],
  ])('leading back with %s: %s', async (error, code) => {
    expect(await finish(`?state=the-state&error=${encodeURIComponent(error)}`)).toMatchObject({
      code,
      came: error,
    });
  });

  test.each<[string, Record<string, string>]>([
    ['in its answer', {}],
    ['with a challenge', { 'www-authenticate': 'Basic realm="clients"' }],
  ])('says why %s, printable, at length and without secrets', async (_, headers) => {
    const error_description = `\u001b[31mNo ${SECRET}, the-code, ada@example.com!\n${'x'.repeat(300)}`;
    const body = { error: 'invalid_client', error_description };
    fake.answers.set('/realm/token', { status: 401, body, headers });
    const { came = '' } = (await finish()) as { came?: string };
    expect(came).toBe(
      `invalid_client: [31mNo …, …, …${'x'.repeat(200)}`.slice(0, 'invalid_client: '.length + 200),
    );
  });

  test.each<[() => void, object]>([
    [
      () => says({ aud: 'other' }),
      { reason: expect.stringContaining('"aud"'), expected: 'clipline', came: 'other' },
    ],
    [
      () => says({ nonce: 'a-secret' }),
      { reason: expect.stringContaining('"nonce"'), expected: undefined, came: undefined },
    ],
    [
      () => fake.answers.set(DISCOVERY, { body: documentOf('http://127.0.0.1/other') }),
      { expected: expect.stringMatching(/\/realm$/), came: 'http://127.0.0.1/other' },
    ],
    [() => fake.answers.set(DISCOVERY, { status: 404, body: {} }), { came: 'status 404' }],
    [() => says({}, newKey('unknown')), { came: '{"alg":"ES256","kid":"unknown"}' }],
    [() => says({}, newKey('first')), { reason: expect.stringContaining('signature') }],
    [() => says({ sub: 7 }), { reason: expect.stringContaining('"sub" (subject) claim type') }],
    [() => says({ sub: 'a'.repeat(256) }), { reason: expect.stringContaining('255') }],
    [() => fake.stop(), { reason: expect.stringContaining('ECONNREFUSED') }],
    [
      () => fake.answers.set('/realm/token', { status: 503, body: {} }),
      { reason: expect.stringContaining('/realm/token'), came: 'status 503' },
    ],
  ])('%s says %o', async (prepare, said) => {
    prepare();
    expect(await finish()).toMatchObject(said);
  });
});
