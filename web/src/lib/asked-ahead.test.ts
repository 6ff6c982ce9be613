import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeAskedAhead } from './asked-ahead.ts';

const url = '/api/clipboard/history?page=1&pageSize=50';
const mine = { authorization: 'Bearer one' };
const answer = Promise.resolve(new Response('{}'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('window', { askedAhead: { url, headers: mine, answer } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the answer is given once, and only to the call that was made', () => {
  expect(takeAskedAhead('/api/clipboard/stats', { ...mine })).toBeUndefined();
  expect(takeAskedAhead(url, { authorization: 'Bearer two' })).toBeUndefined();
  expect(takeAskedAhead(url, {})).toBeUndefined();
  expect(takeAskedAhead(url, { ...mine, 'x-link-token': 'one' })).toBeUndefined();
  expect(takeAskedAhead(url, { ...mine })).toBe(answer);
  expect(takeAskedAhead(url, { ...mine })).toBeUndefined();
});

test('half a minute after the page was opened it is too old', () => {
  vi.advanceTimersByTime(30_000);
  expect(takeAskedAhead(url, { ...mine })).toBeUndefined();
});
