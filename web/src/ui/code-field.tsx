import { useEffect, useRef } from 'react';
import { InputField, type InputFieldProps } from './field.tsx';

const DIGITS = 6;

/** Its form is sent with the last digit. */
export function CodeField({ error, ...rest }: InputFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // What is typed next takes the place of what was wrong.
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);
  return (
    <InputField
      {...rest}
      ref={field}
      error={error}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      // With the blanks that an app shows.
      maxLength={12}
      className="h-12! text-center font-mono text-lg! tracking-[.3em]"
      onChange={({ currentTarget: { value, form } }) => {
        if (value.replaceAll(/\D/g, '').length === DIGITS) form?.requestSubmit();
      }}
    />
  );
}
