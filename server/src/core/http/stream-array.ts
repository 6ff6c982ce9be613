import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { CHUNK_BYTES } from '../chunks.ts';
import { inOwnTurn, LONG_BYTES } from './own-turn.ts';

/** So much of an answer waits for a caller who reads slowly. */
const HELD_BYTES = 64 * 1024;

/** JSON around a list. */
interface Around {
  readonly before: string;
  readonly after: string;
}

async function* inJson(
  address: string,
  { before, after }: Around,
  first: readonly (readonly unknown[])[],
  rest: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let between = before;
  let sent = 0;
  const piece = (items: readonly unknown[]) => {
    const json = between + JSON.stringify(items).slice(1, -1);
    between = ',';
    sent += json.length;
    return json;
  };
  // A store that returns at once would otherwise keep all others waiting to the end.
  const turn = async () => {
    if (sent < LONG_BYTES) await setImmediate();
    else await inOwnTurn(address, () => (sent = 0));
  };
  for (const items of first) if (items.length > 0) yield piece(items);
  await turn();
  for await (const items of rest) {
    if (items.length === 0) continue;
    yield piece(items);
    await turn();
  }
  yield (between === before ? before : '') + after;
}

/**
 * Sends a list that may be very long: chunk by chunk, as fast as the caller reads, so that
 * neither memory nor the event loop is held by the whole. What fails before the second chunk is
 * still answered as a failure. Undefined, and what there is, where it is a single chunk.
 */
async function streamed<T>(
  reply: FastifyReply,
  chunks: AsyncGenerator<T[], void>,
  around: Around,
): Promise<{ readonly all: T[] } | undefined> {
  const first = await chunks.next();
  if (first.done) return { all: [] };
  const second = await chunks.next();
  if (second.done) return { all: first.value };
  const { address } = reply.request.call;
  const json = inJson(address, around, [first.value, second.value], chunks);
  void reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(json, { objectMode: false, highWaterMark: HELD_BYTES }));
  return undefined;
}

/** A bare array. */
export async function streamArray<T>(
  reply: FastifyReply,
  chunks: AsyncGenerator<T[], void>,
): Promise<T[] | FastifyReply> {
  const short = await streamed(reply, chunks, { before: '[', after: ']' });
  // `serve` passes a reply that was sent through.
  return short ? short.all : reply;
}

/** An object whose last field is a long list. */
export async function streamList<Head extends object, K extends string, T>(
  reply: FastifyReply,
  head: Head,
  name: K,
  chunks: AsyncGenerator<T[], void>,
): Promise<(Head & Record<K, T[]>) | FastifyReply> {
  const before = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  const short = await streamed(reply, chunks, { before, after: ']}' });
  return short ? ({ ...head, [name]: short.all } as Head & Record<K, T[]>) : reply;
}

type Part = readonly [before: string, value: unknown];

/** The JSON of an answer piece by piece: each element of a list that it is or has is one. */
function* partsOf(answer: object, begin = ''): Generator<Part> {
  if (Array.isArray(answer)) {
    yield* elementsOf(begin, answer);
    return;
  }
  let between = `${begin}{`;
  let isEmpty = true;
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    if (value === undefined) continue;
    const before = `${between}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* elementsOf(before, value);
    else if (isObject(value) && holdsList(value)) yield* partsOf(value, before);
    else yield [before, value];
    between = ',';
    isEmpty = false;
  }
  yield [isEmpty ? `${between}}` : '}', undefined];
}

function* elementsOf(before: string, list: readonly unknown[]): Generator<Part> {
  let between = `${before}[`;
  for (const element of list) {
    yield [between, element ?? null];
    between = ',';
  }
  yield [between === ',' ? ']' : `${between}]`, undefined];
}

/** So much of the parts as is about a chunk, and whether that was all. */
function chunkOf(parts: Iterator<Part, void>): { readonly json: string; readonly isLast: boolean } {
  let json = '';
  while (json.length < CHUNK_BYTES) {
    const next = parts.next();
    if (next.done) return { json, isLast: true };
    const [before, value] = next.value;
    json += value === undefined ? before : before + JSON.stringify(value);
  }
  return { json, isLast: false };
}

async function* piecesOf(
  address: string,
  first: string,
  parts: Iterator<Part, void>,
): AsyncGenerator<string> {
  yield first;
  for (let isLast = false; !isLast;) {
    const chunk = await inOwnTurn(address, () => chunkOf(parts));
    if (chunk.json !== '') yield chunk.json;
    isLast = chunk.isLast;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const holdsList = (answer: object): boolean =>
  Array.isArray(answer) ? answer.length > 1 : Object.values(answer).some(isLongList);
const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > 1;

/**
 * The JSON of an answer: a string, or, where its lists are long, a stream that makes them JSON
 * while they are read, a moment at a time.
 */
export function jsonOf(address: string, answer: unknown): string | Readable {
  if (typeof answer !== 'object' || answer === null || !holdsList(answer))
    return JSON.stringify(answer);
  const parts = partsOf(answer);
  const { json, isLast } = chunkOf(parts);
  return isLast
    ? json
    : Readable.from(piecesOf(address, json, parts), {
        objectMode: false,
        highWaterMark: HELD_BYTES,
      });
}

async function joined(chunks: AsyncGenerator<string>): Promise<string> {
  let json = '';
  for await (const chunk of chunks) json += chunk;
  return json;
}

/**
 * The JSON of an object that is sent as one message; while a long one is made others have turns.
 */
export function jsonInTurns(address: string, answer: object): string | Promise<string> {
  const parts = partsOf(answer);
  const { json, isLast } = chunkOf(parts);
  return isLast ? json : joined(piecesOf(address, json, parts));
}
