import { type ReactNode, useEffect, useRef } from 'react';
import { useHydrated } from '../../lib/browser.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../../ui/field.tsx';

/** The address that was typed once and is there again in the next view. */
export interface EmailKept {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
}

export function EmailField({
  email,
  onEmailChange,
  error,
  passkeys = false,
}: EmailKept & { error: string | undefined; passkeys?: boolean }) {
  return (
    <InputField
      label={m.auth_email()}
      error={error}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={passkeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={email}
      onChange={(event) => onEmailChange(event.target.value)}
    />
  );
}

/**
 * Off until the page is hydrated: the browser's own submission would leave the page and send the
 * password along.
 */
export function SubmitButton({
  pending,
  label,
  pendingLabel,
}: {
  pending: boolean;
  label: string;
  pendingLabel: string;
}) {
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      variant="primary"
      pending={pending}
      disabled={!hydrated}
      className={hydrated ? 'mt-1 w-full' : 'mt-1 w-full disabled:opacity-100'}
    >
      {pending ? pendingLabel : label}
    </Button>
  );
}

export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="rounded-control border border-danger/30 bg-danger-soft px-3.5 py-2.5 text-sm text-danger"
    >
      {children}
    </div>
  );
}

export function ViewHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = usePageTitle(title);
  return (
    <div className="mt-10 mb-8">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        {title}
      </h1>
      {children && <p className="mt-1.5 text-base text-muted">{children}</p>}
    </div>
  );
}

/**
 * With a real keyboard the first empty field is where one wants to be; on a phone it would open the
 * keyboard unasked.
 */
export function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches || document.activeElement?.matches('input')) return;
    [...(form.current?.querySelectorAll('input') ?? [])]
      .find((field) => field.value === '')
      ?.focus({ preventScroll: true });
  }, []);
  return form;
}
