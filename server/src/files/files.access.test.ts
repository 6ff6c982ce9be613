import { expect, test } from 'vitest';
import { openingRefusalOf } from './files.routes.ts';

test.each([
  ['trial', null, null],
  ['trial', 'another', null],
  ['basic', null, 'OWNER_CANNOT_SHARE'],
  ['basic', 'another', 'OWNER_CANNOT_SHARE'],
  ['basic', 'sharer', null],
  [null, 'another', null],
] as const)('a file shared on the plan %s, opened by %s: %s', (plan, openerId, refusal) => {
  expect(openingRefusalOf({ id: 'sharer', plan }, openerId)).toBe(refusal);
});
