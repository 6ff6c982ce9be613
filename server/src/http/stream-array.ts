import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

async function* inJson(
  first: readonly unknown[],
  rest: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  const inner = (items: readonly unknown[]) => JSON.stringify(items).slice(1, -1);
  yield `[${inner(first)}`;
  for await (const items of rest) if (items.length > 0) yield `,${inner(items)}`;
  yield ']';
}

/**
 * Answers an array that may be very long: chunk by chunk, as fast as the caller reads, so that
 * neither memory nor the event loop is held by the whole. One of a single chunk is simply returned;
 * a failure before the second is still answered as one.
 */
export async function streamArray<T>(
  reply: FastifyReply,
  chunks: AsyncGenerator<T[], void>,
  chunkSize: number,
): Promise<T[]> {
  const { value, done } = await chunks.next();
  const first: T[] = done ? [] : value;
  if (first.length < chunkSize) return first;
  // `serve` passes a reply that was sent through.
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(inJson(first, chunks))) as never;
}
