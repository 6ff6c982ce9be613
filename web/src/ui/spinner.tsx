import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';

/** Without a label it decorates a text that says it. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  const ring = (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      className="animate-spin"
      aria-hidden
    >
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity=".25" strokeWidth="2.5" />
      <path
        d="M18 10a8 8 0 0 0-8-8"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
  if (!label) return ring;
  return (
    <span className="inline-flex items-center gap-3 text-sm text-muted">
      {ring}
      <span>{label}</span>
    </span>
  );
}

export function AreaSpinner({ label }: { label: string }) {
  return (
    <div className="flex flex-1 items-center justify-center py-24">
      <Spinner label={label} />
    </div>
  );
}

export function FullScreenSpinner() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <div className="animate-appear [animation-delay:150ms]">
        <Spinner label={m.ui_loading()} />
      </div>
    </main>
  );
}

export function Progress({ label, value }: { label: string; value?: number }) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(value !== undefined && { value })}
      className="progress h-1.5 w-full"
    />
  );
}

/** Its start and way come as classes: `top-4 start-4 [--travel-x:12rem] [--travel-y:6rem]`. */
export function TravellingDot({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classNames('absolute size-2.5 animate-travel rounded-full bg-accent', className)}
    />
  );
}
