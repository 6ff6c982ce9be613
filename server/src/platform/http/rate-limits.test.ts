import { expect, test } from 'vitest';
import { createRateLimits } from './rate-limits.ts';

const anywhereIn = (network: string, index: number) => ({ address: `${network}:${index}::1` });

test('one /64 has the limit of one address, wherever in it a call comes from', async () => {
  const limits = createRateLimits('on');
  for (let index = 0; index < 200; index++)
    await limits.take('registrations', anywhereIn('2001:db8:0:1', index));
  await expect(limits.take('registrations', anywhereIn('2001:db8:0:1', 999))).rejects.toMatchObject(
    { code: 'TOO_MANY_REQUESTS' },
  );
  await expect(
    limits.check('registrations', anywhereIn('2001:db8:0:1', 999)),
  ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await limits.take('registrations', anywhereIn('2001:db8:0:2', 0));
});

test('a /48 has ten times the limit, and what one of its networks is refused does not count', async () => {
  const limits = createRateLimits('on');
  const take = (network: number) =>
    limits.allows('registrations', { address: `2001:db8:7:${network.toString(16)}::1` });
  for (let times = 0; times < 5000; times++) await take(1);
  let allowed = 0;
  for (let network = 2; network < 4002; network++) if (await take(network)) allowed++;
  expect(allowed).toBe(2000 - 200);
});

test('a success forgets a network, not its site', async () => {
  const limits = createRateLimits('on');
  const key = { address: '2001:db8:7:1::1', of: 'a@example.com' };
  for (let times = 0; times < 50; times++) {
    await limits.take('loginFailures', key);
    await limits.forget('loginFailures', key);
  }
  expect(await limits.allows('loginFailures', key)).toBe(false);
});

test('several at once count as several', async () => {
  const limits = createRateLimits('on');
  const key = { address: '203.0.113.1' };
  expect(await limits.allows('calls', key, 3000)).toBe(true);
  await expect(limits.take('calls', key)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});
