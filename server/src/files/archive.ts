import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_ARCHIVED_FILES } from '@clipline/contract/limits.ts';
import * as endpoints from '@clipline/contract/schemas/files.ts';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { validate } from '../core/http/failures.ts';
import type { RateLimit } from '../core/http/limits.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { type ZipEntry, zipOf } from '../core/http/stream.ts';
import { isKeyed, keyed, newId } from '../core/ids.ts';
import { findDone, keepDone } from '../core/once.queries.ts';
import { giveTurn } from '../core/queue.ts';
import { readFile } from './files.ts';
import { inert } from './links.ts';
import { namer, safeName } from './names.ts';
import { type FileAddress, type FoundFile, openFile, requireFile } from './require-file.ts';

const ARCHIVE_LINK = 'archive-link';
const LINK_SECONDS = 3600;
const FALLBACK_NAME = 'clipline';

const archiveLimit = {
  name: 'archives',
  points: 60,
  seconds: 60,
  by: 'address',
} as const satisfies RateLimit;

/** Throws INVALID_REQUEST for what is no address of a file of this server. */
function fileAt(url: string, { headers }: FastifyRequest, publicUrl: string): FileAddress {
  const parsed = URL.canParse(url, publicUrl) ? new URL(url, publicUrl) : undefined;
  const [, fileId] = /^\/api\/files\/([^/]+)$/.exec(parsed?.pathname ?? '') ?? [];
  const isOurs =
    parsed?.origin === publicUrl ||
    (parsed?.host === headers.host && /^https?:$/.test(parsed?.protocol ?? ''));
  if (!parsed || !isOurs) throw new ProductError('INVALID_REQUEST');
  const { params, query } = endpoints.downloadFile;
  return {
    fileId: validate(params, { fileId }).fileId,
    query: validate(query, Object.fromEntries(parsed.searchParams)),
  };
}

/** Undefined for a file whose download would be refused. */
async function unlessRefused(finding: Promise<FoundFile>): Promise<FoundFile | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ProductError) return undefined;
    throw error;
  }
}

const nameOf = (asked = ''): string =>
  safeName(`${safeName(asked.replace(/\.zip$/i, '').trim() || FALLBACK_NAME)}.zip`);
const keyOf = (id: string) => `archived ${id}`;

/** Ids and not addresses, which are long: what these say beside ids is mostly alike. */
interface Kept {
  readonly name: string;
  readonly readers: readonly { readonly reader: string; readonly expires: number }[];
  /** Each with the place of its reader. */
  readonly files: readonly (readonly [id: string, reader: number])[];
}

function keptOf(name: string, addresses: readonly FileAddress[]): Kept {
  const places = new Map<string, number>();
  const files = new Map<string, number>();
  for (const { fileId, query } of addresses) {
    const said = JSON.stringify({ reader: query.for ?? '', expires: Number(query.expires) });
    const place = places.get(said) ?? places.size;
    places.set(said, place);
    files.set(fileId, place);
  }
  const readers = [...places.keys()].map((said) => JSON.parse(said) as Kept['readers'][number]);
  return { name, readers, files: [...files] };
}

async function createArchive(
  { body, user, address, request }: Call<typeof endpoints.createArchive>,
  app: App,
) {
  const { PUBLIC_URL, APP_SECRET } = app.config;
  if (body.urls.length > MAX_ARCHIVED_FILES)
    throw new ProductError('TOO_MANY_ARCHIVED_FILES', { max: MAX_ARCHIVED_FILES });
  const asked = body.urls.map((url) => fileAt(url, request, PUBLIC_URL));
  await app.limits.take(archiveLimit, { address });
  for (const each of asked) {
    if (!(await unlessRefused(requireFile(app, request, each))))
      throw new ProductError('FILE_LINK_INVALID');
    await giveTurn();
  }
  const id = newId();
  const expires = String(Math.floor(Date.now() / 1000) + LINK_SECONDS);
  await keepDone(app.db, {
    key: keyOf(id),
    user_id: user?.id ?? null,
    fingerprint: '',
    clip_id: null,
    reply: JSON.stringify(keptOf(nameOf(body.name), asked)),
    forget_at: Number(expires) * 1000,
  });
  const signature = keyed(APP_SECRET, ARCHIVE_LINK, id, expires);
  const query = new URLSearchParams({ archive: id, expires, signature });
  return { url: `/api${endpoints.downloadArchive.path}?${query.toString()}` };
}

async function* entriesOf(
  app: App,
  request: FastifyRequest,
  { readers, files }: Kept,
): AsyncGenerator<ZipEntry, void> {
  const uniqueName = namer();
  for (const [id, place] of files) {
    const { reader, expires } = readers[place]!;
    if (expires * 1000 <= Date.now()) continue;
    const file = await unlessRefused(openFile(app, request, id, reader));
    const bytes = file && (await readFile(app.storage, file));
    if (bytes) yield { path: uniqueName(file.name), bytes };
    await giveTurn();
  }
}

async function* following<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function downloadArchive(
  { query, request, reply }: Call<typeof endpoints.downloadArchive>,
  app: App,
) {
  const { archive: id = '', expires = '', signature = '' } = query;
  const isOurs = isKeyed(signature, app.config.APP_SECRET, ARCHIVE_LINK, id, expires);
  const isGood = isOurs && Number(expires) * 1000 > Date.now();
  const kept = isGood ? await findDone(app.db, keyOf(id), Date.now()) : undefined;
  if (!kept) throw new ProductError('FILE_LINK_INVALID');
  const archive = JSON.parse(kept.reply) as Kept;
  const entries = entriesOf(app, request, archive);
  const first = await entries.next();
  if (first.done) throw new ProductError('FILE_LINK_INVALID');
  reply
    .headers({
      ...inert,
      'content-disposition': contentDisposition(archive.name),
      'accept-ranges': 'none',
      'cache-control': 'no-store',
    })
    .type('application/zip');
  if (request.method !== 'HEAD') return reply.send(zipOf(following(first.value, entries)));
  first.value.bytes.destroy();
  return reply.send();
}

export function serveArchives(app: App): void {
  serve(app, endpoints.createArchive, createArchive);
  serve(app, endpoints.downloadArchive, downloadArchive);
}
