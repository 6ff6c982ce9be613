import { Suspense } from 'react';
import { Outlet, Route, Routes } from 'react-router';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import {
  AuthPage,
  DataProviders,
  EmailConfirmationPage,
  LandingPage,
  NotFoundPage,
  openPages,
  protectedPages,
  ResetPasswordPage,
} from './pages.ts';
import { ProtectedGuard } from './protected-guard.tsx';
import { PublicGuard } from './public-guard.tsx';
import { SessionWatcher } from './session-watcher.tsx';
import { Shell } from './shell.tsx';
import { VisitorFrame } from './visitor-frame.tsx';

const withData = (
  <DataProviders>
    <Outlet />
  </DataProviders>
);

/** The whole app below its router: the browser's in main.tsx, a static one in prerender.tsx. */
export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>
        <Routes>
          <Route path="/" element={<LandingPage />} />
          <Route path="/auth" element={<PublicGuard><AuthPage /></PublicGuard>} />
          <Route path="/email-confirmation" element={<EmailConfirmationPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route element={withData}>
            <Route element={<Shell />}>
              <Route element={<ProtectedGuard />}>
                {protectedPages.map(({ path, Page }) => (
                  <Route key={path} path={path} element={<Page />} />
                ))}
              </Route>
              <Route element={<VisitorFrame />}>
                {openPages.map(({ path, Page }) => (
                  <Route key={path} path={path} element={<Page />} />
                ))}
              </Route>
            </Route>
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
      <SessionWatcher />
      <Toaster />
      <TooltipLayer />
    </ErrorBoundary>
  );
}
