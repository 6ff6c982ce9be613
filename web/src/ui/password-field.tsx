import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { language } from '../lib/language.ts';
import { m } from '../paraglide/messages.js';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

export interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  error?: string | null | undefined;
  hint?: ReactNode;
  aside?: ReactNode;
}

/** A password with a button that shows and hides it. */
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
