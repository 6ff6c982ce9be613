import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { answered, bareToken, waitMs } from './api.ts';
import { Failure, Refused } from './failure.ts';

test.each([
  'clipline_x',
  ' clipline_x\r\n',
  'Bearer clipline_x',
  'bearer  clipline_x',
  '"clipline_x"',
  "'Bearer clipline_x' ",
  'Bearer "clipline_x"',
])('the token in %j', (given) => {
  expect(bareToken(given)).toBe('clipline_x');
});
test.each([undefined, '', ' ', '""', 'Bearer '])('there is no token in %j', (given) => {
  expect(bareToken(given)).toBe('');
});

test('a server says in seconds or as a date when to ask again; it is waited for a minute at most', () => {
  const now = Date.UTC(2026, 0, 1);
  const at = (ms: number) => new Date(now + ms).toUTCString();
  const waits = [null, '0', '7', '3600', at(7000), at(3_600_000), at(-7000), 'soon', '-5'];
  expect(waits.map((retryAfter) => waitMs(1, retryAfter, now))).toEqual([
    600, 600, 7000, 60_000, 7000, 60_000, 600, 600, 600,
  ]);
});

/** What becomes of one call where everything is answered so, and how often it was asked. */
async function ask(answer: (response: ServerResponse) => unknown, once: boolean) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const machine = { stderr: process.stderr, wait: async () => {} };
  const by = { machine, url, token: 'x' };
  const failure = await answered(by, 'GET', '/', (response) => response.text(), {
    once,
  }).catch((error: unknown) => error as Failure);
  server.close();
  return { asked, failure };
}
const AWAY = 'The server is not answering. Try again in a moment.';

test.each([
  [502, '<h1>Bad Gateway</h1>', AWAY],
  [503, '', AWAY],
  [504, '<html>', AWAY],
  [503, '{"error":"The server is busy.","code":"UNAVAILABLE"}', 'The server is busy.'],
  [500, '<html>', 'This is no Clipline server: it answered 500.'],
  // It passes: what is no word of the contract's refuses nothing, and signs nobody out.
  [401, '<html>', 'This is no Clipline server: it answered 401.'],
  [403, '<html>', 'This is no Clipline server: it answered 403.'],
])('%i with %s says what is the matter', async (status, body, message) => {
  const { failure } = await ask((response) => response.writeHead(status).end(body), true);
  expect(failure).toMatchObject({ message, exitCode: 1 });
  expect(failure).not.toBeInstanceOf(Refused);
});

test('a refusal of the contract is asked for once, and is one', async () => {
  const body = '{"error":"Only the owner can edit this clip","code":"NOT_CLIP_OWNER"}';
  const { asked, failure } = await ask((response) => response.writeHead(403).end(body), false);
  expect([asked, failure]).toEqual([1, expect.any(Refused)]);
});
