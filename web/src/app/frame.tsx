import { matchPath, Outlet, useLocation } from 'react-router';
import { DataProviders } from './data-providers.tsx';
import { protectedPages } from './pages.ts';
import { ProtectedGuard } from './protected-guard.tsx';
import { Shell } from './shell.tsx';
import { VisitorFrame } from './visitor-frame.tsx';

/**
 * Everything around a page of the app, in a chunk of its own: the landing and sign-in pages need
 * none of it.
 */
export default function Frame() {
  const { pathname } = useLocation();
  const Access = protectedPages.some(({ path }) => matchPath(path, pathname))
    ? ProtectedGuard
    : VisitorFrame;
  return (
    <DataProviders>
      <Shell>
        <Access>
          <Outlet />
        </Access>
      </Shell>
    </DataProviders>
  );
}
