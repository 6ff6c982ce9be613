import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_FILE_BYTES, MAX_IMPORT_BYTES } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { type Measured, putMeasured } from '../storage/put-measured.ts';
import {
  boundaryOf,
  MalformedMultipart,
  MAX_EPILOGUE_BYTES,
  type Part,
  readParts,
} from './multipart.ts';

/** The one file of an upload; its bytes are in the storage already. */
export interface ReceivedFile extends Measured {
  /** As the sender spelt it: not to be trusted. */
  readonly name: string;
  readonly declaredType: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** Longer than any file system allows, so that only an attack is refused. */
const MAX_NAME_BYTES = 4096;
const MAX_FIELD_BYTES = 4096;
/**
 * After the last boundary nothing follows; a sender that announced more gets its answer instead of
 * being waited for.
 */
const END_WAIT_MS = 2000;
/**
 * A browser reads an answer only when it has sent everything, so this much more is read and
 * forgotten before the line is cut.
 */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

const invalid = () => new ProductError('INVALID_UPLOAD');

/** Where an upload goes, and how large it may be. */
export interface Reception {
  readonly storage: Pick<ObjectStorage, 'put' | 'remove'>;
  readonly maxBytes: number;
  readonly tooLarge: (name: string) => ProductError;
}

async function storeFile(
  part: Part,
  fileName: string,
  { storage, maxBytes, tooLarge }: Reception,
): Promise<Omit<ReceivedFile, 'fields'>> {
  const measured = await putMeasured(storage, part.bytes, (size) => {
    if (size > maxBytes) throw tooLarge(baseName(fileName));
  });
  return { name: fileName, declaredType: part.mediaType, ...measured };
}

/** What a person calls the file, for the text that refuses it. */
const baseName = (name: string) => name.slice(name.search(/[^/\\]*$/)) || name;

async function readField(part: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of part.bytes) {
    length += chunk.length;
    if (length > MAX_FIELD_BYTES) throw invalid();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
      if (part.name === 'file') {
        // Without a file name it is a text field; browsers send an empty one when no file was
        // chosen.
        if (file || !part.fileName || Buffer.byteLength(part.fileName) > MAX_NAME_BYTES)
          throw invalid();
        file = await storeFile(part, part.fileName, reception);
      } else {
        if (!allowed.includes(part.name) || Object.hasOwn(fields, part.name)) throw invalid();
        fields[part.name] = await readField(part);
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

/** Waits for the end of the body, but not for a sender that announced more than it sends. */
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
  // When the time runs out first no caller waits for it any more, and it may fail as the connection
  // closes.
  ended.catch(() => {});
  if (!(await Promise.race([ended, delay(END_WAIT_MS, false, { ref: false })])))
    throw new MalformedMultipart('Something follows the last part');
}

function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAINED_BYTES) request.socket.destroy();
  });
  request.on('error', () => {});
  request.resume();
}

/** The call that brings an upload. */
export type UploadRequest = Pick<FastifyRequest, 'raw' | 'call'>;

const over = () => new ProductError('UNAUTHORIZED');

/**
 * Throws UNAUTHORIZED once the session of the call has ended, however slowly the rest comes. Each
 * read is a promise of its own: one for all of them would remember every read that raced it.
 */
function untilEnd(body: AsyncIterator<Buffer>, ended: AbortSignal): AsyncIterator<Buffer> {
  let reading: PromiseWithResolvers<IteratorResult<Buffer>> | undefined;
  ended.addEventListener('abort', () => reading?.reject(over()), { once: true });
  return {
    async next() {
      if (ended.aborted) throw over();
      reading = Promise.withResolvers();
      body.next().then(reading.resolve, reading.reject);
      return reading.promise;
    },
  };
}

/**
 * Reads a multipart upload with exactly one part `file`, and fields of the allowed names, straight
 * into the storage. Throws INVALID_UPLOAD or FILE_TOO_LARGE, and then nothing stays stored. What
 * the caller does not keep it must remove.
 */
export const receiveFile = (
  request: UploadRequest,
  storage: ObjectStorage,
  allowedFields: readonly string[] = [],
): Promise<ReceivedFile> =>
  receive(
    request,
    {
      storage,
      maxBytes: MAX_FILE_BYTES,
      tooLarge: (file) => new ProductError('FILE_TOO_LARGE', { file }),
    },
    allowedFields,
  );

/** What was uploaded, without storing it: for comparing a repeat with what came first. */
export const measureUpload = (
  request: UploadRequest,
  allowedFields: readonly string[],
): Promise<ReceivedFile> =>
  receive(
    request,
    {
      storage: {
        async put(bytes) {
          for await (const chunk of bytes) void chunk;
          return '';
        },
        remove: async () => {},
      },
      maxBytes: MAX_IMPORT_BYTES,
      tooLarge: () => new ProductError('TOO_LARGE'),
    },
    allowedFields,
  );

/** The same for what is no file of the product. */
export async function receive(
  { raw: request, call: { ended } }: UploadRequest,
  reception: Reception,
  allowedFields: readonly string[] = [],
): Promise<ReceivedFile> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === undefined) throw invalid();
  // Destroying the request with the iterator would take the socket along, and the refusal with it.
  const body: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    return await receiveParts(
      ended ? untilEnd(body, ended) : body,
      boundary,
      reception,
      allowedFields,
    );
  } catch (error) {
    // Not awaited: while it waits for more, the iterator returns only when something comes.
    void body.return?.().then(
      () => drain(request),
      () => {},
    );
    const cut =
      error instanceof MalformedMultipart || (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    throw cut ? invalid() : error;
  }
}
