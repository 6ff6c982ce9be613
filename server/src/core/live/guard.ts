import type { Socket } from 'socket.io';
import { Decoder, Encoder } from 'socket.io-parser';
import { type ServerOptions, WebSocketServer } from 'ws';
import { countTokens } from '../http/failures.ts';
import { type Hold, hold } from '../http/guard.ts';

/** Messages in crumbs: a browser sends the longest text in some fifty, each takes memory till then. */
const MAX_FRAGMENTS = 256;

/**
 * The websockets under Socket.IO. Its own are of an older `ws`, which answers pings without an end
 * to who reads no answer; this one ends a socket for which 60 wait, and reads one message in a turn
 * of the event loop: a packet may hold ten thousand.
 */
export class BoundedWebSockets extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, maxFragments: MAX_FRAGMENTS, allowSynchronousEvents: false });
  }
}

const BURST = 150;
const PER_SECOND = 100;
const MAX_DROPPED = 50;

const [CONNECT, DISCONNECT, EVENT, BINARY_EVENT] = ['0', '1', '2', '5'];
const MAX_DISCONNECT_LENGTH = 100;
const HEAD = /^[25](?:\d{1,3}-)?(\/[^,]{0,100},)?(\d{0,15})\["([\w:.-]{1,64})"/;

/**
 * Socket.IO's own parser behind a guard. Deep or finely cut JSON is never parsed, and bytes are
 * never waited for: the event is answered nevertheless, with a payload that none takes.
 */
export function guardedParser(limitEvents: boolean) {
  class GuardedDecoder extends Decoder {
    #isConnected = false;
    #left = BURST;
    #dropped = 0;
    #last = performance.now();

    #isInTime(): boolean {
      const now = performance.now();
      const seconds = (now - this.#last) / 1000;
      this.#last = now;
      this.#left = Math.min(BURST, this.#left + seconds * PER_SECOND);
      this.#dropped *= 0.5 ** seconds;
      if (this.#left >= 1) {
        this.#left -= 1;
        return true;
      }
      this.#dropped += 1;
      if (this.#dropped >= MAX_DROPPED) throw new Error('Too many events');
      return false;
    }

    override add(message: unknown): void {
      if (typeof message !== 'string') return;
      const type = message.slice(0, 1);
      if (type === CONNECT) {
        // Each looks up a token.
        if (this.#isConnected || countTokens(message) === undefined)
          throw new Error('No handshake');
        this.#isConnected = true;
      } else if (type === EVENT || type === BINARY_EVENT) {
        const head = HEAD.exec(message);
        if ((limitEvents && !this.#isInTime()) || !head) return;
        const [, namespace = '', number = '', name] = head;
        if (type === BINARY_EVENT || countTokens(message) === undefined)
          return super.add(`${EVENT}${namespace}${number}["${name}",0]`);
      } else if (type !== DISCONNECT || message.length > MAX_DISCONNECT_LENGTH)
        throw new Error('Nothing that a client sends');
      super.add(message);
    }
  }
  return { Encoder, Decoder: GuardedDecoder };
}

const LUMP_BYTES = 64 * 1024;
const PIECE_BYTES = 256;
const SIGN_BYTES = 64;
const MESSAGE_BYTES = 2 * 1024;
const ACKNOWLEDGEMENT = '3';
const HELD_FROM_BYTES = 4 * 1024;

/**
 * Who is told more than they read: what may wait for one socket. Its line is cut: it comes back and
 * reads the state, where endless news would bring the server down.
 */
const MAX_WAITING_BYTES = 16 * 1024 ** 2;
const MAX_WAITING_BYTES_OF_ALL = 256 * 1024 ** 2;
const MUCH_BYTES = 1024 ** 2;
const SWEEP_MS = 1000;

interface Line {
  waiting(): number;
  cut(): void;
}

export function cutHeaviest(lines: Iterable<Line>): void {
  const heavy = [...lines]
    .map((line) => ({ line, bytes: line.waiting() }))
    .filter(({ bytes }) => bytes > MUCH_BYTES)
    .toSorted((one, other) => other.bytes - one.bytes);
  let sum = heavy.reduce((all, { bytes }) => all + bytes, 0);
  for (const { line, bytes } of heavy) {
    if (sum <= MAX_WAITING_BYTES_OF_ALL) return;
    line.cut();
    sum -= bytes;
  }
}

type AllowsBytes = (rule: 'messages' | 'calls', address: string, lumps: number) => Promise<boolean>;

/**
 * Watches what connections carry. What a network sends and what answers it counts for it; what it
 * hears of was not its choice. Until a message is whole it is held in memory as a body is.
 */
export function guardConnections(allows: AllowsBytes) {
  const lines = new Set<Line>();
  const timer = setInterval(cutHeaviest, SWEEP_MS, lines).unref();

  function watch(connection: Socket['conn'], address: string): void {
    const line = connection.request.socket;
    // An orderly end would go on reading, or wait until everything was read.
    const cut = () => void line.destroy();
    const counted = { messages: 0, calls: 0 };
    const count = (rule: keyof typeof counted, bytes: number) => {
      const sum = counted[rule] + bytes;
      counted[rule] = sum % LUMP_BYTES;
      if (sum < LUMP_BYTES) return;
      allows(rule, address, Math.floor(sum / LUMP_BYTES)).then(
        (allowed) => allowed || cut(),
        () => {},
      );
    };
    // A piece may be the end of one message and the beginning of the next.
    let begun = 0;
    let held: Hold | undefined;
    const end = () => {
      begun = 0;
      held?.end();
      held = undefined;
    };
    line.on('data', ({ length }: Buffer) => {
      const bytes = Math.max(length, PIECE_BYTES);
      count('messages', bytes);
      begun += bytes;
      if (held) held.grow(bytes);
      else if (begun > HELD_FROM_BYTES) (held = hold(address, cut)).grow(begun);
    });
    connection.on('packet', ({ type }: { type: string }) => {
      end();
      count('messages', type === 'message' ? MESSAGE_BYTES : SIGN_BYTES);
    });
    line.once('close', end);

    let queued = 0;
    const waiting = () => (line.destroyed ? 0 : queued + line.writableLength);
    connection.on('packetCreate', ({ data }: { data?: string }) => {
      if (data === undefined) return;
      // What waited before decides: an answer may be longer than what may wait.
      if (waiting() > MAX_WAITING_BYTES) cut();
      queued += data.length;
      if (data.startsWith(ACKNOWLEDGEMENT)) count('calls', data.length);
    });
    connection.on('flush', () => (queued = 0));
    const own = { waiting, cut };
    lines.add(own);
    connection.once('close', () => lines.delete(own));
  }
  return { watch, stop: () => clearInterval(timer) };
}
