import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { LOW_COST, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { setHashingCost } from '../auth/passwords.ts';

// Much password work at its true cost. What of it is a promise is proved by fewer in sign-ins.test.ts.

/** Of one sender, so many at once: in order, another would have to wait for more than `TURN`. */
const [MANY, TURN] = [15, 12];
const from = (address: string) => ({ 'x-forwarded-for': address });

let app: TestApp;
beforeAll(async () => {
  setHashingCost();
  app = await buildTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8' });
});
afterAll(() => {
  setHashingCost(LOW_COST);
  return app.stop();
});

const login = (email: string, password: string, address: string) =>
  call(app, 'POST /auth/login', { body: { email, password }, headers: from(address) });

test('80 right sign-ins of one account at once: 60 count, and others do not wait for them', async () => {
  const [flooder, other] = [await signUp(app), await signUp(app)];
  let over = 0;
  const flood = Array.from({ length: 80 }, async () => {
    const { status } = await login(flooder.user.email, TEST_PASSWORD, '203.0.113.9');
    if (status === 200) over++;
    return status;
  });
  const answer = await login(other.user.email, TEST_PASSWORD, '203.0.113.10');
  expect([answer.status, over < 30]).toEqual([200, true]);
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test('passwords of many accounts at once, from one address: others do not wait for them', async () => {
  const other = await signUp(app);
  const flooders = [];
  for (let n = 0; n < MANY; n++) flooders.push(await signUp(app));
  const password = 'a wrong password';
  const works = [
    ['DELETE /account', { password }, 403],
    ['POST /links', { inbox: true, password }, 201],
  ] as const;
  for (const [work, body, expected] of works) {
    let over = 0;
    const flood = flooders.map(async (flooder) => {
      const headers = { ...flooder.headers, ...from('203.0.113.9') };
      const { status } = await call(app, work, { body, headers });
      over++;
      return status;
    });
    // By now all of them wait for their turns.
    await Promise.race(flood);
    const answer = await login(other.user.email, TEST_PASSWORD, '203.0.113.10');
    expect([work, answer.status, over < TURN]).toEqual([work, 200, true]);
    expect([work, ...new Set(await Promise.all(flood))]).toEqual([work, expected]);
  }
});
