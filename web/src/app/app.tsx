import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LateOverlays } from './late-overlays.tsx';
import { Frame } from './preload.ts';
import { PublicGuard } from './public-guard.tsx';
import { notFoundRoute, routes } from './routes.ts';
import { SessionWatcher } from './session-watcher.tsx';

const alone = [...routes.filter(({ framed }) => !framed), notFoundRoute];
const inFrame = routes.filter(({ framed }) => framed);

/** The whole app below its router: the browser's in main.tsx, a static one in page-html.tsx. */
export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>
        <Routes>
          {alone.map(({ path, access, Page }) => (
            <Route
              key={path}
              path={path}
              element={
                access === 'signed-out' ? (
                  <PublicGuard>
                    <Page />
                  </PublicGuard>
                ) : (
                  <Page />
                )
              }
            />
          ))}
          <Route element={<Frame />}>
            {inFrame.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
        </Routes>
      </Suspense>
      <SessionWatcher />
      <LateOverlays />
    </ErrorBoundary>
  );
}
