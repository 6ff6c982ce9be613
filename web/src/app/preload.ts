import { lazyPage } from '../ui/lazy.tsx';
import { routeAt } from './routes.ts';

/**
 * Everything around a page of the app, loaded with the first page that stands in it: visitors of
 * the others need none of it.
 */
export const Frame = lazyPage(() => import('./frame.tsx'), { within: false });

/** Loads all that an address shows: before the app takes a page over, or ahead of a redirect. */
export async function preload(address: string): Promise<void> {
  const { Page, framed } = routeAt(address);
  await Promise.all([Page.load(), framed && Frame.load()]);
}
