import { createInterface } from 'node:readline';
import { io } from 'socket.io-client';

/**
 * A device of its own, for a process in a network namespace: opens a socket, says on each line of
 * its output what it hears, and sends the events that its input asks for. Arguments: the server's
 * address, the type of the connection, the peer id, a cookie.
 */
const [url = '', type = '', peerId = '', cookie = ''] = process.argv.slice(2);
const say = (name: string, payload: unknown) => console.log(JSON.stringify([name, payload]));

const socket = io(url, {
  transports: ['websocket'],
  query: { type, peerId },
  extraHeaders: cookie === '' ? {} : { cookie },
});
socket.onAny(say);
socket.on('connect', () => say('connected', null));
socket.on('connect_error', ({ message }) => say('failed', message));

createInterface({ input: process.stdin }).on('line', (line) => {
  const [event, payload] = JSON.parse(line) as [string, unknown];
  if (event === 'fetch') {
    void fetch(url + String(payload)).then(async (response) =>
      say('fetched', [response.status, await response.text()]),
    );
  } else socket.emit(event, payload, (answer: unknown) => say(`answer to ${event}`, answer));
});
process.stdin.on('close', () => process.exit(0));
