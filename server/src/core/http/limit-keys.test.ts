import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitKeysOf } from './limits.ts';

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

test('what is counted apart is apart in both', () => {
  expect(limitKeysOf({ address: '2001:db8::1', of: 'a@b.c' })).toEqual({
    own: '2001:db8:0:0::/64 a@b.c',
    site: '2001:db8:0::/48 a@b.c',
  });
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
