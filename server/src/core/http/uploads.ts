import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ProductError } from '@clipline/contract/errors.ts';
import { limitName, MAX_IMPORT_BYTES } from '@clipline/contract/limits.ts';
import { parse } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import { MAX_FILE_MEGABYTES } from '../config.ts';
import { type ObjectStorage, type Measured, putMeasured } from '../storage/object-storage.ts';

export interface ReceivedFile extends Measured {
  /** As the sender spelt it: not to be trusted. */
  readonly name: string;
  readonly declaredType: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

export type UploadRequest = Pick<FastifyRequest, 'raw' | 'call'>;

export interface Reception {
  readonly storage: Pick<ObjectStorage, 'put' | 'remove'>;
  readonly maxBytes: number;
  readonly tooLarge: (name: string) => ProductError;
}

/** Of a field, and of a name: longer than any file system allows. */
const MAX_TEXT_BYTES = 4096;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_EPILOGUE_BYTES = 1024;
/** A sender that announced more than it sends gets its answer instead of being waited for. */
const END_WAIT_MS = 2000;

export const fileTooLarge = (file: string, maxBytes: number): ProductError =>
  new ProductError('FILE_TOO_LARGE', { file, limit: limitName(maxBytes) });

const nowhere: Reception = {
  storage: {
    async put(bytes) {
      for await (const chunk of bytes) void chunk;
      return '';
    },
    remove: async () => {},
  },
  // An import is longer than most files.
  maxBytes: Math.max(MAX_IMPORT_BYTES, MAX_FILE_MEGABYTES * 1024 ** 2),
  tooLarge: () => new ProductError('TOO_LARGE'),
};

export const measureUpload = (
  request: UploadRequest,
  allowedFields: readonly string[],
): Promise<ReceivedFile> => receive(request, nowhere, allowedFields);

const invalid = () => new ProductError('INVALID_UPLOAD');

/**
 * One part `file` goes straight into the storage. Throws INVALID_UPLOAD, or what is too large, and
 * then nothing stays stored. What the caller does not keep it must remove.
 */
export async function receive(
  request: UploadRequest,
  reception: Reception,
  allowedFields: readonly string[] = [],
): Promise<ReceivedFile> {
  const boundary = boundaryOf(request.raw.headers['content-type']);
  if (boundary === undefined) throw invalid();
  return withBody(request, (body) => receiveParts(body, boundary, reception, allowedFields));
}

/** What the work leaves of the body is thrown away, and its connection goes on. */
export async function withBody<T>(
  { raw: request, call: { ended } }: UploadRequest,
  work: (body: AsyncIterator<Buffer>) => Promise<T>,
): Promise<T> {
  // Destroying the request with the iterator would take the socket along, and the refusal with it.
  const body: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    return await work(readBody(body, ended));
  } catch (error) {
    // Not awaited: while it waits for more, the iterator returns only when something comes.
    void body.return?.().then(
      () => drain(request),
      () => {},
    );
    throw (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? invalid() : error;
  }
}

/**
 * Throws UNAUTHORIZED once the session of the call has ended, however slowly the rest comes. Each
 * read is a promise of its own: one for all would remember every read that raced it.
 */
function readBody(
  body: AsyncIterator<Buffer>,
  ended: AbortSignal | undefined,
): AsyncIterator<Buffer> {
  let reading: PromiseWithResolvers<IteratorResult<Buffer>> | undefined;
  ended?.addEventListener('abort', () => reading?.reject(new ProductError('UNAUTHORIZED')), {
    once: true,
  });
  return {
    async next() {
      if (ended?.aborted) throw new ProductError('UNAUTHORIZED');
      reading = Promise.withResolvers();
      body.next().then(reading.resolve, reading.reject);
      return reading.promise;
    },
  };
}

async function receiveParts(
  source: AsyncIterator<Buffer>,
  boundary: string,
  reception: Reception,
  allowed: readonly string[],
): Promise<ReceivedFile> {
  let file: Omit<ReceivedFile, 'fields'> | undefined;
  const fields: Record<string, string> = {};
  try {
    for await (const part of readParts(source, boundary)) {
      const { name, fileName } = part;
      if (name === 'file') {
        // Without a file name it is a text field; browsers send an empty one when none was chosen.
        if (file || !fileName || Buffer.byteLength(fileName) > MAX_TEXT_BYTES) throw invalid();
        file = await storeFile(part, fileName, reception);
      } else {
        if (!allowed.includes(name) || Object.hasOwn(fields, name)) throw invalid();
        fields[name] = (await joined(part.bytes, MAX_TEXT_BYTES)).toString('utf8');
      }
    }
    if (!file) throw invalid();
    await expectEnd(source);
    return { ...file, fields };
  } catch (error) {
    if (file) await reception.storage.remove(file.key);
    throw error;
  }
}

async function storeFile(
  part: Part,
  fileName: string,
  { storage, maxBytes, tooLarge }: Reception,
): Promise<Omit<ReceivedFile, 'fields'>> {
  const measured = await putMeasured(storage, part.bytes, (size) => {
    // A person does not know the file by the folder it came from.
    if (size > maxBytes) throw tooLarge(fileName.split(/[/\\]/).at(-1) || fileName);
  });
  return { name: fileName, declaredType: part.mediaType, ...measured };
}

async function expectEnd(body: AsyncIterator<Buffer>): Promise<void> {
  const toEnd = async () => {
    let extra = 0;
    for (let next = await body.next(); !next.done; next = await body.next()) {
      extra += next.value.length;
      if (extra > MAX_EPILOGUE_BYTES) return false;
    }
    return true;
  };
  const ended = toEnd();
  // It may fail as the connection closes.
  ended.catch(() => {});
  if (!(await Promise.race([ended, delay(END_WAIT_MS, false, { ref: false })]))) throw invalid();
}

function drain(request: IncomingMessage): void {
  if (request.destroyed) return;
  request.on('error', () => {});
  request.resume();
}

interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
  readonly bytes: AsyncIterable<Buffer>;
}

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

