import { EventEmitter } from 'node:events';
import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Queue } from '../queue.ts';
import { isProxy, type TrustedProxies } from './address.ts';
import { limitKeysOf } from './limits.ts';

const networkOf = (address: string) => limitKeysOf({ address }).own;

export function countConnections(maxOfNetwork: number) {
  const counts = new Map<string, number>();
  return {
    mayOpen: (address: string): boolean => (counts.get(networkOf(address)) ?? 0) < maxOfNetwork,
    open(address: string): () => void {
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

export function limitConnections(server: Server, maxOfNetwork: number, proxies: TrustedProxies) {
  const connections = countConnections(maxOfNetwork);
  server.on('connection', (connection: Socket) => {
    const { remoteAddress: address = 'unknown' } = connection;
    if (isProxy(address, proxies)) return;
    if (connections.mayOpen(address)) connection.once('close', connections.open(address));
    else connection.destroy();
  });
}

/** Browsers and proxies have one request in progress on a connection. */
const MAX_PIPELINED = 8;

/** Else a thousand small requests in one packet would all begin in one turn of the event loop. */
export function limitPipelining({ server }: FastifyInstance): void {
  const inProgress = new WeakMap<Socket, number>();
  const [handle] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    const { socket } = request;
    // Node still reads what came in the same packet.
    if (socket.destroyed) return;
    const now = (inProgress.get(socket) ?? 0) + 1;
    inProgress.set(socket, now);
    response.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 0) - 1));
    if (now > MAX_PIPELINED) socket.destroy();
    else handle?.(request, response);
  });
}

/** At once where that happened already, as while the caller was looked up. */
export function onceOver(response: ServerResponse, end: () => void): void {
  if (response.closed) end();
  else response.once('close', end);
}

/** Aborted when the caller leaves before the answer: a newer search has replaced this one. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceOver(raw, () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

export function createSessionCalls() {
  const running = new EventEmitter().setMaxListeners(0);
  /** Until what it returns is called. */
  function watch(sessionId: string, end: () => void): () => void {
    running.on(sessionId, end);
    return () => void running.off(sessionId, end);
  }
  return {
    watch,
    begin(sessionId: string, response: ServerResponse): AbortSignal {
      const ended = new AbortController();
      const stop = watch(sessionId, () => {
        ended.abort();
        // An answer that has begun cannot become a refusal any more.
        if (response.headersSent && !response.writableEnded) response.destroy();
      });
      onceOver(response, stop);
      return ended.signal;
    },
    end: (sessionId: string): void => void running.emit(sessionId),
    sessions: () => running.eventNames() as string[],
  };
}
export type SessionCalls = ReturnType<typeof createSessionCalls>;

const MEGABYTE = 1024 ** 2;

/** Of one network forty of the longest bodies, or 240 of the longest texts. */
export const MAX_HELD = { ofNetwork: 128 * MEGABYTE, ofAll: 512 * MEGABYTE };
let mostHeld = MAX_HELD;
/** Tests make it low. */
export const setMostHeld = (wanted = MAX_HELD): void => void (mostHeld = wanted);
const UPLOAD_BYTES = MEGABYTE;
const STREAM_BYTES = 2.5 * MEGABYTE;
const FILE_BYTES = 0.5 * MEGABYTE;
/** What is over before holds little for long, however many begin at once. */
const COUNTED_AFTER_MS = 2000;
/** Shorter answers wait in no great number: each is a call, and those are counted. */
const LONG_ANSWER_BYTES = 16 * 1024;

interface Held {
  bytes: number;
  readonly end: () => void;
  readonly cut: () => void;
}
export interface Hold {
  grow(bytes: number): void;
  end(): void;
}

const networks = new Map<string, { bytes: number; readonly held: Set<Held> }>();
let heldBytes = 0;

const largest = <T extends { readonly bytes: number }>(things: Iterable<T>): T | undefined =>
  [...things].reduce<T | undefined>(
    (most, each) => (most === undefined || each.bytes > most.bytes ? each : most),
    undefined,
  );

/** When one network, or all, hold too much, the largest of the network with most is cut. */
export function hold(address: string, cut: () => void): Hold {
  const key = networkOf(address);
  const network = networks.get(key) ?? { bytes: 0, held: new Set() };
  networks.set(key, network);
  const end = () => {
    if (!network.held.delete(held)) return;
    network.bytes -= held.bytes;
    heldBytes -= held.bytes;
    if (network.held.size === 0) networks.delete(key);
  };
  const held: Held = { bytes: 0, end, cut };
  network.held.add(held);
  return {
    end,
    grow(bytes) {
      if (!network.held.has(held)) return;
      held.bytes += bytes;
      network.bytes += bytes;
      heldBytes += bytes;
      const most = heldBytes > mostHeld.ofAll ? largest(networks.values()) : undefined;
      const over = largest((network.bytes > mostHeld.ofNetwork ? network : most)?.held ?? []);
      over?.end();
      over?.cut();
    },
  };
}

const calls = new WeakMap<FastifyRequest, Hold>();

function holdOf(request: FastifyRequest, { raw: response }: FastifyReply, limits: MemoryLimits) {
  const known = calls.get(request);
  if (known) return known;
  const { raw } = request;
  // Answers behind an unread one wait for it, and would wait on if only its response were destroyed.
  const cut = () => (response.headersSent ? raw.socket.destroy() : limits.cutOff(raw));
  const held = hold(limits.addressOf(raw), cut);
  calls.set(request, held);
  onceOver(response, held.end);
  return held;
}

export const holdNothing = ({ request }: FastifyReply): void =>
  void calls.set(request, { grow: () => {}, end: () => {} });

