import { Outlet, useLocation } from 'react-router';
import { DataProviders } from './data-providers.tsx';
import { ProtectedGuard } from './protected-guard.tsx';
import { routeAt } from './routes.ts';
import { Shell } from './shell.tsx';
import { VisitorFrame } from './visitor-frame.tsx';

export default function Frame() {
  const { access } = routeAt(useLocation().pathname);
  const Access = access === 'signed-in' ? ProtectedGuard : VisitorFrame;
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
