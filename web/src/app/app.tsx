import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { meantAddress } from '../session/origin.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { FullScreenSpinner } from '../ui/spinner.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';
import { AdminGuard, ProtectedGuard, PublicGuard, SessionWatcher } from './guards.tsx';
import { Frame } from './preload.ts';
import { notFoundRoute, type PageRoute, routes } from './routes.ts';

const all = [...routes, notFoundRoute];

export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>
        <Routes>
          {all.filter(({ framed }) => !framed).map(routeOf)}
          <Route element={<Frame />}>{all.filter(({ framed }) => framed).map(routeOf)}</Route>
        </Routes>
      </Suspense>
      <MeantAddress />
      <SessionWatcher />
      <Toaster />
      <TooltipLayer />
    </ErrorBoundary>
  );
}

function MeantAddress() {
  const { pathname, search } = useLocation();
  const meant = meantAddress(pathname + search);
  return meant && <Navigate to={meant} replace />;
}

const guards = {
  anyone: null,
  'signed-in': ProtectedGuard,
  'signed-out': PublicGuard,
  admin: AdminGuard,
};

function routeOf({ path, access, Page }: PageRoute) {
  const Guard = guards[access];
  const page = <Page />;
  return <Route key={path} path={path} element={Guard ? <Guard>{page}</Guard> : page} />;
}
