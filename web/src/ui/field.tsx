import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { LONG_TEXT } from '../lib/text.ts';
import { language } from '../lib/language.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';
import { useBeginning } from './text.tsx';

export interface FieldControl {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  error?: string | null | undefined;
  hint?: ReactNode;
  aside?: ReactNode;
  /** `<Field label="Email">{(control) => <Input {...control} />}</Field>` */
  children: (control: FieldControl) => ReactNode;
}

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

export const CONTROL =
  'rounded-control border border-line-strong bg-surface text-ink transition-[border-color,background-color] duration-150 ' +
  'hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger ' +
  // The pseudo-class :read-only would match every select.
  '[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:opacity-50';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      type={type}
      className={classNames(
        CONTROL,
        'h-9 w-full px-3 text-sm placeholder-shown:text-ellipsis touch:h-11 touch:text-field',
        className,
      )}
    />
  );
}

/** A browser looks for it anew with each key, most of a second in half a megabyte of one line. */
const directionOf = (text: string): 'ltr' | 'rtl' =>
  /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text.slice(0, LONG_TEXT))
    ? 'rtl'
    : 'ltr';

/** Of a text that would freeze the page only the beginning is shown, until its reader wants all. */
export function Textarea({
  className,
  mono = false,
  value,
  onChange,
  readOnly,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & { value: string; mono?: boolean }) {
  const { shown, more, allow } = useBeginning(value);
  const isLong = value.length > LONG_TEXT;
  return (
    <>
      <textarea
        translate="no"
        dir={isLong ? directionOf(value) : 'auto'}
        {...(mono && { spellCheck: false })}
        {...rest}
        value={shown}
        readOnly={readOnly || more !== null}
        onChange={(event) => {
          // It was laid out with the key that was pressed.
          allow(event.target.value);
          onChange?.(event);
        }}
        className={classNames(
          CONTROL,
          'w-full resize-y px-3.5 py-3 leading-6 touch:text-field',
          mono ? 'font-mono text-sm [tab-size:2]' : 'text-base',
          className,
        )}
      />
      {more}
    </>
  );
}

export interface CheckboxProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

export function Checkbox({ label, hint, checked, onCheckedChange }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}hint` : undefined}
        checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent touch:size-5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer text-sm text-ink">
          {label}
        </label>
        {hint && (
          <p id={`${id}hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

export type InputFieldProps = ComponentProps<'input'> & Omit<FieldProps, 'children'>;

/** An input with its label. */
export function InputField({ label, error, hint, aside, ...rest }: InputFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(control) => <Input {...rest} {...control} />}
    </Field>
  );
}

export type PasswordFieldProps = Omit<InputFieldProps, 'type'>;

export function PasswordField({ label, error, hint, aside, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  // An English sentence takes the label in; the others quote it.
  const named = { label: language() === 'en' ? label.toLowerCase() : label };
  const verb = shown ? m.ui_password_hide(named) : m.ui_password_show(named);
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(control) => (
        <div className="relative">
          <Input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className="pe-11"
          />
          <button
            type="button"
            data-tooltip={verb}
            className="absolute inset-y-0 end-0 flex w-10 items-center justify-center rounded-control text-muted hover:text-ink touch:w-11"
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
            {/* Text and not an aria-label: the field must stay the only thing that is labelled with these words. */}
            <span className="sr-only">{verb}</span>
          </button>
        </div>
      )}
    </Field>
  );
}
