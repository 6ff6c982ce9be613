import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { FastifyInstance } from 'fastify';
import { type Hold, holdUpload, receive } from './holds.ts';
import { onceOver } from './once-over.ts';

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
