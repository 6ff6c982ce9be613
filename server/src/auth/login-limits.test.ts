import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mailbox.ts';

let app: TestApp;
afterEach(() => app.stop());

const login = (email: string, password: string, address?: string) =>
  call(app, 'POST /auth/login', {
    body: { email, password },
    headers: address ? { 'x-forwarded-for': address } : {},
  });
const statuses = async (count: number, attempt: (index: number) => ReturnType<typeof login>) => {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) seen.push((await attempt(index)).status);
  return seen;
};

describe('behind a trusted proxy', () => {
  beforeEach(async () => {
    app = await buildTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8' });
  });

  test.each(['a known address', 'an unknown address'])(
    'the sixth failure for %s is refused, from that address only',
    async (what) => {
      const { user } = await signUp(app);
      const email = what === 'a known address' ? user.email : 'unknown@example.com';
      expect(
        await statuses(6, (index) =>
          login(index % 2 ? email : email.toUpperCase(), 'wrong', '203.0.113.1'),
        ),
      ).toEqual([401, 401, 401, 401, 401, 429]);
      const refused = await login(email, TEST_PASSWORD, '203.0.113.1');
      expect(refused).toMatchObject({
        status: 429,
        body: { error: 'Too many requests. Please try again later.' },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
      expect((await login(user.email, TEST_PASSWORD, '203.0.113.2')).status).toBe(200);
    },
  );

  test('guesses from all over one IPv6 /64 are guesses of one', async () => {
    const seen = await statuses(60, (index) =>
      login(`guess${index}@example.com`, 'wrong', `2001:db8:1:2:${index}::1`),
    );
    expect(seen.slice(0, 50)).toEqual(Array(50).fill(401));
    expect(seen.slice(50)).toEqual(Array(10).fill(429));
    expect((await login('guess@example.com', 'wrong', '2001:db8:1:3::1')).status).toBe(401);
  });

  test('one e-mail address is guessed from a whole /48 only so often', async () => {
    const { user } = await signUp(app);
    const guess = (index: number) =>
      login(user.email, 'wrong', `2001:db8:1:${index.toString(16)}::1`);
    expect(await statuses(52, guess)).toEqual([...Array(50).fill(401), 429, 429]);
    expect((await login(user.email, TEST_PASSWORD, '2001:db8:2::1')).status).toBe(200);
  });

  test.each(['a known address', 'an unknown address'])(
    'with what one signed up with for %s: ten times, which keeps no one else out',
    async (what) => {
      const { user } = await signUp(app);
      const email = what === 'a known address' ? user.email : 'unknown@example.com';
      const password = 'password of a stranger';
      await call(app, 'POST /auth/register', { body: { name: 'Stranger', email, password } });
      const from = (network: number) => `203.0.113.${network}`;
      expect(await statuses(12, () => login(email, password, from(1)))).toEqual([
        ...Array(10).fill(403),
        429,
        429,
      ]);
      const seen = await Promise.all(
        [2, 3, 4, 5].map((network) => statuses(60, () => login(email, password, from(network)))),
      );
      for (const ofNetwork of seen)
        expect(ofNetwork).toEqual([...Array(10).fill(403), ...Array(50).fill(429)]);
      expect((await login(email, TEST_PASSWORD, from(6))).status).toBe(
        what === 'a known address' ? 200 : 401,
      );
    },
  );

  test('a success forgets the failures before it', async () => {
    const { user } = await signUp(app);
    const four = () => statuses(4, () => login(user.email, 'wrong', '203.0.113.1'));
    expect(await four()).toEqual([401, 401, 401, 401]);
    expect((await login(user.email, TEST_PASSWORD, '203.0.113.1')).status).toBe(200);
    expect(await four()).toEqual([401, 401, 401, 401]);
  });

  test('many guesses at once get no further than one after the other', async () => {
    const { user } = await signUp(app);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        login(user.email, index === 20 ? TEST_PASSWORD : 'wrong', '203.0.113.1'),
      ),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  test('three reset mails an hour, with the same answer after them', async () => {
    const { user } = await signUp(app);
    const responses = [];
    for (let count = 0; count < 5; count++) {
      responses.push(
        (await call(app, 'POST /auth/forgot-password', { body: { email: user.email } })).text,
      );
      // A mail that still waits would be replaced by the next.
      await app.mail.deliver();
    }
    expect(new Set(responses).size).toBe(1);
    expect(await mailsTo(app, user.email)).toHaveLength(3);
  });
});

test('without a trusted proxy, forged addresses are one address', async () => {
  app = await buildTestApp({ RATE_LIMITS: 'on' });
  const { user } = await signUp(app);
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      login(`guess${index}@example.com`, 'wrong', `198.51.100.${index}`),
    ),
  );
  const failed = responses.filter(({ status }) => status === 401);
  expect(failed.length).toBeGreaterThanOrEqual(50);
  expect(failed.length).toBeLessThanOrEqual(52);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(200 - failed.length);
  expect((await login(user.email, TEST_PASSWORD, '198.51.100.201')).status).toBe(429);
});
