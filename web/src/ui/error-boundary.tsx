import { Component, type ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';

interface Place {
  within?: boolean;
}

interface Props extends Place {
  /** Going elsewhere leaves a broken page behind. */
  path?: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override componentDidUpdate(previous: Props) {
    // Moving on to another page is a new attempt; the condition ends the second render.
    if (this.state.error !== null && previous.path !== this.props.path)
      // oxlint-disable-next-line react/no-did-update-set-state
      this.setState({ error: null });
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <BrokenPage
        within={this.props.within ?? false}
        title={m.app_broken_title()}
        text={m.app_broken_text()}
        verb={m.app_try_again()}
      />
    );
  }
}

export function BrokenPage({
  within = false,
  title,
  text,
  verb,
}: Place & { title: string; text: string; verb: string }) {
  const Frame = within ? 'div' : 'main';
  return (
    <Frame
      className={`flex flex-col items-center justify-center gap-2 px-6 text-center ${within ? 'flex-1 py-20' : 'min-h-dvh'}`}
    >
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="max-w-reading text-muted">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button variant="primary" onClick={() => location.reload()}>
          {verb}
        </Button>
        <Button onClick={() => location.assign('/')}>{m.app_return_home()}</Button>
      </div>
    </Frame>
  );
}
