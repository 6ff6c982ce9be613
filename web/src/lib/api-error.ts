import { m } from '../paraglide/messages.js';

/** A call that failed. `status` 0: the server did not reply. */
export class ApiError extends Error {
  readonly status: number;
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

/** Nothing came, or something of whatever stands before the server. */
export const noReply = (body?: unknown): ApiError => new ApiError(m.ui_no_answer(), 0, { body });

/** The session watcher has told of its end already. */
export const endedSession = (error: unknown): boolean =>
  error instanceof ApiError && error.sessionEnded;

export function failureText(error: unknown, fallback: string = m.ui_please_try_again()): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;
