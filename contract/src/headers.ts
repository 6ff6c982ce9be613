/**
 * Of what a person reads of their own: the same until they are told news. A page that is told it
 * once more when it connects (`app:build`) has missed none.
 */
export const NEWS_MARK_HEADER = 'x-news-mark';

/** Of what opening a link gave: its grant. */
export const GRANT_HEADER = 'x-link-grant';

/** What pages of other origins may read of an answer. */
export const crossOriginReplyHeaders = [
  'x-access-token',
  'x-refresh-token',
  'retry-after',
  'x-request-id',
  'content-disposition',
] as const;
