import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../core/db/database.ts';
import { whereWritable } from '../core/db/errors.ts';
import type { Job } from '../core/jobs.ts';
import { Queue } from '../core/queue.ts';
import { ObjectMissing, type ObjectStorage } from '../core/storage/object-storage.ts';
import { HOUR_MS } from '../core/time.ts';
import type { FileRow, Holder } from './files.queries.ts';
import type { Picture } from './preview.ts';
import { type PreviewProcess, PreviewsUnavailable } from './preview-process.ts';
import * as queries from './previews.queries.ts';
import { removeUnlessKept } from './unless-kept.ts';

export const MAKE_PREVIEWS = 'make previews';
const BATCH = 100;
/** More are left to the job. */
const MAX_WAITING = 5000;

export interface Previews {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly process: PreviewProcess;
  /** By kind of holder, who tells the screens that show the file. */
  readonly tell: Map<string, (file: FileRow) => Promise<void>>;
  readonly turns: Queue;
  readonly closing: AbortController;
}

export const openPreviews = (
  context: Pick<Previews, 'db' | 'storage' | 'log' | 'process'>,
): Previews => ({
  ...context,
  tell: new Map(),
  turns: new Queue({ running: 1, waiting: MAX_WAITING, retryAfterSeconds: 1 }),
  closing: new AbortController(),
});

export function closePreviews({ closing, process }: Previews): void {
  closing.abort();
  process.close();
}

async function keep(previews: Previews, blobId: string, fileId: string, picture: Picture) {
  const { db, storage, tell } = previews;
  const key = await storage.put(Readable.from([picture.bytes]));
  const { width, height, bytes } = picture;
  const preview = { blob_id: blobId, object_key: key, width, height, size: bytes.length };
  try {
    await queries.insertPreview(db, preview);
    const file = await queries.endTurns(db, fileId);
    if (file) await tell.get(file.holder_kind)?.(file);
  } finally {
    // Where its content had one already, that one stays.
    await removeUnlessKept(previews, key);
  }
}

/**
 * Drawn for each file, also where its content has a preview already: neither at once nor by the
 * time it takes does anybody learn what others have.
 */
async function make(previews: Previews, fileId: string): Promise<void> {
  const { db, storage, process, closing } = previews;
  const waiting = closing.signal.aborted ? undefined : await queries.findWaiting(db, fileId);
  if (!waiting) return;
  const drawn = await process.draw(await buffer(await storage.get(waiting.blob_id)));
  // It may have been ended in the middle of its work.
  if (closing.signal.aborted) return;
  if (drawn === 'unfinished') await queries.useTurn(db, fileId);
  else if (drawn === 'refused') await queries.endTurns(db, fileId);
  else await keep(previews, waiting.blob_id, fileId, drawn);
}

/** People take turns, however much one of them sends. Bytes that are lost or away fail nothing. */
async function makeInTurn(previews: Previews, fileId: string, from: string): Promise<void> {
  const { turns, closing, log } = previews;
  try {
    await turns.run(from, () => make(previews, fileId), closing.signal);
  } catch (error) {
    if (closing.signal.aborted || error instanceof ObjectMissing) return;
    log.warn({ err: error }, 'A preview was not made');
    if (error instanceof PreviewsUnavailable) throw error;
  }
}

/** Nobody waits for it. */
export function wantPreview(previews: Previews, fileId: string, from: string): void {
  makeInTurn(previews, fileId, from).catch(() => {});
}

/** Its owner looks at what strangers sent: from now on it has previews. */
export async function seeFiles(previews: Previews, holder: Holder, userId: string): Promise<void> {
  const seen = (await whereWritable(queries.markSeen(previews.db, holder))) ?? [];
  for (const fileId of seen) wantPreview(previews, fileId, userId);
}

/** Of what came by an import or a restore, and of what took too long before. */
async function makeMissing(previews: Previews, scans: Db): Promise<void> {
  for (let after = ''; ;) {
    const ids = await queries.listWaiting(scans, after, BATCH);
    for (const id of ids) await makeInTurn(previews, id, MAKE_PREVIEWS);
    after = ids.at(-1) ?? '';
    if (ids.length < BATCH) return;
  }
}

export const previewJob = (previews: Previews, scans: Db): Job => ({
  name: MAKE_PREVIEWS,
  everyMs: HOUR_MS,
  run: () =>
    makeMissing(previews, scans).catch((error: unknown) => {
      if (!(error instanceof PreviewsUnavailable)) throw error;
    }),
});
