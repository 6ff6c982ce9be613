import type { ComponentProps } from 'react';
import { LONG_TEXT } from '../lib/content-kind.ts';
import { classNames } from './class-names.ts';
import { useEasyPart } from './easy-part.tsx';
import { CONTROL } from './input.tsx';

/**
 * As `dir="auto"` finds it, from the first letter. A browser looks for that anew with each key, which
 * takes most of a second in half a megabyte of one line.
 */
const directionOf = (text: string): 'ltr' | 'rtl' =>
  /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text.slice(0, LONG_TEXT))
    ? 'rtl'
    : 'ltr';

/**
 * Text of people carries `dir="auto"`. `mono` for what is code. Of a text that would freeze the page
 * only the beginning stands in the field, to be read, until its reader wants all of it.
 */
export function Textarea({
  className,
  mono = false,
  value,
  onChange,
  readOnly,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & { value: string; mono?: boolean }) {
  const { shown, more, allow } = useEasyPart(value);
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
