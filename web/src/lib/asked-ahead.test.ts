import { beforeEach, expect, test, vi } from 'vitest';
import { takeAskedAhead } from './asked-ahead.ts';

const url = '/api/clipboard/history?page=1&pageSize=50';
const mine = { authorization: 'Bearer one' };
const read = { method: 'GET', url, headers: mine };
const opening = { method: 'POST', url: '/api/link/open', headers: {}, body: '{"opener":"a"}' };
const response = new Response('{}');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('window', {
    askedAhead: [
      { ...read, answer: Promise.resolve(response) },
      { ...opening, answer: Promise.resolve(undefined) },
    ],
  });
});

test('the answer is given once, and only to the call that was made', async () => {
  for (const other of [
    { ...read, url: '/api/clipboard/stats' },
    { ...read, headers: { authorization: 'Bearer two' } },
    { ...read, headers: {} },
    { ...read, headers: { ...mine, 'x-link-token': 'one' } },
    { ...read, method: 'POST' },
    { ...read, body: '{}' },
  ])
    expect(await takeAskedAhead(other)).toBeUndefined();
  expect(await takeAskedAhead({ ...read, headers: { ...mine } })).toBe(response);
  expect(await takeAskedAhead({ ...read, headers: { ...mine } })).toBeUndefined();
});

test('what turned out not to be sent is left to the caller', async () => {
  expect(await takeAskedAhead({ ...opening })).toBeUndefined();
});

test('half a minute after the page was opened it is too old', async () => {
  vi.advanceTimersByTime(30_000);
  expect(await takeAskedAhead({ ...read })).toBeUndefined();
});
