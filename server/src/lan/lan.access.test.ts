import { expect, test } from 'vitest';
import {
  admissionOf,
  type Guest,
  type LanPresence,
  mayAsk,
  type Standing,
  standingAmong,
} from './lan.access.ts';

let sessions = 0;
const visitor = (peerId: string, owner: string | null = null, ip = '10.0.0.5'): LanPresence => ({
  peerId,
  sessionId: `session ${++sessions}`,
  network: { key: '10.0.0.0/24', kind: 'private' },
  owner,
  name: 'Laptop',
  ip,
  port: 4000,
  desktopId: null,
});
const guest = (presence: LanPresence, standing: Standing): Guest => ({
  hostId: 'host',
  presence,
  standing,
  linkId: 'link',
});

test.each<[Standing, string, string]>([
  ['new', 'admit', 'ask'],
  ['waiting', 'wait', 'wait'],
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

test.each<[Standing, sameOwner: Standing, others: Standing]>([
  ['waiting', 'dropped', 'new'],
  ['connected', 'new', 'new'],
  ['left', 'new', 'new'],
  ['dropped', 'dropped', 'dropped'],
  ['refused', 'refused', 'dropped'],
])(
  'beside a guest who is %s its owner stands as %s under another id, anyone else as %s',
  (standing, sameOwner, others) => {
    const ada = visitor('1', 'user ada');
    const guests = [guest(ada, standing)];
    expect(standingAmong(guests, ada)).toBe(standing);
    expect(standingAmong(guests, visitor('2', 'user ada'))).toBe(sameOwner);
    expect(standingAmong(guests, visitor('3', 'user bob'))).toBe(others);
    expect(standingAmong(guests, visitor('4'))).toBe(others);
  },
);

test.each<[Standing, same: Standing, another: Standing]>([
  ['waiting', 'waiting', 'waiting'],
  ['connected', 'left', 'new'],
  ['left', 'left', 'new'],
  ['dropped', 'dropped', 'dropped'],
  ['refused', 'refused', 'refused'],
])(
  'the peer id of a guest who is %s is worth %s to who had it, %s to anyone else',
  (standing, same, another) => {
    for (const [had, others] of [
      ['user ada', ['user bob', 'browser x', null]],
      ['browser x', ['user bob', 'browser y', null]],
      [null, ['user bob', 'browser x']],
    ] as const) {
      const guests = [guest(visitor('1', had), standing)];
      expect(standingAmong(guests, visitor('1', had))).toBe(same);
      for (const other of others) expect(standingAmong(guests, visitor('1', other))).toBe(another);
    }
  },
);

test('signed out, who was let in is asked about once one of its address was turned away', () => {
  const guests = [
    guest(visitor('1'), 'left'),
    guest(visitor('2', 'browser x'), 'left'),
    guest(visitor('3', 'browser y'), 'dropped'),
  ];
  expect(standingAmong(guests, visitor('1'))).toBe('dropped');
  expect(standingAmong(guests, visitor('2', 'browser x'))).toBe('dropped');
  const elsewhere = guest(visitor('4', null, '10.0.0.6'), 'left');
  expect(standingAmong([...guests, elsewhere], visitor('4', null, '10.0.0.6'))).toBe('left');
});

test('who was let in before comes back, although others were turned away', () => {
  const guests = [
    guest(visitor('1', 'user ada'), 'left'),
    guest(visitor('2', 'user bob'), 'refused'),
  ];
  expect(standingAmong(guests, visitor('3', 'user ada'))).toBe('new');
});

test('a host is asked about 50 in all, 10 of an address or a person', () => {
  const asked = (count: number, of: (index: number) => LanPresence, standing: Standing) =>
    Array.from({ length: count }, (_each, index) => guest(of(index), standing));
  const fromAddress = (count: number, standing: Standing) =>
    asked(count, (index) => visitor(`${index}`), standing);
  const ofPerson = (count: number) =>
    asked(count, (index) => visitor(`${index}`, 'user ada', `10.0.0.${index}`), 'refused');
  const ofAll = (count: number) =>
    asked(count, (index) => visitor(`${index}`, `user ${index}`), 'waiting');
  expect([
    mayAsk(fromAddress(9, 'waiting'), visitor('x')),
    mayAsk(ofPerson(9), visitor('x', 'user ada')),
  ]).toEqual([true, true]);
  expect(mayAsk(fromAddress(10, 'refused'), visitor('x'))).toBe(false);
  expect(mayAsk(fromAddress(10, 'left'), visitor('x'))).toBe(true);
  expect(mayAsk(fromAddress(10, 'waiting'), visitor('x', null, '10.0.0.6'))).toBe(true);
  expect(mayAsk(ofPerson(10), visitor('x', 'user ada'))).toBe(false);
  expect([mayAsk(ofAll(49), visitor('x')), mayAsk(ofAll(50), visitor('x'))]).toEqual([true, false]);
});
