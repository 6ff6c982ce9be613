import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { getSessionState, getUser, subscribeToSession } from './session.ts';
import { randomId } from './random-id.ts';

/** A file that was chosen and is not on the server yet. */
export interface PendingFile {
  readonly id: string;
  readonly file: File;
  /** 'failed': an upload was tried; it waits for another try. */
  readonly state: 'waiting' | 'uploading' | 'failed';
  /** What has gone out, 0 to 1. */
  readonly share: number;
}

/**
 * Chosen files, by the place they were chosen in. They outlive the page, so that signing in or a
 * look at another page loses none; a reload cannot keep them.
 */
const places = new Map<string, readonly PendingFile[]>();
const uploads = new Map<string, AbortController>();
const listeners = new Set<() => void>();
const NONE: readonly PendingFile[] = [];

export const pendingIn = (place: string): readonly PendingFile[] => places.get(place) ?? NONE;

export function subscribeToPending(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function put(place: string, files: readonly PendingFile[]): void {
  if (files.length > 0) places.set(place, files);
  else places.delete(place);
  for (const listener of listeners) listener();
}

const change = (place: string, id: string, next: Partial<PendingFile>) =>
  put(
    place,
    pendingIn(place).map((pending) => (pending.id === id ? { ...pending, ...next } : pending)),
  );

/** Takes the files that are small enough; answers the names of the others. */
export function addPending(place: string, files: readonly File[]): string[] {
  const fitting = files.filter((file) => file.size <= MAX_FILE_BYTES);
  put(place, [
    ...pendingIn(place),
    ...fitting.map((file): PendingFile => ({ id: randomId(), file, state: 'waiting', share: 0 })),
  ]);
  return files.filter((file) => file.size > MAX_FILE_BYTES).map((file) => file.name);
}

/** Removes a file; one that is being uploaded is cancelled. */
export function removePending(place: string, id: string): void {
  uploads.get(id)?.abort();
  put(
    place,
    pendingIn(place).filter((pending) => pending.id !== id),
  );
}

/** The draft became a clip: what still waits belongs to it. */
export function movePending(from: string, to: string): void {
  if (from === to) return;
  const moved = pendingIn(from);
  put(from, NONE);
  if (moved.length > 0) put(to, [...pendingIn(to), ...moved]);
}

export interface UploadOutcome<T> {
  readonly uploaded: T[];
  readonly failed: { readonly name: string; readonly error: unknown }[];
}

type Send<T> = (
  pending: PendingFile,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<T>;

/**
 * Uploads what waits, one after the other, so that the files keep their order; what failed before
 * only when it is tried `again`. A cancelled file counts as neither uploaded nor failed.
 */
export async function uploadPending<T>(
  place: string,
  send: Send<T>,
  { again = true } = {},
): Promise<UploadOutcome<T>> {
  const uploaded: T[] = [];
  const failed: { name: string; error: unknown }[] = [];
  for (const { id } of pendingIn(place)) {
    // Removed while an earlier one was under way.
    const pending = pendingIn(place).find((candidate) => candidate.id === id);
    if (!pending || pending.state === 'uploading' || (pending.state === 'failed' && !again))
      continue;
    const controller = new AbortController();
    uploads.set(id, controller);
    change(place, id, { state: 'uploading', share: 0 });
    try {
      uploaded.push(
        await send(pending, {
          signal: controller.signal,
          onProgress: (share) => change(place, id, { share }),
        }),
      );
      removePending(place, id);
    } catch (error) {
      if (!controller.signal.aborted) {
        failed.push({ name: pending.file.name, error });
        change(place, id, { state: 'failed', share: 0 });
      }
    } finally {
      uploads.delete(id);
    }
  }
  return { uploaded, failed };
}

let owner = getUser()?.id ?? null;

// Logging out is leaving the device to others; after an expired session somebody else may sign in.
// A visitor's files come along.
subscribeToSession(() => {
  const session = getSessionState();
  const next = session.status === 'signed-in' ? session.user.id : owner;
  const left = session.status === 'signed-out' && session.endedBy === 'logout';
  if (left || (owner !== null && next !== owner)) {
    for (const place of places.keys())
      for (const { id } of pendingIn(place)) removePending(place, id);
  }
  owner = left ? null : next;
});
