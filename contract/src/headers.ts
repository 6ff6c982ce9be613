/** Of what opening a link gave: its grant. */
export const GRANT_HEADER = 'x-link-grant';

/** What pages of other origins may send with a call. */
export const crossOriginRequestHeaders = [
  'authorization',
  'content-type',
  'x-refresh-token',
  'x-confirmation-token',
  'x-desktop-token',
  'x-capture-part',
  'x-link-token',
  GRANT_HEADER,
  'if-match',
  'idempotency-key',
] as const;

/** What they may read of an answer. */
export const crossOriginReplyHeaders = [
  'x-access-token',
  'x-refresh-token',
  'retry-after',
  'x-request-id',
  'content-disposition',
] as const;
