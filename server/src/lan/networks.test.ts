import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { manyCases } from '../../testing/cases.ts';
import { networkOf, shownAddress } from './networks.ts';

test.each([
  ['127.0.0.1', 'loopback', 'private'],
  ['127.255.0.9', 'loopback', 'private'],
  ['::1', 'loopback', 'private'],
  ['::ffff:127.0.0.1', 'loopback', 'private'],
  ['10.1.2.3', '10.1.2.0/24', 'private'],
  ['172.16.0.1', '172.16.0.0/24', 'private'],
  ['172.31.255.254', '172.31.255.0/24', 'private'],
  ['192.168.1.77', '192.168.1.0/24', 'private'],
  ['::ffff:192.168.1.78', '192.168.1.0/24', 'private'],
  ['::ffff:c0a8:14f', '192.168.1.0/24', 'private'],
  ['172.15.0.1', '172.15.0.1/32', 'shared'],
  ['172.32.0.1', '172.32.0.1/32', 'shared'],
  ['192.167.1.1', '192.167.1.1/32', 'shared'],
  ['8.8.8.8', '8.8.8.8/32', 'shared'],
  ['203.0.113.7', '203.0.113.7/32', 'shared'],
  ['::ffff:1.2.3.4', '1.2.3.4/32', 'shared'],
  // A provider's customers behind one address of its own.
  ['100.64.0.1', '100.64.0.1/32', 'shared'],
  ['100.127.255.254', '100.127.255.254/32', 'shared'],
  ['100.63.255.255', '100.63.255.255/32', 'shared'],
  ['100.128.0.1', '100.128.0.1/32', 'shared'],
  ['2a00:1450:4001:81b::200e', '2a00:1450:4001:81b::/64', 'shared'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', 'shared'],
  ['fd12:3456:789a:1::5', 'fd12:3456:789a:1::/64', 'private'],
  ['fc00::1', 'fc00::/64', 'private'],
  // The sender's IPv4 address as a translator spells it.
  ['64:ff9b::1.2.3.4', '1.2.3.4/32', 'shared'],
  ['64:ff9b::cb00:7107', '203.0.113.7/32', 'shared'],
])('%s is on %s, %s', (address, key, kind) => {
  expect(networkOf(address)).toEqual({ key, kind });
});

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '192.0.0.8',
  '224.0.0.251',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '169.254.1.1',
  '::',
  'ff02::fb',
  'fe80::1',
  'fe90::1',
  'febf::1',
  'fec0::1',
  '2002:c0a8:101::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '64:ff9b::192.168.1.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b:1::1.2.3.4',
  '::102:304',
  '100::1',
  '5f00::1',
  'unknown',
  '',
  '1',
  '2130706433',
  '1.2.3.4.5',
  'localhost',
])('%s has no network', (address) => {
  expect(networkOf(address)).toBeNull();
});

describe('one link is told from another by the address at which it reaches the server', () => {
  test.each([
    ['fe80::1', 'fe80::aa'],
    ['fe80::1%eth0', 'fe80::aa%eth0'],
    ['fe90::1', 'fe80::aa'],
    ['169.254.3.4', '169.254.9.9'],
  ])('%s at %s', (address, local) => {
    expect(networkOf(address, local)).toEqual({
      key: `link ${local.replace(/%.*/, '')}`,
      kind: 'shared',
    });
    expect(networkOf(address, 'fe80::bb')).not.toEqual(networkOf(address, local));
  });
  test.each(['127.0.0.1', '192.168.1.1', '::1', '2a00::1'])(
    'a proxy at %s tells nothing',
    (local) => {
      expect(networkOf('fe80::1', local)).toBeNull();
    },
  );
});

describe('whatever the address', () => {
  const v4 = fc.ipV4();
  const bytes6 = fc.uint8Array({ minLength: 16, maxLength: 16 });
  const v6 = bytes6.map((bytes) => ipaddr.fromByteArray([...bytes]).toString());
  const bits = (address: string, count: number) =>
    ipaddr
      .parse(address)
      .toByteArray()
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, count);

  test('an IPv4 address within IPv6 is that address', () => {
    fc.assert(
      fc.property(v4, (address) => {
        expect(networkOf(`::ffff:${address}`)).toEqual(networkOf(address));
      }),
      manyCases(),
    );
  });
  test('two IPv4 addresses are on one network only if they share 24 bits, and all of them when public', () => {
    fc.assert(
      fc.property(v4, v4, fc.integer({ min: 0, max: 255 }), (one, other, last) => {
        const near = one.replace(/\d+$/, String(last));
        for (const second of [other, near]) {
          const [a, b] = [networkOf(one), networkOf(second)];
          if (a === null || b === null || a.key !== b.key || a.key === 'loopback') continue;
          expect(bits(one, a.kind === 'private' ? 24 : 32)).toBe(
            bits(second, a.kind === 'private' ? 24 : 32),
          );
        }
      }),
      manyCases(),
    );
  });
  test('two IPv6 addresses are on one network exactly if they share 64 bits', () => {
    fc.assert(
      fc.property(
        bytes6,
        bytes6,
        fc.constantFrom(0x20, 0x2a, 0x3f, 0xfc, 0xfd),
        (one, other, first) => {
          const address = (head: Uint8Array, tail: Uint8Array) =>
            ipaddr.fromByteArray([first, 0x0d, ...head.slice(2, 8), ...tail.slice(8)]).toString();
          const [a, b, c] = [address(one, one), address(one, other), address(other, one)];
          fc.pre(networkOf(a) !== null);
          expect(networkOf(b)).toEqual(networkOf(a));
          expect(networkOf(c)?.key === networkOf(a)?.key).toBe(bits(c, 64) === bits(a, 64));
        },
      ),
      manyCases(),
    );
  });
  test('nothing throws, and tunnels and groups have none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), v4, v6), (address) => void networkOf(address, address)),
      manyCases(),
    );
    fc.assert(
      fc.property(
        bytes6,
        fc.constantFrom([0x20, 0x02], [0xff, 0x02], [0xfe, 0xc0]),
        (bytes, head) => {
          expect(
            networkOf(ipaddr.fromByteArray([...head, ...bytes.slice(2)]).toString(), 'fe80::1'),
          ).toBeNull();
        },
      ),
      manyCases(),
    );
  });
});

test.each([
  ['192.168.1.7', '192.168.1.7'],
  ['::ffff:192.168.1.7', '192.168.1.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
])('peers read %s as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
