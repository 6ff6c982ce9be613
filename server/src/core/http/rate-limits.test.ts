import { expect, test } from 'vitest';
import { createRateLimits, platformLimits, type RateLimit } from './limits.ts';

const signUps = {
  name: 'sign-ups',
  points: 200,
  seconds: 3600,
  by: 'address',
} as const satisfies RateLimit;
const failures = {
  name: 'failures',
  points: 5,
  seconds: 900,
  by: 'address',
} as const satisfies RateLimit;

const anywhereIn = (network: string, index: number) => ({ address: `${network}:${index}::1` });

test('one /64 has the limit of one address, wherever in it a call comes from', async () => {
  const limits = createRateLimits('on');
  for (let index = 0; index < 200; index++)
    await limits.take(signUps, anywhereIn('2001:db8:0:1', index));
  await expect(limits.take(signUps, anywhereIn('2001:db8:0:1', 999))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await expect(limits.check(signUps, anywhereIn('2001:db8:0:1', 999))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await limits.take(signUps, anywhereIn('2001:db8:0:2', 0));
});

test('a /48 has ten times the limit, and what one of its networks is refused does not count', async () => {
  const limits = createRateLimits('on');
  const take = (network: number) =>
    limits.allows(signUps, { address: `2001:db8:7:${network.toString(16)}::1` });
  for (let times = 0; times < 5000; times++) await take(1);
  let allowed = 0;
  for (let network = 2; network < 4002; network++) if (await take(network)) allowed++;
  expect(allowed).toBe(2000 - 200);
});

test('a success forgets a network, not its site', async () => {
  const limits = createRateLimits('on');
  const key = { address: '2001:db8:7:1::1', of: 'a@example.com' };
  for (let times = 0; times < 50; times++) {
    await limits.take(failures, key);
    await limits.forget(failures, key);
  }
  expect(await limits.allows(failures, key)).toBe(false);
});

test('several at once count as several', async () => {
  const limits = createRateLimits('on');
  const key = { address: '203.0.113.1' };
  expect(await limits.allows(platformLimits.calls, key, 3000)).toBe(true);
  await expect(limits.take(platformLimits.calls, key)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
});
