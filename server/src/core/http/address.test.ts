import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { addressBy, clientOf, isLoopbackUrl, type TrustedProxies } from './address.ts';

const request = (peer: string | undefined, headers: Record<string, string | string[]> = {}) =>
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage;
const ranges = (...list: string[]): TrustedProxies => list.map((range) => ipaddr.parseCIDR(range));
const proxies = ranges('10.0.0.0/8', 'fd00::/8', '127.0.0.1/32');

const clientAddress = (...from: Parameters<typeof clientOf>) => clientOf(...from).address;

test.each<[string | undefined, string | undefined, string]>([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['203.0.113.7', '1.2.3.4', '203.0.113.7'],
  ['::ffff:203.0.113.7', '1.2.3.4', '203.0.113.7'],
  ['fe80::1%eth0', undefined, 'fe80::1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '1.2.3.4, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', '1.2.3.4, nonsense', '10.0.0.1'],
  ['10.0.0.1', '1.2.3.4, ', '10.0.0.1'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['fd00::1', '2001:db8::7', '2001:db8::7'],
  ['10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '203.0.113.5:40000', '203.0.113.5'],
  ['10.0.0.1', '1.2.3.4:1, "203.0.113.5:40000" , 10.0.0.2:80', '203.0.113.5'],
  ['10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
  ['10.0.0.1', '"[2001:db8::1]:443"', '2001:db8::1'],
  ['10.0.0.1', '"[2001:db8::1]"', '2001:db8::1'],
  ['10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ['10.0.0.1', '[fe80::1%eth0]:443', 'fe80::1'],
  ['10.0.0.1', '[::ffff:203.0.113.5]:443', '203.0.113.5'],
  ['10.0.0.1', '1.2.3.4, 40000', '10.0.0.1'],
  ['10.0.0.1', '10.1.2', '10.0.0.1'],
  ['10.0.0.1', '10.1', '10.0.0.1'],
  ['10.0.0.1', '010.1.2.3', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.05', '10.0.0.1'],
  ['10.0.0.1', '0xcb.0.113.5', '10.0.0.1'],
  ['10.0.0.1', '0xcb007105', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.256', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.5.6', '10.0.0.1'],
  ['10.0.0.1', '010.1.2.3:80', '10.0.0.1'],
  ['10.0.0.1', '::ffff:010.1.2.3', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.5:0', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.5:65536', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.5:', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.5:65535', '203.0.113.5'],
  ['10.0.0.1', '[2001:db8::1]:70000', '10.0.0.1'],
  ['10.0.0.1', '"203.0.113.5', '10.0.0.1'],
  [undefined, '1.2.3.4', 'unknown'],
])('peer %s with X-Forwarded-For %s is %s', (peer, forwarded, expected) => {
  expect(
    clientAddress(
      request(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      proxies,
    ),
  ).toBe(expected);
});

test('other forwarding headers change nothing', () => {
  const headers = {
    forwarded: 'for=1.2.3.4',
    'x-real-ip': '1.2.3.4',
    'cf-connecting-ip': '1.2.3.4',
    'true-client-ip': '1.2.3.4',
  };
  expect(clientAddress(request('10.0.0.1', headers), proxies)).toBe('10.0.0.1');
});

const ipv4 = fc.ipV4();
const junk = fc.oneof(
  ipv4,
  fc.ipV6(),
  fc.string(),
  fc.constantFrom('', 'unknown', '"[::1]:80"', '10.0.0.1:80'),
);

test('whatever a stranger claims, the address is the one it comes from', () => {
  fc.assert(
    fc.property(ipv4, fc.array(junk), (peer, claims) => {
      expect(clientAddress(request(peer, { 'x-forwarded-for': claims.join(', ') }), [])).toBe(
        ipaddr.parse(peer).toString(),
      );
    }),
  );
});

test('whatever was claimed to the left, the last hop outside the proxies counts', () => {
  const outside = ipv4.filter((address) => !address.startsWith('10.') && address !== '127.0.0.1');
  const inside = fc
    .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
    .map((parts) => `10.${parts.join('.')}`);
  fc.assert(
    fc.property(fc.array(junk), outside, fc.array(inside), inside, (claims, client, hops, peer) => {
      const forwarded = [...claims, client, ...hops].join(', ');
      expect(clientAddress(request(peer, { 'x-forwarded-for': forwarded }), proxies)).toBe(
        ipaddr.parse(client).toString(),
      );
    }),
  );
});

test('several headers are read as one list', () => {
  expect(
    clientAddress(request('10.0.0.1', { 'x-forwarded-for': ['1.2.3.4', '203.0.113.7'] }), proxies),
  ).toBe('203.0.113.7');
});

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'])(
  '%s from a peer that is no proxy of ours makes its address another than the client has',
  (name) => {
    expect(clientOf(request('203.0.113.7', { [name]: 'x' }), proxies).isOwn).toBe(false);
    expect(clientOf(request('203.0.113.7'), proxies).isOwn).toBe(true);
  },
);

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['unknown', false],
  ['203.0.113.7, _hidden', false],
  ['203.0.113.7, nonsense, 10.0.0.2', false],
  ['203.0.113.7:40000', true],
  ['10.0.0.3, 10.0.0.2', true],
])('a trusted proxy that sends X-Forwarded-For: %s', (forwarded, isOwn) => {
  const told: string[] = [];
  const addressOf = addressBy(proxies, () => told.push('told'));
  const from = request('10.0.0.1', forwarded === undefined ? {} : { 'x-forwarded-for': forwarded });
  addressOf(from);
  addressOf(from);
  expect(clientOf(from, proxies).isOwn).toBe(isOwn);
  expect(told).toEqual(isOwn ? [] : ['told']);
});

test.each([
  ['http://localhost:3000', true],
  ['http://app.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.20:3000', false],
  ['https://clips.example.com', false],
])('%s is for this computer alone: %s', (url, alone) => expect(isLoopbackUrl(url)).toBe(alone));
