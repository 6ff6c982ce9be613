import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceOver } from './guard.ts';

let server: Server;
let responses: ServerResponse[];

beforeEach(async () => {
  responses = [];
  server = createServer((_, response) => void responses.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** A connection that asked so often without reading any answer. */
async function ask(times: number) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n'.repeat(times));
  await expect.poll(() => responses.length).toBe(times);
  return socket;
}

test('it ends once it was read', async () => {
  const socket = await ask(1);
  const end = vi.fn();
  onceOver(responses[0]!, end);
  expect(end).not.toHaveBeenCalled();
  responses[0]!.end('read');
  socket.resume();
  await expect.poll(() => end).toHaveBeenCalledOnce();
  socket.destroy();
});

test('with its connection also where it waits behind others, answered or not', async () => {
  const socket = await ask(3);
  responses[1]!.end('waits');
  const ends = responses.map((response) => {
    const end = vi.fn();
    onceOver(response, end);
    return end;
  });
  socket.resetAndDestroy();
  for (const end of ends) await expect.poll(() => end).toHaveBeenCalledOnce();
});

test('at once where the connection is gone already', async () => {
  const socket = await ask(2);
  responses[1]!.end('waits');
  socket.resetAndDestroy();
  await expect.poll(() => responses.map(({ closed }) => closed)).toEqual([true, true]);
  for (const response of responses) {
    const end = vi.fn();
    onceOver(response, end);
    expect(end).toHaveBeenCalledOnce();
  }
});
