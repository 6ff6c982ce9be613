import { expect, test } from 'vitest';
import { countConnections } from './guard.ts';

test('a /64 of IPv6 is one network; what has closed counts no more', () => {
  const connections = countConnections(2);
  const close = connections.open('2001:db8::1');
  connections.open('2001:db8::2');
  expect(connections.mayOpen('2001:db8::3')).toBe(false);
  expect(connections.mayOpen('2001:db8:0:1::3')).toBe(true);
  close();
  expect(connections.mayOpen('2001:db8::3')).toBe(true);
});
