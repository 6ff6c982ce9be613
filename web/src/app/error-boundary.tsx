import { Component, type ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { retryFailedPages } from './lazy.tsx';
import { reloadOnce } from '../lib/reload-once.ts';

interface Props {
  /** Part of a page that keeps its navigation, or all there is. */
  within?: boolean;
  /** The path shown: going elsewhere leaves a broken page behind. */
  path?: string;
  children: ReactNode;
}

/** A tab that was open while the server was updated asks for code that is gone. */
const isStale = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);

/** A page that broke says so and offers a way on. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
    if (isStale(error)) void reloadOnce();
  }

  override componentDidMount() {
    window.addEventListener('online', this.#again);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.#again);
  }

  /** What could not be fetched offline may be there now. */
  #again = () => {
    if (!isStale(this.state.error)) return;
    retryFailedPages();
    this.setState({ error: null });
  };

  override componentDidUpdate(previous: Props) {
    // Moving on to another page is a new attempt; the condition ends the second render.
    if (this.state.error !== null && previous.path !== this.props.path) {
      retryFailedPages();
      // oxlint-disable-next-line react/no-did-update-set-state
      this.setState({ error: null });
    }
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const stale = isStale(error);
    const Frame = this.props.within ? 'div' : 'main';
    return (
      <Frame
        className={`flex flex-col items-center justify-center gap-2 px-6 text-center ${this.props.within ? 'flex-1 py-20' : 'min-h-dvh'}`}
      >
        <h1 className="text-lg font-semibold">
          {stale ? m.ui_part_missing() : m.app_broken_title()}
        </h1>
        <p className="max-w-reading text-muted">
          {stale ? m.ui_part_missing_text() : m.app_broken_text()}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Button variant="primary" onClick={() => location.reload()}>
            {stale ? m.app_reload() : m.app_try_again()}
          </Button>
          <Button onClick={() => location.assign('/')}>{m.app_return_home()}</Button>
        </div>
      </Frame>
    );
  }
}
