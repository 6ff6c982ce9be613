import type { Upload } from '@clipline/contract/schemas/uploads.ts';
import { ApiError, hasCode } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { whileMoving } from '../../lib/while-moving.ts';
import { m } from '../../paraglide/messages.js';
import { begin, headersOf, type Place } from './place.ts';

/** Another part of it is there than the file has. */
export class OtherBytes extends Error {}
/** It cannot be read: another program removed or changed it. */
class FileGone extends Error {}
/** Another page sends what is left. */
class StillBusy extends Error {}

export interface Round {
  /** What was begun, to go on with. */
  readonly uploadId?: string | undefined;
  /** Of the call that begins it. */
  readonly beginKey: string;
  readonly as?: string | undefined;
  readonly signal: AbortSignal;
  readonly onBegun: (uploadId: string) => void;
  /** What has arrived is compared with the file. */
  readonly onChecking?: () => void;
  readonly onSent: (bytes: number) => void;
  /** Parts that are known to be this file's, filled as more become so. */
  readonly known: Set<number>;
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest));
}
const inUrls = (base64: string) =>
  base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Only so much of a file is ever in memory. */
async function readPart(file: File, { partBytes }: Upload, n: number) {
  const slice = file.slice(n * partBytes, (n + 1) * partBytes);
  try {
    const bytes = await slice.arrayBuffer();
    return { bytes: new Blob([bytes]), digest: isSecureContext ? await digestOf(bytes) : null };
  } catch {
    throw new FileGone(m.capture_file_lost({ name: file.name }));
  }
}

const partsOf = ({ size, partBytes }: Upload) =>
  Array.from({ length: Math.ceil(size / partBytes) }, (_, n) => n);
const bytesOf = ({ size, partBytes }: Upload, n: number) =>
  Math.min(partBytes, size - n * partBytes);

/**
 * Sends what the server has not of a file, and returns the id of the upload, which is whole then.
 * Fails with the first part that fails, and leaves the rest to another round.
 */
export async function sendRound(file: File, place: Place, round: Round): Promise<string> {
  const { signal, beginKey, onBegun } = round;
  signal.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop);
  const options = { signal: controller.signal, ...(round.as !== undefined && { as: round.as }) };
  try {
    return await whileMoving(controller, async ({ moves }) => {
      const upload =
        round.uploadId === undefined
          ? await begin(place, file, { ...options, idempotencyKey: beginKey })
          : await call('GET /uploads/{id}', {
              ...options,
              params: { id: round.uploadId },
              headers: headersOf(place),
              needs: ['parts', 'partBytes'],
            });
      onBegun(upload.id);
      await check(file, upload, round, moves);
      await putMissing(file, place, upload, { ...round, ...options, moves });
      return upload.id;
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function check(file: File, upload: Upload, round: Round, moves: () => void): Promise<void> {
  const { known, signal, onChecking } = round;
  if (file.size !== upload.size) throw new OtherBytes();
  const strange = partsOf(upload).filter((n) => upload.parts[n] !== null && !known.has(n));
  if (strange.length > 0 && isSecureContext) onChecking?.();
  for (const n of strange) {
    signal.throwIfAborted();
    if (isSecureContext) {
      const { digest } = await readPart(file, upload, n);
      if (inUrls(digest!) !== upload.parts[n]) throw new OtherBytes();
      moves();
    }
    known.add(n);
  }
}

interface Sending extends Round {
  readonly moves: () => void;
}

/** One after another: a line that breaks costs one part. */
async function putMissing(file: File, place: Place, upload: Upload, sending: Sending) {
  const { known, signal, moves, onSent, as } = sending;
  let arrived = 0;
  for (const n of known) arrived += bytesOf(upload, n);
  const show = (underWay = 0) => {
    moves();
    onSent(arrived + underWay);
  };
  show();
  let isBusy = false;
  for (const n of partsOf(upload).filter((each) => !known.has(each))) {
    const { bytes, digest } = await readPart(file, upload, n);
    const length = bytesOf(upload, n);
    try {
      await call('PUT /uploads/{id}/parts/{n}', {
        params: { id: upload.id, n: String(n) },
        headers: {
          ...headersOf(place),
          ...(digest !== null && { 'content-digest': `sha-256=:${digest}:` }),
        },
        bytes,
        signal,
        ...(as !== undefined && { as }),
        onProgress: (share) => show(share * length),
      });
      known.add(n);
      arrived += length;
      show();
    } catch (error) {
      if (hasCode(error, 'UPLOAD_PART_DIFFERS')) throw new OtherBytes();
      if (!hasCode(error, 'UPLOAD_BUSY')) throw error;
      isBusy = true;
    }
  }
  if (isBusy) throw new StillBusy();
}

/** Whether it may go by itself the next time: a line that broke, a server that restarts. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StillBusy || hasCode(error, 'UPLOAD_INCOMPLETE')) return true;
  // A round that moved nothing for long.
  if (error instanceof DOMException && error.name === 'AbortError') return true;
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  // Without a code it is the word of something in between: of what is too large that is the last.
  if (code === undefined && status !== 413) return true;
  return [0, 401, 408, 425, 429].includes(status) || (status >= 500 && status !== 507);
}
