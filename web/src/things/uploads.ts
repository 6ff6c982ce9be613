import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { useCallback } from 'react';
import { useStore } from 'zustand/react';
import { failureText } from '../lib/api-error.ts';
import { maxFileBytes } from '../lib/browser.ts';
import { maxFile } from '../lib/format.ts';
import { randomId } from '../lib/random-id.ts';
import { readJson, tabStorage } from '../lib/storage.ts';
import { getSessionState, getUser, subscribeToSession } from '../session/session.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../live/failures.ts';
import { type Content, titleOf } from './content.ts';
import type { Place } from './sending/place.ts';
import {
  GIVEN_UP,
  KEPT_UPLOADS,
  type QueuedFile,
  queues,
  type Sending,
} from './sending/sending.ts';

const CUT_OFF = 'uploading';

function noteUnderWay(): void {
  const names = Object.values(queues.getState())
    .flat()
    // Unfinished uploads of a person are listed.
    .flatMap(({ state, file, sending }) =>
      state === 'failed' || (sending && getUser()) ? [] : file.name,
    );
  if (names.length > 0) tabStorage.set(CUT_OFF, JSON.stringify(names));
  else tabStorage.remove(CUT_OFF);
}

function tellCutOff(): void {
  const names = (readJson(CUT_OFF, tabStorage) ?? []) as string[];
  tabStorage.remove(CUT_OFF);
  if (names.length > 0)
    toast.error(m.files_cut_off(), m.files_cut_off_text({ names: names.join(', ') }));
}

const running = new Map<string, AbortController>();
const NONE: readonly QueuedFile[] = [];

const queueOf = (key: string): readonly QueuedFile[] => queues.getState()[key] ?? NONE;
const put = (key: string, files: readonly QueuedFile[]) => queues.setState({ [key]: files });

export function removeFile(key: string, id: string): void {
  running.get(id)?.abort(GIVEN_UP);
  put(
    key,
    queueOf(key).filter((queued) => queued.id !== id),
  );
}

export function addFiles(key: string, files: readonly File[], uploadId?: string): string[] {
  const max = maxFileBytes();
  const added = files
    .filter((file) => file.size <= max)
    .map((file) => ({ id: randomId(), file, state: 'waiting', share: 0, uploadId }) as const);
  put(key, [...queueOf(key), ...added]);
  return files.filter((file) => file.size > max).map(({ name }) => name);
}

/** The draft became a clip: what still waits belongs to it. */
export function moveFiles(from: string, to: string, chosen = queueOf(from)): void {
  const moves = ({ id }: QueuedFile) => chosen.some((file) => file.id === id);
  put(to, [...queueOf(to), ...queueOf(from).filter(moves)]);
  put(
    from,
    queueOf(from).filter((file) => !moves(file)),
  );
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
  readonly onSending?: (sending: Sending) => void;
  readonly idempotencyKey: string;
  readonly uploadId?: string | undefined;
}

/** What an upload call is given of a file: the whole, or what came in parts. */
export type Sent = { readonly file: File } | { readonly uploadId: string };

/** Adds a file by the call of its place; a large one is sent in parts before. */
export async function sendFile<T>(
  file: File,
  place: Place,
  { onSending, uploadId: begun, ...options }: UploadOptions,
  add: (sent: Sent, options: Omit<UploadOptions, 'onSending' | 'uploadId'>) => Promise<T>,
): Promise<T> {
  if (file.size <= MAX_FILE_BYTES) return add({ file }, options);
  const { sendLarge } = await import('./sending/send-large.ts');
  const { signal } = options;
  return sendLarge(
    { file, place, signal, onSending: onSending ?? (() => {}), uploadId: begun },
    (uploadId) => add({ uploadId }, options),
  );
}

type Send<T> = (file: File, options: UploadOptions) => Promise<T>;

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Uploads what waits, one after the other, so that the files keep their order; what failed before
 * only when it is tried `again`. A cancelled file counts as neither uploaded nor failed. `complete`:
 * nothing is left, nor was anything chosen meanwhile.
 */
