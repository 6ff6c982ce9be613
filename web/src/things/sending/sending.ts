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

/** Why an upload is aborted whose parts are to go. */
export const GIVEN_UP = 'given up';
/** What a tab remembers of unfinished uploads. */
export const KEPT_UPLOADS = 'upload:';

/** Uploads that this page finished or gave up: what was read of them before counts no more. */
export const ended = new Set<string>();
