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
