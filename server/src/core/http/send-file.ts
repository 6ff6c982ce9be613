import type { FileHandle } from 'node:fs/promises';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const BUFFER_BYTES = 256 * 1024;
/** Kept for the next file. */
const MAX_SPARE = 16;
const spare: Buffer[] = [];

const write = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise(
    (resolve, reject) => void response.write(bytes, (error) => (error ? reject(error) : resolve())),
  );

/**
 * Sends a part of a file, both ends included, with the status and headers that were set. Two
 * buffers carry it, one filled while the other leaves: a stream takes new memory for each chunk,
 * which costs more than the bytes.
 */
export async function sendFile(
  reply: FastifyReply,
  file: FileHandle,
  start: number,
  end: number,
): Promise<void> {
  reply.hijack();
  const { raw: response } = reply;
  const { socket } = reply.request.raw;
  const gone = Promise.withResolvers<never>();
  // Nothing may be waiting when it happens.
  gone.promise.catch(() => {});
  const leave = () => gone.reject(new Error('The caller has gone'));
  socket.once('close', leave);
  const buffers: Buffer[] = [];
  let writing: Promise<void> = Promise.resolve();
  try {
    response.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    for (let [position, turn] = [start, 0]; position <= end; turn = 1 - turn) {
      const buffer = (buffers[turn] ??= spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES));
      const { bytesRead } = await file.read(
        buffer,
        0,
        Math.min(BUFFER_BYTES, end + 1 - position),
        position,
      );
      if (bytesRead === 0) throw new Error('A stored file is shorter than it was');
      position += bytesRead;
      await Promise.race([writing, gone.promise]);
      writing = write(response, buffer.subarray(0, bytesRead));
      writing.catch(() => {});
    }
    await Promise.race([writing, gone.promise]);
    response.end();
    if (spare.length < MAX_SPARE) spare.push(...buffers);
  } catch (error) {
    // Too late for another answer: a line that is cut tells that the file is not whole.
    if (!socket.destroyed) reply.log.error({ err: error }, 'A file could not be sent');
    response.destroy();
  } finally {
    socket.off('close', leave);
    await file.close();
  }
}
