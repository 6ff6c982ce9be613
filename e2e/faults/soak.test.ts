import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { growthOf, isLeaking, type Sample } from '../../bench/support/growth.ts';

const soak = fileURLToPath(new URL('../../bench/soak.ts', import.meta.url));
const MEGABYTE = 1024 ** 2;

/** Half an hour of samples. */
const samples = (change: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 120 }, (_, index) => ({
    second: index * 15,
    cpuMicroseconds: 0,
    rss: 240 * MEGABYTE,
    held: 42 * MEGABYTE,
    descriptors: 250,
    loop: { p50: 0, p99: 0, max: 0 },
    ...change(index / 4),
  }));
const leaking = (change: (minute: number) => Partial<Sample>) =>
  growthOf(samples(change))
    .filter(isLeaking)
    .map(({ what }) => what);

test.describe('the rule of the soak', () => {
  test('passes what only swings, has its peaks or fills its caches at the beginning', () => {
    expect(leaking(() => ({}))).toEqual([]);
    expect(leaking((minute) => ({ held: (42 + 6 * Math.sin(minute * 2)) * MEGABYTE }))).toEqual([]);
    expect(leaking((minute) => ({ rss: Math.min(300, 180 + minute * 20) * MEGABYTE }))).toEqual([]);
    expect(leaking((minute) => (minute > 28 ? { descriptors: 900 } : {}))).toEqual([]);
  });

  test('tells each thing that grows all the time', () => {
    expect(leaking((minute) => ({ held: (42 + minute / 2) * MEGABYTE }))).toEqual(['memory held']);
    expect(leaking((minute) => ({ rss: (240 + minute * 6) * MEGABYTE }))).toEqual([
      'memory resident',
    ]);
    expect(leaking((minute) => ({ descriptors: 250 + minute * 6 }))).toEqual(['descriptors']);
  });
});

test('a few seconds of everyday load: every request is answered and nothing leaks', async () => {
  // As few a second as a machine with other work does: one that falls behind may refuse searches.
  const child = spawn(
    process.execPath,
    [soak, '--minutes', '0.15', '--sockets', '50', '--rate', '10'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect(output + errors).toMatch(/^\d+ answers, 0 failed$/m);
  expect(output).toMatch(/event loop late p50 [\d.]+, p99 [\d.]+, max [\d.]+ ms/);
  expect(output).toMatch(/^Nothing leaks\.$/m);
  expect(code).toBe(0);
});
