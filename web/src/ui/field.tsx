import { useId, type ReactNode } from 'react';

/** What the control inside a field must carry. */
export interface FieldControl {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  error?: string | null | undefined;
  hint?: ReactNode;
  /** Stands at the end of the label's line, such as 'Forgot password?'. */
  aside?: ReactNode;
  /** `<Field label="Email">{(control) => <Input {...control} />}</Field>` */
  children: (control: FieldControl) => ReactNode;
}

/** Label above, message below, wired to the control. */
export function Field({ label, error, hint, aside, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}error`;
  const hintId = `${id}hint`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
