export const GRANT_HEADER = 'x-link-grant';

/** What pages of other origins may read of an answer. */
export const crossOriginReplyHeaders = [
  'x-access-token',
  'x-refresh-token',
  'retry-after',
  'x-request-id',
  'content-disposition',
] as const;