export async function uploadFiles<T>(
  key: string,
  send: Send<T>,
  { again = true, failure = m.files_upload_failed() } = {},
): Promise<{ readonly uploaded: T[]; readonly complete: boolean }> {
  const uploaded: T[] = [];
  const failed: string[] = [];
  let reason: unknown;
  const change = (id: string, next: Partial<QueuedFile>) =>
    put(
      key,
      queueOf(key).map((queued) => (queued.id === id ? { ...queued, ...next } : queued)),
    );
  for (const { id } of queueOf(key)) {
    // Removed while an earlier one was under way.
    const queued = queueOf(key).find((candidate) => candidate.id === id);
    if (!queued || queued.state === 'uploading' || (queued.state === 'failed' && !again)) continue;
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { state: 'uploading', share: 0 });
    try {
      const onProgress = (share: number) => change(id, { share });
      const onSending = (sending: Sending) => change(id, { sending });
      const { signal } = controller;
      const { uploadId } = queued;
      const options = { signal, onProgress, onSending, idempotencyKey: id, uploadId };
      uploaded.push(await send(queued.file, options));
      running.delete(id);
      removeFile(key, id);
    } catch (error) {
      // It was found to be another file, and is not wanted.
      if (!controller.signal.aborted && isAbort(error)) removeFile(key, id);
      else if (!controller.signal.aborted) {
        reason ??= error;
        failed.push(queued.file.name);
        change(id, { state: 'failed', share: 0, sending: undefined });
      }
    } finally {
      running.delete(id);
    }
  }
  if (failed.length > 0) {
    const text = { names: failed.join(', '), reason: failureText(reason) };
    toastFailure(failure, reason, m.files_upload_failed_text(text));
  }
  return { uploaded, complete: queueOf(key).length === 0 };
}

export interface FileQueue {
  readonly files: readonly QueuedFile[];
  readonly failed: readonly QueuedFile[];
  readonly waiting: readonly QueuedFile[];
  readonly uploading: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
}

function eachTooLarge(names: readonly string[]): void {
  for (const name of names)
    toast.error(m.files_too_large(), m.files_too_large_text({ name, limit: maxFile() }));
}

export function useFileQueue(key: string, onTooLarge = eachTooLarge): FileQueue {
  const files = useStore(queues, (all) => all[key] ?? NONE);
  return {
    files,
    failed: files.filter(({ state }) => state === 'failed'),
    waiting: files.filter(({ state }) => state !== 'failed'),
    uploading: files.some(({ state }) => state === 'uploading'),
    add: useCallback(
      (chosen) => {
        const tooLarge = addFiles(key, chosen);
        if (tooLarge.length > 0) onTooLarge(tooLarge);
      },
      [key, onTooLarge],
    ),
    remove: (id) => removeFile(key, id),
  };
}

export interface Uploads extends FileQueue {
  readonly retry: () => void;
}

export function useUploads(
  key: string,
  send: Send<Content>,
  onUploaded: (names: readonly string[]) => void,
): Uploads {
  const queue = useFileQueue(key);
  const upload = async (again: boolean) => {
    const { uploaded } = await uploadFiles(key, send, { again });
    if (uploaded.length > 0) onUploaded(uploaded.map(titleOf));
  };
  return {
    ...queue,
    add(files) {
      queue.add(files);
      void upload(false);
    },
    retry: () => void upload(true),
  };
}

export const namesOrCount = (names: readonly string[]): string | undefined =>
  names.length === 1 ? names[0] : m.files_count({ count: names.length });

tellCutOff();
queues.subscribe(noteUnderWay);

let owner = getUser()?.id ?? null;

// Logging out is leaving the device to others; after an expired session another person may sign in.
// A visitor's files come along.
subscribeToSession(() => {
  const session = getSessionState();
  const next = session.status === 'signed-in' ? session.user.id : owner;
  const left = session.status === 'signed-out' && session.endedBy === 'logout';
  if (left || (owner !== null && next !== owner)) {
    for (const upload of running.values()) upload.abort();
    queues.setState({}, true);
    for (const kept of tabStorage.keys())
      if (kept.startsWith(KEPT_UPLOADS)) tabStorage.remove(kept);
  }
  owner = left ? null : next;
});
