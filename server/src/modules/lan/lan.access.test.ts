import { expect, test } from 'vitest';
import { admissionOf, afterLeaving, type Standing } from './lan.access.ts';

test.each<[Standing, string, string]>([
  ['new', 'admit', 'ask'],
  ['waiting', 'wait', 'wait'],
  ['joining', 'admit', 'admit'],
  ['connected', 'admit', 'admit'],
  ['left', 'admit', 'admit'],
  ['dropped', 'ask', 'ask'],
  ['refused', 'refuse', 'refuse'],
])(
  'a peer who is %s: on a private network %s, on a shared one %s',
  (standing, onPrivate, onShared) => {
    expect(admissionOf({ kind: 'private' }, standing)).toBe(onPrivate);
    expect(admissionOf({ kind: 'shared' }, standing)).toBe(onShared);
  },
);

test('a peer that goes by itself may come back, one that still asked asks again', () => {
  expect([afterLeaving('connected'), afterLeaving('joining'), afterLeaving('waiting')]).toEqual([
    'left',
    'left',
    'dropped',
  ]);
});
