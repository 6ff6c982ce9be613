import { ApiError } from '../../../lib/api-error.ts';

/** Never there, not for this reader, or deleted: the server does not tell which. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
