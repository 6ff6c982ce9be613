import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { ApiError, hasCode, noReply } from '../lib/api-error.ts';
import { call } from '../lib/api.ts';
import type { Way } from '../lib/while-moving.ts';
import { randomId } from '../lib/random-id.ts';
import { m } from '../paraglide/messages.js';
import { type Entry, verdictOn } from './entry.ts';
import { outbox } from './outbox.ts';
import { changeEntry, FileLost, filesOf, isReadable } from './store.ts';

export async function createClip(
  entry: Entry,
  as: string,
  { signal }: Way,
): Promise<Pick<Clip, 'id' | 'addressOpen'>> {
  const clip = await call('POST /clipboard', {
    body: {
      content: entry.content,
      captureId: entry.id,
      ...(entry.files.length > 0 && { files: entry.files.length }),
      ...(entry.closed !== undefined && { addressOpen: !entry.closed }),
    },
    as,
    signal,
    needs: ['id'],
    fallback: m.clips_save_item_failed(),
  });
  if (clip.captureId !== entry.id) throw noReply();
  return clip;
}

export async function openAddress(id: string, as: string, signal?: AbortSignal): Promise<void> {
  await call('PATCH /clipboard/{id}/address', {
    params: { id },
    body: { open: true },
    as,
    ...(signal && { signal }),
    needs: ['id'],
  });
}

export async function sendFiles(
  entry: Entry,
  id: string,
  as: string,
  { signal, moves }: Way,
): Promise<void> {
  if (entry.files.length === 0) return;
  const files = await filesOf(entry);
  const total = Math.max(
    1,
    entry.files.reduce((sum, { size }) => sum + size, 0),
  );
  let gone = files.slice(0, entry.filesSent).reduce((sum, { size }) => sum + size, 0);
  const show = (bytes: number) => {
    moves();
    outbox.setState({ progress: { [entry.id]: Math.min(1, bytes / total) } });
  };
  for (const [part, file] of files.entries()) {
    if (part < entry.filesSent) continue;
    show(gone);
    const before = gone;
    await sendFile(entry, id, part, file, as, signal, (share) => show(before + share * file.size));
    gone += file.size;
    await changeEntry(entry.id, { filesSent: part + 1 });
  }
}

export async function sendFile(
  entry: Entry,
  clipId: string,
  part: number,
  file: File,
  as: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  try {
    const sent =
      file.size > MAX_FILE_BYTES
        ? { uploadId: await sendParts(entry, clipId, part, file, as, signal, onProgress) }
        : { file, onProgress };
    await call('POST /clipboard/{id}/files', {
      params: { id: clipId },
      headers: { 'x-capture-part': `${entry.id}:${part}` },
      ...sent,
      as,
      signal,
      needs: ['id'],
      fallback: m.files_upload_failed(),
    });
  } catch (error) {
    // What was begun is over: the next time it begins anew.
    if (hasCode(error, 'UPLOAD_NOT_FOUND')) await changeEntry(entry.id, { uploads: {} });
    // A file whose bytes are gone looks like a network that is.
    if (verdictOn(error) === 'later' && !(await isReadable(file))) throw new FileLost(file.name);
    throw error;
  }
}

/** Also after a break, with what is missing. */
async function sendParts(
  entry: Entry,
  clipId: string,
  part: number,
  file: File,
  as: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  const { sendRound } = await import('../things/sending/parts.ts');
  const uploadId = entry.uploads?.[part];
  try {
    return await sendRound(
      file,
      { kind: 'clip', id: clipId },
      {
        uploadId,
        beginKey: randomId(),
        as,
        signal,
        known: new Set(),
        onBegun: (id) => void changeEntry(entry.id, { uploads: { [part]: id } }),
        onSent: (bytes) => onProgress(bytes / file.size),
      },
    );
  } catch (error) {
    // It may have been added, and the reply was lost.
    if (uploadId !== undefined && hasCode(error, 'UPLOAD_NOT_FOUND')) return uploadId;
    throw error;
  }
}

/** For good: people paste passwords by mistake. */
export async function removeClip(id: string, as: string): Promise<void> {
  try {
    await call('DELETE /clipboard/{id}', {
      params: { id },
      query: { forever: 'true' },
      as,
      needs: 'nothing',
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