export function boundaryOf(contentType: string | undefined): string | undefined {
  const match =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(
      contentType ?? '',
    );
  const boundary = match?.[1] ?? match?.[2] ?? '';
  return /^[\w'()+,\-./:=? ]*[\w'()+,\-./:=?]$/.test(boundary) ? boundary : undefined;
}

async function joined(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const all: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) throw invalid();
    all.push(chunk);
  }
  return Buffer.concat(all);
}

class Lookahead {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  get length(): number {
    return this.#held.length;
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done) throw invalid();
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#held.length < bytes) await this.#more();
    const taken = this.#held.subarray(0, bytes);
    this.#held = this.#held.subarray(bytes);
    return taken;
  }

  async *takeUntil(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const found = this.#held.indexOf(delimiter);
      // The beginning of the delimiter may be at the end.
      const sure = found >= 0 ? found : Math.max(0, this.#held.length - delimiter.length + 1);
      const chunk = this.#held.subarray(0, sure);
      this.#held = this.#held.subarray(found >= 0 ? found + delimiter.length : sure);
      if (chunk.length > 0) yield chunk;
      if (found >= 0) return;
      await this.#more();
    }
  }
}

function headersOf(head: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.toString('utf8').split('\r\n').filter(Boolean)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || headers.has(name) || /[\r\n]/.test(line)) throw invalid();
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * By hand, as common parsers skip or truncate what is malformed: a part without a name, or a body
 * cut anywhere, is INVALID_UPLOAD. Whether the source ends there is the caller's to see.
 */
export async function* readParts(
  source: AsyncIterator<Buffer>,
  boundary: string,
): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const ahead = new Lookahead(source);
  const first = await ahead.take(delimiter.length - CRLF.length);
  if (!first.equals(delimiter.subarray(CRLF.length))) throw invalid();
  for (let after = await ahead.take(2); !after.equals(Buffer.from('--'));) {
    if (!after.equals(CRLF)) throw invalid();
    const headers = headersOf(await joined(ahead.takeUntil(HEADERS_END), MAX_HEADER_BYTES));
    const disposition = headers.get('content-disposition') ?? '';
    // Go and older curl write a quote as \", browsers as %22; one that ends a value is its end.
    const { type, parameters } = parse(disposition.replaceAll(/\\"(?!\s*(?:;|$))/g, '%22'), {
      multipart: true,
    });
    const { name, filename } = parameters;
    if (type !== 'form-data' || name === undefined) throw invalid();
    const bytes = ahead.takeUntil(delimiter);
    yield { name, fileName: filename, mediaType: headers.get('content-type'), bytes };
    after = await ahead.take(2);
  }
  if (ahead.length > MAX_EPILOGUE_BYTES) throw invalid();
}
