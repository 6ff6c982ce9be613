import { Spinner } from './spinner.tsx';

export function FullScreenSpinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <div className="animate-appear [animation-delay:150ms]">
        <Spinner label={label} />
      </div>
    </main>
  );
}
