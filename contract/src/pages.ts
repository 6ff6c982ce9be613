/** Every page of the web app; any other path is the not-found page. */
export const pages = [
  '/',
  '/auth',
  '/dashboard',
  '/clips',
  '/clips/{clipId}',
  '/rooms',
  '/rooms/{roomId}',
  '/favorites',
  '/quick-copy',
  '/desktop',
  '/desktop/shared/{shareToken}',
  '/new-clip',
  '/account',
  '/email-confirmation',
  '/reset-password',
] as const;

/**
 * The name of a page's HTML in the built web app, without the ending: `clips-clipId` for
 * `/clips/{clipId}`.
 */
export const pageFile = (page: string): string =>
  page === '/' ? 'landing' : page.slice(1).replaceAll('/', '-').replace(/[{}]/g, '');
