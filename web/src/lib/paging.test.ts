import { expect, it } from 'vitest';
import { pageIn } from './filters.ts';

it('a page is a whole number that the server takes, or the first', () => {
  expect(pageIn(new URLSearchParams('page=2'))).toBe(2);
  for (const page of ['0', '-1', '1.5', 'x', '99999999', '1e300', 'Infinity'])
    expect(pageIn(new URLSearchParams({ page }))).toBe(1);
});
