import type { ComponentProps } from 'react';
import { LONG_TEXT } from '../lib/content-kind.ts';
import { classNames } from './class-names.ts';
import { CONTROL } from './input.tsx';

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
        String(rest.value ?? '').length > LONG_TEXT &&
          '[font-kerning:none] [font-variant-ligatures:none]',
        className,
      )}
    />
  );
}
