import { expect, test, vi } from 'vitest';
import { receive } from './guard.ts';

const MEGABYTE = 1024 ** 2;

/** So many begun of so many MB each; how many are cut, and what ends them all. */
function begin(address: string, count: number, megabytes: number) {
  const cuts = Array.from({ length: count }, () => vi.fn());
  const all = cuts.map((cut) => receive(address, cut));
  for (const each of all) each.grow(megabytes * MEGABYTE);
  return {
    cut: () => cuts.filter((cut) => cut.mock.calls.length > 0).length,
    grow: (bytes: number) => all.forEach((each) => each.grow(bytes)),
    end: () => all.forEach((each) => each.end()),
  };
}

test('of one network 64 MB are held, and the largest goes first', () => {
  const short = begin('192.0.2.1', 8, 1);
  const long = begin('192.0.2.1', 30, 3);
  expect([short.cut(), long.cut()]).toEqual([0, 12]);
  // What was cut may still come.
  long.grow(0);
  expect(long.cut()).toBe(12);
  long.end();
  const later = begin('192.0.2.1', 8, 3);
  expect(later.cut()).toBe(0);
  for (const each of [short, later]) each.end();
});

test('a /64 of IPv6 is one network, and what has ended counts no more', () => {
  const one = begin('2001:db8::1', 20, 3);
  const other = begin('2001:db8::2', 20, 3);
  expect(one.cut() + other.cut()).toBe(19);
  const next = begin('2001:db8:0:1::2', 20, 3);
  expect(next.cut()).toBe(0);
  for (const each of [one, other, next]) each.end();
  const later = begin('2001:db8::3', 20, 3);
  expect(later.cut()).toBe(0);
  later.end();
});

test('of all networks 256 MB are held: that of those with most goes, others stay', () => {
  const few = begin('198.51.100.200', 1, 1);
  const many = Array.from({ length: 12 }, (_, host) => begin(`198.51.100.${host}`, 10, 3));
  expect(few.cut()).toBe(0);
  const held = many.reduce((sum, each) => sum + (10 - each.cut()) * 3, 1);
  expect(held).toBeLessThanOrEqual(256);
  expect(held).toBeGreaterThan(250);
  for (const each of [few, ...many]) each.end();
});
