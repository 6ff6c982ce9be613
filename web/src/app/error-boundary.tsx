import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

/** A page that broke says so and offers a way on. A reload also brings the new version after an update of the server. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center gap-2 px-6 text-center">
        <h1 className="text-lg font-semibold">Something went wrong</h1>
        <p className="max-w-reading text-muted">This page could not be shown. What you saved is safe.</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Button variant="primary" onClick={() => location.reload()}>
            Try again
          </Button>
          <Button onClick={() => location.assign('/')}>Return to Home</Button>
        </div>
      </main>
    );
  }
}
