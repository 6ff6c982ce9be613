import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isUnreachable } from '../../lib/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';

interface ScreenProps {
  title: string;
  text?: ReactNode;
  /** Large, above the title. */
  digits?: string;
  /** For what stands side by side. */
  wide?: true;
  children?: ReactNode;
}

export function Screen({ title, text, digits, wide, children }: ScreenProps) {
  const heading = usePageTitle(title);
  return (
    <main
      className={`mx-auto flex min-h-dvh w-full flex-col px-6 pt-16 pb-8 md:pt-24 ${wide ? 'max-w-160' : 'max-w-132'}`}
    >
      <Link to="/" aria-label="Clipline" className="self-start rounded-chip">
        <Logo mark />
      </Link>
      {digits !== undefined && (
        <p
          aria-hidden
          translate="no"
          className="mt-8 text-center font-mono text-[64px]/[72px] font-semibold text-ink"
        >
          {digits}
        </p>
      )}
      <h1
        ref={heading}
        tabIndex={-1}
        className={
          digits === undefined
            ? 'mt-6 text-xl font-semibold tracking-heading wrap-anywhere'
            : 'mt-4 text-center text-xl font-semibold wrap-anywhere'
        }
      >
        {title}
      </h1>
      {text && (
        <p className={`mt-2 text-base text-muted ${digits === undefined ? '' : 'text-center'}`}>
          {text}
        </p>
      )}
      {children}
    </main>
  );
}

interface WaitingProps {
  /** Of the last time that it asked. */
  error: unknown;
  onCancel: () => void;
  children: ReactNode;
}

export function Waiting({ error, onCancel, children }: WaitingProps) {
  return (
    <div className="mt-auto flex flex-col gap-3 pt-10">
      <p role="status" className="flex items-center justify-center gap-2 text-sm text-muted">
        <span aria-hidden className="size-2 shrink-0 animate-breathe rounded-full bg-accent" />
        <span>{isUnreachable(error) ? m.pairing_no_line() : children}</span>
      </p>
      <Button size="lg" variant="ghost" onClick={onCancel}>
        {m.ui_cancel()}
      </Button>
    </div>
  );
}
