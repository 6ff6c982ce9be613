import { expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { delayAfter, verdictOn } from './entry.ts';

const verdict = (status: number) => verdictOn(new ApiError('no', status, { code: 'SOME_CODE' }));

it('a bad moment is tried again, a refusal is for a person', () => {
  for (const status of [404, 429, 500, 502, 503, 504])
    expect(verdict(status), String(status)).toBe('later');
  for (const status of [400, 402, 403, 409, 413, 507])
    expect(verdict(status), String(status)).toBe('refused');
  expect(verdict(401)).toBe('signed-out');
  expect(verdict(410)).toBe('gone');
  expect(verdictOn(new ApiError('over', 400, { sessionEnded: true }))).toBe('signed-out');
  expect(verdictOn(new ApiError('no answer', 0))).toBe('later');
  expect(verdictOn(new DOMException('stalled', 'AbortError'))).toBe('later');
});

it('waits from two seconds to five minutes', () => {
  expect([1, 2, 3, 8, 9, 1000].map(delayAfter)).toEqual([
    2000, 4000, 8000, 256_000, 300_000, 300_000,
  ]);
});

it('what something in between says ends nothing, but where it takes nothing that large', () => {
  for (const status of [400, 401, 402, 403, 407, 409, 410, 451, 507])
    expect(verdictOn(new ApiError('<html>', status)), String(status)).toBe('later');
  expect(verdictOn(new ApiError('<html>', 413))).toBe('refused');
});
