import type { ComponentProps } from 'react';
import { LONG_TEXT } from '../lib/content-kind.ts';
import { classNames } from './class-names.ts';
import { useEasyPart } from './easy-part.tsx';
import { CONTROL } from './input.tsx';

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
  return (
    <>
      <textarea
        dir="auto"
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
          value.length > LONG_TEXT && '[font-kerning:none] [font-variant-ligatures:none]',
          className,
        )}
      />
      {more}
    </>
  );
}
