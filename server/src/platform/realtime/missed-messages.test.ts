import { expect, test } from 'vitest';
import { createHeard, createRecent } from './missed-messages.ts';

test('the latest messages are kept, as many as fit', () => {
  const recent = createRecent(10);
  expect([recent.keep('aaaa'), recent.keep('bbbb'), recent.keep('cccc')]).toEqual([1, 2, 3]);
  expect([1, 2, 3, 4].map((number) => recent.get(number))).toEqual([
    undefined,
    'bbbb',
    'cccc',
    undefined,
  ]);
  recent.keep('longer than everything together');
  expect([recent.get(3), recent.get(4), recent.last]).toEqual([
    undefined,
    'longer than everything together',
    4,
  ]);
});

test('a message is news once', () => {
  const heard = createHeard(6);
  expect([heard.take(6), heard.take(7), heard.take(7), heard.take(8)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(heard.missing()).toEqual([]);
});

test('what was left out is missing until it comes', () => {
  const heard = createHeard(0);
  expect(heard.take(3)).toBe(true);
  heard.reached(5);
  expect(heard.missing()).toEqual([1, 2, 4, 5]);
  expect([heard.take(2), heard.take(2), heard.take(1), heard.take(4), heard.take(5)]).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(heard.missing()).toEqual([]);
  expect(heard.isLost()).toBe(false);
});

test('what does not come although asked for again and again is lost, and told once', () => {
  const heard = createHeard(0);
  heard.reached(1);
  const asked = Array.from({ length: 6 }, () => heard.missing().length);
  expect(asked).toEqual([1, 1, 1, 1, 1, 0]);
  expect([heard.isLost(), heard.isLost(), heard.take(1)]).toEqual([true, false, false]);
  heard.reached(2);
  expect(heard.missing()).toEqual([2]);
});

test('what was given up, or is too much to ask for, is lost', () => {
  const heard = createHeard(0);
  heard.giveUp();
  expect(heard.isLost()).toBe(false);
  heard.reached(2);
  heard.giveUp();
  expect([heard.isLost(), heard.missing()]).toEqual([true, []]);
  heard.reached(1_000_000);
  expect([heard.isLost(), heard.missing()]).toEqual([true, []]);
});
