import { createStore } from 'zustand/vanilla';

/** How far a large file is. */
export interface Sending {
  readonly state: 'going' | 'offline' | 'paused' | 'checking' | 'full';
  readonly sent: number;
  /** In bytes a second, once it is known. */
  readonly speed: number | null;
  /** In seconds. */
  readonly left: number | null;
  readonly uploadId: string | undefined;
  readonly pause: () => void;
  readonly resume: () => void;
}

export interface QueuedFile {
  readonly id: string;
  readonly file: File;
  /** 'failed': an upload was tried; it waits for another try. */
  readonly state: 'waiting' | 'uploading' | 'failed';
  readonly share: number;
  /** While it goes in parts. */
  readonly sending?: Sending | undefined;
  /** What was begun of it before, and is gone on with. */
  readonly uploadId?: string | undefined;
}

export type SendingFile = QueuedFile & { readonly sending: Sending };
export const isSending = (queued: QueuedFile): queued is SendingFile =>
  queued.sending !== undefined;

/**
 * Chosen files, by the key of what they were chosen for. They outlive the page, so that signing in
 * or a look at another page loses none; a reload cannot keep them.
 */
export const queues = createStore<Readonly<Record<string, readonly QueuedFile[]>>>(() => ({}));

/** Why an upload is aborted whose parts are to go. */
export const GIVEN_UP = 'given up';
/** What a tab remembers of unfinished uploads. */
export const KEPT_UPLOADS = 'upload:';

/** Uploads that this page finished or gave up: what was read of them before counts no more. */
export const ended = new Set<string>();
