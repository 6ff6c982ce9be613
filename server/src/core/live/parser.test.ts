import type { Packet } from 'socket.io-parser';
import { expect, test } from 'vitest';
import { guardedParser } from './parser.ts';

const MANY = 3_000_000;

/** What Socket.IO is given of these messages of one socket. */
function decoded(...messages: string[]): Packet[] {
  const { Decoder } = guardedParser({ limitEvents: false });
  const decoder = new Decoder();
  const packets: Packet[] = [];
  decoder.on('decoded', (packet) => void packets.push(packet));
  for (const message of messages) decoder.add(message);
  return packets.slice(1);
}

test.each([
  ['digits', `2${'7'.repeat(MANY)}`],
  ['blanks', `2${' '.repeat(MANY)}`],
  ['a namespace without an end', `2/${'a'.repeat(MANY)}`],
  ['digits of bytes', `5${'7'.repeat(MANY)}`],
  ['a name without an end', `2["${'a'.repeat(MANY)}`],
  ['no name', '2'],
  ['a name that none has', '2["no such event",{}]'],
])('an event of %s is no event', (_what, message) => {
  expect(decoded('0{"token":"good"}', message).length).toBe(0);
});

const long = `27["join:clip","${'x'.repeat(1024 ** 2)}"]`;

test.each(['0', '0{"token":""}', '0{"token":null}', '0{"x":"token"}', '0{"token":{}}'])(
  'a long message after the handshake %s is not parsed',
  (handshake) => {
    expect(decoded(handshake, long)).toMatchObject([{ id: 7, data: ['join:clip', 0] }]);
  },
);

test('a long message of who has a token is parsed', () => {
  const [packet] = decoded('0{"token":"good"}', long);
  expect(packet?.data[1]).toHaveLength(1024 ** 2);
});
