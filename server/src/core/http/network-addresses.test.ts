import type { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isLoopbackUrl, networkAddresses } from './address.ts';

const at = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4') => ({
  address,
  family,
  internal: false,
  netmask: '',
  mac: '',
  cidr: null,
  ...(family === 'IPv6' && { scopeid: 0 }),
});
const interfaces = {
  lo: [at('127.0.0.1')],
  eth0: [at('192.168.1.20'), at('fe80::1', 'IPv6')],
  wlan0: [at('10.0.0.7')],
  ppp0: [at('203.0.113.9')],
  docker0: [at('172.17.0.1')],
} as ReturnType<typeof networkInterfaces>;

test('a phone is told the addresses of real networks, and of no container', () => {
  expect(networkAddresses('0.0.0.0', interfaces)).toEqual(['192.168.1.20', '10.0.0.7']);
  expect(networkAddresses('::', interfaces)).toEqual(['192.168.1.20', '10.0.0.7']);
});

test('a server that listens on one address is found there alone', () => {
  expect(networkAddresses('10.0.0.7', interfaces)).toEqual(['10.0.0.7']);
  expect(networkAddresses('127.0.0.1', interfaces)).toEqual([]);
});

test.each([
  ['http://localhost:3000', true],
  ['http://app.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.20:3000', false],
  ['https://clips.example.com', false],
])('%s is for this computer alone: %s', (url, alone) => expect(isLoopbackUrl(url)).toBe(alone));
