import { m } from '../paraglide/messages.js';
import { Spinner } from './spinner.tsx';

export function FullScreenSpinner({ label = m.ui_loading() }: { label?: string }) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <div className="animate-appear [animation-delay:150ms]">
        <Spinner label={label} />
      </div>
    </main>
  );
}
