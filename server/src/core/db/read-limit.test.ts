import { expect, test } from 'vitest';
import { readLimit } from './read-limit.ts';

/** A thread that gets this part of the time by the clock. */
function busy(share: number) {
  let at = 1000;
  return {
    pass: (ms: number) => void (at += ms),
    clocks: { now: () => at, worked: () => at * share },
  };
}

test.each([
  ['alone', 1, 5000],
  ['on a machine that gives it a tenth', 0.1, 30_000],
  ['on one that gives it a half', 0.5, 10_000],
])('a read %s ends with its own work, or with what nobody waits for', (_where, share, end) => {
  const { pass, clocks } = busy(share);
  const mayGoOn = readLimit(5000, clocks);
  pass(end - 1);
  expect(mayGoOn()).toBe(true);
  pass(2);
  expect(mayGoOn()).toBe(false);
});

test('the work is looked at when the clock gives reason to, not for each row', () => {
  const { pass, clocks } = busy(0.5);
  let looks = 0;
  const mayGoOn = readLimit(5000, { ...clocks, worked: () => (looks++, clocks.worked()) });
  for (let row = 0; row < 9990; row++) {
    pass(1);
    expect(mayGoOn()).toBe(true);
  }
  expect(looks).toBeLessThan(20);
});

test('what had all of its time already does not begin', () => {
  const { pass, clocks } = busy(1);
  const mayGoOn = readLimit(-1, clocks);
  pass(0);
  expect(mayGoOn()).toBe(false);
});
