import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { LOW_COST, signUp } from '../../testing/factories.ts';
import { setHashingCost } from '../auth/passwords.ts';

// The time of the processor, which other programs disturb less than that of the clock.
const PAIRS = 60;

let app: TestApp;
beforeAll(async () => {
  setHashingCost();
  app = await buildTestApp();
});
afterAll(() => {
  setHashingCost(LOW_COST);
  return app.stop();
});

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

test('an unknown address takes as long as a wrong password', async () => {
  const { user } = await signUp(app);
  const times = { known: [] as number[], unknown: [] as number[] };
  // In turn, so that whatever else the machine does falls on both.
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const [who, email] of [
      ['known', user.email],
      ['unknown', `nobody${pair}@example.com`],
    ] as const) {
      const began = process.cpuUsage();
      expect(
        (await call(app, 'POST /auth/login', { body: { email, password: 'wrong' } })).status,
      ).toBe(401);
      const { user: own, system } = process.cpuUsage(began);
      times[who].push(own + system);
    }
  }
  const ratio = median(times.unknown) / median(times.known);
  console.log(`unknown to known: ${ratio.toFixed(3)}`);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});
