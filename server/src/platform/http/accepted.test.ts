import { expect, test } from 'vitest';
import { acceptedBy } from './accepted.ts';

test.each([
  [undefined, ['']],
  ['', ['']],
  ['gzip', ['gzip']],
  ['GZIP , br', ['gzip', 'br']],
  ['a;q=0.5, b;level=1;q=0.9 , c', ['c', 'b', 'a']],
  ['a; q=0.5,b ;q=0.5', ['a', 'b']],
  ['a;q=0, b;q=x, c;q=-1', []],
])('%j takes %j', (header, names) => expect(acceptedBy(header)).toEqual(names));
