import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeAskedAhead } from './asked-ahead.ts';

const url = '/api/clipboard/history?page=1&pageSize=50';
const answer = Promise.resolve(new Response('{}'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('window', { askedAhead: { url, authorization: 'Bearer one', answer } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the answer is given once, and only to the call that was made', () => {
  expect(takeAskedAhead('/api/clipboard/stats', 'Bearer one')).toBeUndefined();
  expect(takeAskedAhead(url, 'Bearer two')).toBeUndefined();
  expect(takeAskedAhead(url, undefined)).toBeUndefined();
  expect(takeAskedAhead(url, 'Bearer one')).toBe(answer);
  expect(takeAskedAhead(url, 'Bearer one')).toBeUndefined();
});

test('half a minute after the page was opened it is too old', () => {
  vi.advanceTimersByTime(30_000);
  expect(takeAskedAhead(url, 'Bearer one')).toBeUndefined();
});
