import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ProductError } from '@clipline/contract/errors.ts';
import { downloadFile, downloadPreview } from '@clipline/contract/schemas/files.ts';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import { matchesTag, type RequestedRange, requestedRange } from '../core/http/headers.ts';
import type { App } from '../core/app.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { HEAD_BYTES, ObjectMissing } from '../core/storage/object-storage.ts';
import { serveArchives } from './archive.ts';
import { filesJobs } from './files.jobs.ts';
import type { FileRow } from './files.queries.ts';
import { inert } from './links.ts';
import { deliveredType, needsHead, safeName } from './names.ts';
import { PREVIEW_TYPE } from './preview.ts';
import { previewJob } from './previews.ts';
import { requireFile } from './require-file.ts';

/**
 * Kept by the browser but asked for each time: a deleted file or a lost membership ends it at once.
 */
const CACHING = 'private, no-cache';

/** A range counts for GET alone, and with If-Range only while the content is still the same. */
function askedRange(
  { method, headers }: FastifyRequest,
  tag: string,
  size: number,
): RequestedRange {
  const isMeant =
    method === 'GET' && (headers['if-range'] === undefined || headers['if-range'] === tag);
  return requestedRange(isMeant ? headers.range : undefined, size);
}

/** The file may be deleted between the look at the store and this one. */
async function found<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof ObjectMissing ? new ProductError('FILE_NOT_FOUND') : error;
  }
}

async function typeOf({ files: { storage } }: App, file: FileRow): Promise<string> {
  if (!needsHead(file.media_type) || file.size === 0) return deliveredType(file.media_type);
  const end = Math.min(file.size, HEAD_BYTES) - 1;
  const head = await found(storage.get(file.blob_id, { start: 0, end }));
  return deliveredType(file.media_type, await buffer(head));
}

interface Sent {
  readonly key: string;
  readonly size: number;
  readonly tag: string;
  readonly name: string;
  readonly type: () => Promise<string>;
}

async function sendObject(
  { request, reply }: Pick<Call<typeof downloadFile>, 'request' | 'reply'>,
  { storage }: App,
  { key, size, tag, name, type }: Sent,
) {
  reply.headers({
    ...inert,
    etag: tag,
    'content-disposition': contentDisposition(name),
    'accept-ranges': 'bytes',
    'cache-control': CACHING,
  });
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();

  const range = askedRange(request, tag, size);
  if (range.kind === 'none') {
    reply.header('content-range', `bytes */${size}`);
    throw new ProductError('RANGE_NOT_SATISFIABLE');
  }
  const contentType = await type();
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 };
  // Fastify reads a stream to its end only to answer a HEAD without it.
  const isEmpty = size === 0 || request.method === 'HEAD';
  const bytes = isEmpty ? Readable.from([]) : await found(storage.get(key, { start, end }));
  if (range.kind === 'part')
    reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(contentType).header('content-length', String(end - start + 1));
  return reply.send(bytes);
}

async function download(call: Call<typeof downloadFile>, app: App) {
  const { params, query, request } = call;
  const file = await requireFile(app, request, { fileId: params.fileId, query });
  const { blob_id: key, size, sha256, name } = file;
  return sendObject(call, app, {
    key,
    size,
    tag: `"${sha256}"`,
    name,
    type: () => typeOf(app, file),
  });
}

async function downloadPreviewOf(call: Call<typeof downloadPreview>, app: App) {
  const { params, query, request } = call;
  const address = { fileId: params.fileId, query };
  const file = await requireFile(app, request, address, 'preview');
  const { preview_key: key, preview_size: size, sha256, name } = file;
  if (key === null || size === null) throw new ProductError('FILE_NOT_FOUND');
  return sendObject(call, app, {
    key,
    size,
    tag: `"preview-${sha256}"`,
    name: safeName(`${name}.webp`),
    type: async () => PREVIEW_TYPE,
  });
}

export function plugInFiles(app: App): void {
  serve(app, downloadFile, download);
  serve(app, downloadPreview, downloadPreviewOf);
  serveArchives(app);
  const { scans } = app.store;
  app.jobs.push(...filesJobs(app.files, scans), previewJob(app.files.previews, scans));
}
