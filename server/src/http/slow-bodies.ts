import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long bodies may take. */
export interface BodyPatience {
  /** For the whole of a call. */
  readonly bodyMs: number;
  /** Of an upload, which may be large and its line slow: so many bytes in each of these spans. */
  readonly uploadSpanMs: number;
  readonly uploadSpanBytes: number;
}

const isExpected = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Ends connections whose body does not come. Node's own time limit is one for all requests: short
 * enough to be rid of a few hundred slow senders, it would cut a large upload on a slow line.
 * @param cutOff answers with status 408 and closes
 */
export function limitSlowBodies(
  server: FastifyInstance,
  { bodyMs, uploadSpanMs, uploadSpanBytes }: BodyPatience,
  cutOff: (request: IncomingMessage) => void,
): void {
  server.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (!isExpected(raw)) return;
    const { socket } = raw;
    const end = () => {
      stop();
      if (!raw.complete) cutOff(raw);
    };
    let received = socket.bytesRead;
    const look = () => {
      const came = socket.bytesRead - received;
      received = socket.bytesRead;
      // Who is made to wait, because the storage is slow, is not slow.
      const waits = raw.readableLength >= raw.readableHighWaterMark;
      if (came < uploadSpanBytes && !waits) end();
    };
    const timer = routeOptions.config.isUpload
      ? setInterval(look, uploadSpanMs)
      : setTimeout(end, bodyMs);
    timer.unref();
    function stop() {
      clearInterval(timer);
      socket.off('close', stop);
    }
    raw.once('end', stop);
    // What a call that was answered early does not read still comes in, and counts.
    socket.once('close', stop);
  });
}
