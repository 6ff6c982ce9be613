import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Queue } from '../queue.ts';
import { isProxy, type TrustedProxies } from './address.ts';
import { limitKeysOf } from './limits.ts';

/** Counts what each network has open. */
export interface OpenConnections {
  /** Whether the network of an address may open one more. */
  mayOpen(address: string): boolean;
  /** One more is open; returns what notes that it is closed. */
  open(address: string): () => void;
}

const networkOf = (address: string) => limitKeysOf({ address }).own;

export function countConnections(maxOfNetwork: number): OpenConnections {
  const counts = new Map<string, number>();
  return {
    mayOpen: (address) => (counts.get(networkOf(address)) ?? 0) < maxOfNetwork,
    open(address) {
      const network = networkOf(address);
      counts.set(network, (counts.get(network) ?? 0) + 1);
      return () => {
        const left = (counts.get(network) ?? 0) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}

/**
 * Bounds the connections of one network, whatever it sends over them. A proxy has those of all who
 * come by it.
 */
export function limitConnections(
  server: Server,
  maxOfNetwork: number,
  proxies: TrustedProxies,
): void {
  const connections = countConnections(maxOfNetwork);
  server.on('connection', (connection: Socket) => {
    const { remoteAddress: address = 'unknown' } = connection;
    if (isProxy(address, proxies)) return;
    if (connections.mayOpen(address)) connection.once('close', connections.open(address));
    else connection.destroy();
  });
}

/** Browsers and proxies have one; programs that pipeline, a few. */
const MAX_IN_PROGRESS = 8;

/**
 * Cuts a connection that asks on and on without waiting for its answers: a thousand small requests
 * fit into one packet, and all of them would begin in the same turn of the event loop.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const inProgress = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number): number => {
    const now = (inProgress.get(socket) ?? 0) + change;
    inProgress.set(socket, now);
    return now;
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // What came in the same packet is still read.
    if (socket.destroyed) return;
    if (count(socket, 1) > MAX_IN_PROGRESS) {
      socket.destroy();
      return;
    }
    response.once('close', () => count(socket, -1));
    handle(request, response);
  };
}

/**
 * Calls `end` once a response was read or its connection is gone; at once where that happened
 * already, as while it was looked up who asks.
 */
export function onceOver(response: ServerResponse, end: () => void): void {
  if (response.closed) end();
  else response.once('close', end);
}

/** Aborted when the caller goes away before the answer: a newer search has replaced this one. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceOver(raw, () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

interface RunningCall {
  readonly ended: AbortController;
  readonly response: ServerResponse;
}

/**
 * The long calls that run on this node, by the session they came with: a session's end is theirs.
 */
export interface SessionCalls {
  /** Returns the signal that what the call receives must stop; what it sends is cut. */
  begin(sessionId: string, response: ServerResponse): AbortSignal;
  end(sessionId: string): void;
  /** The sessions that have such a call. */
  sessions(): string[];
}

export function createSessionCalls(): SessionCalls {
  const running = new Map<string, Set<RunningCall>>();
  return {
    begin(sessionId, response) {
      const call = { ended: new AbortController(), response };
      const calls = running.get(sessionId) ?? new Set();
      running.set(sessionId, calls.add(call));
      onceOver(response, () => {
        calls.delete(call);
        if (calls.size === 0 && running.get(sessionId) === calls) running.delete(sessionId);
      });
      return call.ended.signal;
    },
    end(sessionId) {
      for (const { ended, response } of running.get(sessionId) ?? []) {
        ended.abort();
        // An answer that has begun cannot become a refusal any more.
        if (response.headersSent && !response.writableEnded) response.destroy();
      }
    },
    sessions: () => [...running.keys()],
  };
}

/** Something that is in memory until its sender or reader has done their part. */
export interface Hold {
  /** So many bytes more are held. */
  grow(bytes: number): void;
  /** Nothing of it is held any more; what still comes does not count. */
  end(): void;
}

/** Begins to count what is held for an address; `cut` gives it up. */
type HoldFor = (address: string, cut: () => void) => Hold;

interface Held {
  bytes: number;
  readonly cut: () => void;
}
interface Network {
  readonly key: string;
  bytes: number;
  readonly holds: Set<Held>;
}

/** Of several that have as much, the one that was there first. */
const largest = <T extends { readonly bytes: number }>(things: Iterable<T>): T | undefined =>
  [...things].reduce<T | undefined>(
    (most, each) => (most === undefined || each.bytes > most.bytes ? each : most),
    undefined,
  );

interface AllHeld {
  readonly networks: Map<string, Network>;
  readonly max: { readonly ofNetwork: number; readonly ofAll: number };
  bytes: number;
}

function release(all: AllHeld, network: Network, held: Held): void {
  if (!network.holds.delete(held)) return;
  network.bytes -= held.bytes;
  all.bytes -= held.bytes;
  if (network.holds.size === 0) all.networks.delete(network.key);
}

/** Once there is too much: the largest of the network that is over, or holds most. */
function cutOne(all: AllHeld, network: Network): void {
  const full =
    network.bytes > all.max.ofNetwork
      ? network
      : all.bytes > all.max.ofAll
        ? largest(all.networks.values())
        : undefined;
  const over = full && largest(full.holds);
  if (!over) return;
  release(all, full, over);
  over.cut();
}

/**
 * Bounds what is held in memory for those who begin much and end nothing. Once a network, or all
 * together, have more than may be held, the largest of the network that holds most is cut.
 */
function createHolds(max: AllHeld['max']): HoldFor {
  const all: AllHeld = { networks: new Map(), max, bytes: 0 };
  return (address, cut) => {
    const { own: key } = limitKeysOf({ address });
    const network: Network = all.networks.get(key) ?? { key, bytes: 0, holds: new Set() };
    all.networks.set(key, network);
    const held: Held = { bytes: 0, cut };
    network.holds.add(held);
    return {
      grow(bytes) {
        if (!network.holds.has(held)) return;
        held.bytes += bytes;
        network.bytes += bytes;
        all.bytes += bytes;
        cutOne(all, network);
      },
      end: () => release(all, network, held),
    };
  };
}

const MEGABYTE = 1024 ** 2;

/**
 * Bodies of calls and messages of sockets until they are whole and dealt with. Of one network there
 * may be twenty of the longest bodies, or 120 of the longest texts.
 */
export const receive = createHolds({ ofNetwork: 64 * MEGABYTE, ofAll: 256 * MEGABYTE });

/**
 * What an answer that is made while it is read holds: texts as rows, as JSON and on their way; and
 * what a file does. Others hold what they are.
 */
const ANSWER_BYTES = { made: 2.5 * MEGABYTE, file: 0.5 * MEGABYTE };
const responses = createHolds({ ofNetwork: 150 * MEGABYTE, ofAll: 400 * MEGABYTE });

/**
 * Files on their way: what was announced is on the disk before anything counts it as stored, and
 * each takes two descriptors and some memory besides.
 */
const UPLOAD_BYTES = MEGABYTE;
const uploads = createHolds({ ofNetwork: 1024 * MEGABYTE, ofAll: 4096 * MEGABYTE });

/** What is over before holds nothing for long, however many begin at once. */
const COUNTED_AFTER_MS = 2000;

/** Counts something from its third second on until it is over; returns what ends it. */
function holdLater(holdFor: HoldFor, address: string, bytes: number, cut: () => void): () => void {
  let hold: Hold | undefined;
  const begin = () => {
    hold = holdFor(address, cut);
    hold.grow(bytes);
  };
  const timer = setTimeout(begin, COUNTED_AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    hold?.end();
  };
}

/**
 * The connection: what was answered to requests behind an unread one waits for it, and would wait
 * on if only its response were destroyed.
 */
const cutConnection =
  ({ request }: FastifyReply) =>
  () =>
    void request.raw.socket.destroy();

/** Counts an answer that is not read at once until it is, or its connection is cut. */
export function holdAnswer(
  reply: FastifyReply,
  address: string,
  kind: keyof typeof ANSWER_BYTES,
): void {
  onceOver(reply.raw, holdLater(responses, address, ANSWER_BYTES[kind], cutConnection(reply)));
}

/** Counts an answer that is in memory as a whole, however soon it is read. */
export function holdWhole(reply: FastifyReply, address: string, bytes: number): void {
  const hold = responses(address, cutConnection(reply));
  onceOver(reply.raw, hold.end);
  hold.grow(bytes);
}

/** Counts an upload that does not come at once; returns what ends it. */
export const holdUpload = (address: string, announced: number, cut: () => void): (() => void) =>
  holdLater(uploads, address, UPLOAD_BYTES + announced, cut);

/** Imported as a module, it would load Node's fetch as well, which takes 14 MB. */
const http = process.getBuiltinModule('node:http');

/** How long bodies may take. */
export interface BodyPatience {
  /** For the whole of a call. */
  readonly bodyMs: number;
  /** Of an upload, which may be large and its line slow: so many bytes in each of these spans. */
  readonly uploadSpanMs: number;
  readonly uploadSpanBytes: number;
}

/** Each piece of a body costs as much as a kilobyte: very many small ones are an attack. */
const FREE_PIECES = 4096;
const MIN_AVERAGE_BYTES = 128;

/** A request that counts the pieces in which its body comes. */
export class CountingRequest extends http.IncomingMessage {
  #pieces = 0;
  #bytes = 0;
  /** Hears once that the pieces are too small. */
  onCrumbs: (() => void) | undefined;
  #receiving: Hold | undefined;

  /** Counts a body that is held in memory until it is whole, with what has come of it. */
  holdBy(receiving: Hold): void {
    this.#receiving = receiving;
    receiving.grow(this.#bytes);
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    this.#pieces += 1;
    this.#bytes += chunk?.length ?? 0;
    if (chunk) this.#receiving?.grow(chunk.length);
    if (this.#pieces > FREE_PIECES && this.#bytes < this.#pieces * MIN_AVERAGE_BYTES) {
      const { onCrumbs } = this;
      this.onCrumbs = undefined;
      onCrumbs?.();
    }
    return super.push(chunk, encoding);
  }
}

const isExpected = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Watches over a body from the head of its request on. */
export type WatchBody = (
  request: IncomingMessage,
  response: ServerResponse,
  isUpload?: boolean,
) => void;

/**
 * Ends connections whose body does not come, or in crumbs. Node's own time limit is one for all
 * requests: short enough to be rid of a few hundred slow senders, it would cut a large upload on a
 * slow line.
 * @param cutOff responds with status 408 and closes
 */
export const watchBodies =
  (
    { bodyMs, uploadSpanMs, uploadSpanBytes }: BodyPatience,
    cutOff: (request: IncomingMessage) => void,
  ): WatchBody =>
  (request, response, isUpload = false) => {
    if (!isExpected(request)) return;
    const { socket } = request;
    const end = () => {
      stop();
      if (!request.complete) cutOff(request);
    };
    if (request instanceof CountingRequest) request.onCrumbs = end;
    // What a call that was answered early does not read still comes in, and counts: left to itself,
    // Node would drop it unseen.
    response.once('prefinish', () => {
      if (request.readableFlowing === null) request.resume();
    });
    let received = socket.bytesRead;
    const look = () => {
      const came = socket.bytesRead - received;
      received = socket.bytesRead;
      // Who is made to wait, because the storage is slow, is not slow.
      const waits = request.readableLength >= request.readableHighWaterMark;
      if (came < uploadSpanBytes && !waits) end();
    };
    const timer = isUpload ? setInterval(look, uploadSpanMs) : setTimeout(end, bodyMs);
    timer.unref();
    function stop() {
      clearInterval(timer);
      socket.off('close', stop);
    }
    request.once('end', stop);
    socket.once('close', stop);
  };

/** Of an archive, which is larger, the places are counted besides. */
const announcedBy = ({ headers }: IncomingMessage): number =>
  Math.min(Number(headers['content-length'] ?? MAX_FILE_BYTES), MAX_FILE_BYTES);

/**
 * Bounds what bodies that are read whole take of the memory until they are answered, and what
 * uploads take of the disk until they are there.
 */
export function limitHeldBodies(
  server: FastifyInstance,
  addressOf: (request: IncomingMessage) => string,
  cutOff: (request: IncomingMessage) => void,
): void {
  // Not before: some are answered without their body, which then runs out unread.
  server.addHook('preParsing', ({ raw, routeOptions }, reply, body, done) => {
    if (routeOptions.config.isUpload) {
      const end = holdUpload(addressOf(raw), announcedBy(raw), () => cutOff(raw));
      raw.once('end', end);
      onceOver(reply.raw, end);
    } else if (isExpected(raw) && raw instanceof CountingRequest) {
      const receiving = receive(addressOf(raw), () => cutOff(raw));
      onceOver(reply.raw, receiving.end);
      raw.holdBy(receiving);
    }
    done(null, body);
  });
}

/** JSON that is longer takes some milliseconds to parse or to make. */
export const LONG_BYTES = 64 * 1024;

const turns = new Queue({ running: 1, retryAfterSeconds: 1 });

/**
 * Runs work that holds the event loop for some milliseconds, one in each of its turns: new
 * connections and whatever else waits come between, and one network has its work done as often as
 * another, however much it has.
 */
export const inOwnTurn = <T>(address: string, work: () => T): Promise<T> =>
  turns.run(limitKeysOf({ address }).own, async () => {
    await setImmediate();
    return work();
  });
