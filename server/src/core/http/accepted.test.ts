import { expect, test } from 'vitest';
import { acceptedBy } from './headers.ts';

test.each([
  [undefined, ['']],
  ['', ['']],
  ['gzip', ['gzip']],
  ['GZIP , br', ['gzip', 'br']],
  ['a;q=0.5, b;level=1;q=0.9 , c', ['c', 'b', 'a']],
  ['a; q=0.5,b ;q=0.5', ['a', 'b']],
  ['a;q=0, b;q=x, c;q=-1', []],
])('%j takes %j', (header, names) => expect(acceptedBy(header)).toEqual(names));

test('of a long header the beginning is read', () => {
  const names = acceptedBy(`br,gzip;q=0.5${','.repeat(16_000)}deflate`);
  expect(names.length).toBeLessThan(600);
  expect([names[0], names.at(-1)]).toEqual(['br', 'gzip']);
});