const holdSlowly = ({ grow }: Hold, bytes: number): void =>
  void setTimeout(grow, COUNTED_AFTER_MS, bytes).unref();

interface MemoryLimits {
  readonly addressOf: (request: IncomingMessage) => string;
  readonly cutOff: (request: IncomingMessage) => void;
}

export function limitMemory(server: FastifyInstance, limits: MemoryLimits): void {
  // Not before: some are answered without their body, which then runs out unread.
  server.addHook('preParsing', (request, reply, body, done) => {
    const { raw, routeOptions } = request;
    const held = holdOf(request, reply, limits);
    const { upload, bytesBody } = routeOptions.config.endpoint ?? {};
    if (upload || bytesBody) holdSlowly(held, UPLOAD_BYTES);
    else if (hasBody(raw)) raw.on('data', (chunk: Buffer) => held.grow(chunk.length));
    done(null, body);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) {
      const bytes = reply.hasHeader('content-length') ? FILE_BYTES : STREAM_BYTES;
      holdSlowly(holdOf(request, reply, limits), bytes);
    } else if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
      const bytes = Buffer.byteLength(payload);
      if (bytes > LONG_ANSWER_BYTES) holdOf(request, reply, limits).grow(bytes);
    }
    done(null, payload);
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** So much more than its body a request may take on the line: heads of chunks, the next request. */
const MAX_AROUND = { bytes: 128 * 1024, share: 0.25 };
/** So many pieces of a body, and those of so many bytes on average. */
const FREE_PIECES = { count: 4096, bytes: 128 };

/** Of a body that was answered: a browser reads the answer only when it has sent everything. */
export const MAX_UNREAD_BYTES = 64 * MEGABYTE;

const bodies = new WeakMap<IncomingMessage, (bytes: number, pieces: number) => void>();

export interface BodyPace {
  readonly spanMs: number;
  readonly spanBytes: number;
}

export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  { spanMs, spanBytes }: BodyPace,
  cutOff: (request: IncomingMessage) => void,
): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const begin = socket.bytesRead;
  let [seen, length, pieces] = [begin, 0, 0];
  const timer = setInterval(() => {
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    // Who is made to wait, because the storage is slow, is not slow.
    const waits = request.readableLength >= request.readableHighWaterMark;
    if (came < spanBytes && !waits) end();
  }, spanMs).unref();
  const stop = () => {
    clearInterval(timer);
    bodies.delete(request);
    socket.off('close', stop);
  };
  function end() {
    stop();
    if (!request.complete) cutOff(request);
  }
  bodies.set(request, (bytes, more) => {
    length += bytes;
    pieces += more;
    const around = socket.bytesRead - begin - length;
    const isCrumbs = pieces > FREE_PIECES.count && length < pieces * FREE_PIECES.bytes;
    const isInVain = response.writableEnded && length > MAX_UNREAD_BYTES;
    if (isCrumbs || isInVain || around > MAX_AROUND.bytes + length * MAX_AROUND.share) end();
  });
  // What a call that was answered early does not read still comes in: Node would drop it unseen.
  response.once('prefinish', () => {
    if (request.readableFlowing === null) request.resume();
  });
  request.once('end', stop);
  socket.once('close', stop);
}

const PIECES_OF_TURN = 256;
/** Bodies that have come and wait for their turn: one that was answered early does not hold up the next. */
const MAX_WAITING = 2;

const waitingBodies = new WeakMap<Socket, number>();

function countWaiting(socket: Socket, more: 1 | -1): void {
  const now = (waitingBodies.get(socket) ?? 0) + more;
  waitingBodies.set(socket, now);
  if (now > MAX_WAITING) socket.destroy();
}

/**
 * A chunk of one byte costs as much as a kilobyte, and one read of a connection may bring ten
 * thousand. After so many, what else that read brought is handed on as one, in a turn of its own.
 */
export class PacedRequest extends IncomingMessage {
  #pieces = 0;
  #isWhole = false;
  #waiting: Buffer[] | undefined;

  override push(piece: Buffer | null): boolean {
    if (this.#waiting) {
      if (piece === null) this.#isWhole = true;
      else this.#waiting.push(piece);
      return false;
    }
    if (piece === null) return super.push(null);
    // Node drops, uncounted, what nobody has begun to read once it was answered.
    if (this.#pieces === 0) super._read(0);
    bodies.get(this)?.(piece.length, 1);
    const goesOn = super.push(piece);
    this.#pieces += 1;
    if (this.#pieces % PIECES_OF_TURN > 0) return goesOn;
    this.#waiting = [];
    countWaiting(this.socket, 1);
    void inOwnTurn(this.socket.remoteAddress ?? '', () => this.#goOn());
    // Node stops reading: it would read two megabytes in one turn of the event loop.
    return false;
  }

  override _read(size: number): void {
    if (!this.#waiting) super._read(size);
  }

  #goOn(): void {
    const pieces = this.#waiting ?? [];
    this.#waiting = undefined;
    countWaiting(this.socket, -1);
    const rest = Buffer.concat(pieces);
    bodies.get(this)?.(rest.length, pieces.length);
    if (this.destroyed || !this.socket.writable) return;
    const goesOn = rest.length === 0 || super.push(rest);
    if (this.#isWhole) super.push(null);
    else if (goesOn) super._read(0);
  }
}

export const LONG_BYTES = 64 * 1024;

const turns = new Queue({ running: 1, retryAfterSeconds: 1 });

/**
 * Runs work that holds the event loop for some milliseconds, one in each of its turns: whatever else
 * waits comes between, and one network has its work done as often as another.
 */
export const inOwnTurn = <T>(address: string, work: () => T): Promise<T> =>
  turns.run(networkOf(address), async () => {
    await setImmediate();
    return work();
  });
