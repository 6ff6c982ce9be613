import { expect, test } from 'vitest';
import { countSockets } from './open-sockets.ts';

test('a /64 of IPv6 is one network; what has closed counts no more', () => {
  const sockets = countSockets(2);
  const close = sockets.open('2001:db8::1');
  sockets.open('2001:db8::2');
  expect(sockets.mayOpen('2001:db8::3')).toBe(false);
  expect(sockets.mayOpen('2001:db8:0:1::3')).toBe(true);
  close();
  expect(sockets.mayOpen('2001:db8::3')).toBe(true);
});
