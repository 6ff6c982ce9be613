import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL } from './input.tsx';

/**
 * Of letters that are fitted to their neighbours a browser sets a line without spaces anew for each
 * break: seconds for every key in a long one.
 */
const LONG = 4000;

/** Text of people carries `dir="auto"`. `mono` for what is code. */
export function Textarea({
  className,
  mono = false,
  ...rest
}: ComponentProps<'textarea'> & { mono?: boolean }) {
  return (
    <textarea
      dir="auto"
      {...(mono && { spellCheck: false })}
      {...rest}
      className={classNames(
        CONTROL,
        'w-full resize-y px-3.5 py-3 leading-6 touch:text-field',
        mono ? 'font-mono text-sm [tab-size:2]' : 'text-base',
        String(rest.value ?? '').length > LONG &&
          '[font-kerning:none] [font-variant-ligatures:none]',
        className,
      )}
    />
  );
}
