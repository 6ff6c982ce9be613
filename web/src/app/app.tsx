import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LateOverlays } from './late-overlays.tsx';
import {
  AuthPage,
  EmailConfirmationPage,
  Frame,
  LandingPage,
  NotFoundPage,
  openPages,
  protectedPages,
  ResetPasswordPage,
} from './pages.ts';
import { PublicGuard } from './public-guard.tsx';
import { SessionWatcher } from './session-watcher.tsx';

/** The whole app below its router: the browser's in main.tsx, a static one in prerender.tsx. */
export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>
        <Routes>
          <Route path="/" element={<LandingPage />} />
          <Route
            path="/auth"
            element={
              <PublicGuard>
                <AuthPage />
              </PublicGuard>
            }
          />
          <Route path="/email-confirmation" element={<EmailConfirmationPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route element={<Frame />}>
            {[...protectedPages, ...openPages].map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
      <SessionWatcher />
      <LateOverlays />
    </ErrorBoundary>
  );
}
