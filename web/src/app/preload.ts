import { lazyPage } from '../ui/lazy.tsx';
import { routeAt } from './routes.ts';

/** Visitors of the pages outside need none of it. */
export const Frame = lazyPage(() => import('./frame.tsx'), { within: false });

export async function preload(address: string): Promise<void> {
  const { Page, framed } = routeAt(address);
  await Promise.all([Page.load(), framed && Frame.load()]);
}
