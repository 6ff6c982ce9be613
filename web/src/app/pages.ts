import { matchPath } from 'react-router';
import { getSession } from '../lib/session.ts';
import { lazyPage, type LazyPage } from './lazy-page.tsx';

export const Frame = lazyPage(() => import('./frame.tsx'));
/** The navigation of signed-in people; a visitor of a shared page never loads it. */
export const Chrome = lazyPage(() => import('./chrome.tsx'));
export const NotFoundPage = lazyPage(() => import('./not-found-page.tsx'));
export const LandingPage = lazyPage(() => import('../features/landing/landing-page.tsx'));
export const AuthPage = lazyPage(() => import('../features/auth/auth-page.tsx'));
export const EmailConfirmationPage = lazyPage(
  () => import('../features/auth/email-confirmation-page.tsx'),
);
export const ResetPasswordPage = lazyPage(() => import('../features/auth/reset-password-page.tsx'));

interface PageRoute {
  readonly path: string;
  readonly Page: LazyPage;
}

/** Pages that need a signed-in person. */
export const protectedPages: readonly PageRoute[] = [
  { path: '/dashboard', Page: lazyPage(() => import('../features/clips/dashboard-page.tsx')) },
  { path: '/clips', Page: lazyPage(() => import('../features/clips/clips-page.tsx')) },
  { path: '/favorites', Page: lazyPage(() => import('../features/clips/favorites-page.tsx')) },
  { path: '/rooms', Page: lazyPage(() => import('../features/rooms/rooms-page.tsx')) },
  { path: '/rooms/:roomId', Page: lazyPage(() => import('../features/rooms/room-page.tsx')) },
  { path: '/account', Page: lazyPage(() => import('../features/account/account-page.tsx')) },
  {
    path: '/quick-copy',
    Page: lazyPage(() => import('../features/quick-copy/quick-copy-page.tsx')),
  },
];

/**
 * Pages for everybody: inside the app's frame for who is signed in, under a plain header for a
 * visitor.
 */
export const openPages: readonly PageRoute[] = [
  { path: '/new-clip', Page: lazyPage(() => import('../features/clips/new-clip-page.tsx')) },
  {
    path: '/clips/:clipId',
    Page: lazyPage(() => import('../features/clips/shared-clip-page.tsx')),
  },
  { path: '/desktop', Page: lazyPage(() => import('../features/desktop/desktop-page.tsx')) },
  {
    path: '/desktop/shared/:token',
    Page: lazyPage(() => import('../features/desktop/shared-desktop-page.tsx')),
  },
];

/** Pages that read no lists and hold no connection: the first visit to them stays small. */
const lightPages: readonly PageRoute[] = [
  { path: '/', Page: LandingPage },
  { path: '/auth', Page: AuthPage },
  { path: '/email-confirmation', Page: EmailConfirmationPage },
  { path: '/reset-password', Page: ResetPasswordPage },
];

/** Loads what a path shows: before hydration, or when a pointer comes near a link. */
export async function preloadPath(path: string): Promise<void> {
  const pathname = path.replace(/[?#].*/, '');
  const find = (pages: readonly PageRoute[]) =>
    pages.find((page) => matchPath(page.path, pathname));
  const light = find(lightPages);
  if (light) return light.Page.preload();
  const page = find(protectedPages) ?? find(openPages);
  if (!page) return NotFoundPage.preload();
  await Promise.all([Frame.preload(), page.Page.preload(), getSession() && Chrome.preload()]);
}
