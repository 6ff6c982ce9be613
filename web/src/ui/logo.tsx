import { classNames } from './class-names.ts';

export function Logo({ mark = false, narrow = false }: { mark?: boolean; narrow?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg width="22" height="22" viewBox="0 0 24 24" fill="none" aria-hidden className="shrink-0">
        <rect
          x="2.5"
          y="2.5"
          width="13"
          height="13"
          rx="3.5"
          className="stroke-ink"
          strokeWidth="2.2"
        />
        <rect x="9" y="9" width="13" height="13" rx="3.5" className="fill-accent" />
      </svg>
      {!mark && (
        <span
          className={classNames(
            'text-base font-semibold tracking-heading text-ink',
            narrow && 'max-[22.25rem]:hidden',
          )}
        >
          Clipline
        </span>
      )}
    </span>
  );
}
