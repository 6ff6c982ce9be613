import { m } from '../paraglide/messages.js';

/** A call that failed. `status` 0: the server did not reply. */
export class ApiError extends Error {
  readonly status: number;
  /** The machine code of the error catalogue, where the server named one. */
  readonly code: string | undefined;
  readonly body: unknown;
  /** The session is over and the person has been told so: show no second message. */
  readonly sessionEnded: boolean;

  constructor(
    message: string,
    status: number,
    more: { code?: string | undefined; body?: unknown; sessionEnded?: boolean } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = more.code;
    this.body = more.body;
    this.sessionEnded = more.sessionEnded ?? false;
  }
}

/** The server did not reply: nothing came, or something of whatever stands before it. */
export const noReply = (body?: unknown): ApiError => new ApiError(m.ui_no_answer(), 0, { body });

/**
 * True for the failure that ended the session; the session watcher has shown its message already.
 */
export const endedSession = (error: unknown): boolean =>
  error instanceof ApiError && error.sessionEnded;

/** The text for a person: what the server said, else what went wrong, else what to do about it. */
export function failureText(error: unknown, fallback: string = m.ui_please_try_again()): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

/** The server did not reply at all. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;
