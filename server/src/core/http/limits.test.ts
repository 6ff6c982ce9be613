import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimits, limitKeysOf, platformLimits, type RateLimit } from './limits.ts';

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

test.each([
  ['203.0.113.7', '203.0.113.7', undefined],
  ['::ffff:203.0.113.7', '203.0.113.7', undefined],
  ['64:ff9b::203.0.113.7', '203.0.113.7', undefined],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:3::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['unknown', 'unknown', undefined],
  ['', '', undefined],
])('%s is counted as %s and %s', (address, own, site) => {
  expect(limitKeysOf({ address })).toEqual({ own, site });
});

test('whatever the lower half of an address, its keys are the same; another /64 has another', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((part) => part.toString(16));
  const half = fc.array(group, { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(half, half, half, (network, one, two) => {
      fc.pre(!(network[0] === '64' && network[1] === 'ff9b') && network.some((g) => g !== '0'));
      const of = (lower: string[]) => limitKeysOf({ address: [...network, ...lower].join(':') });
      expect(of(one)).toEqual(of(two));
      const other = [...network.slice(0, 3), network[3] === '1' ? '2' : '1', ...one].join(':');
      expect(limitKeysOf({ address: other }).own).not.toBe(of(one).own);
      expect(limitKeysOf({ address: other }).site).toBe(of(one).site);
    }),
  );
});
