import { useMediaQuery } from '../lib/media-query.ts';
import { classNames } from './class-names.ts';

/** On paper the whole text stands where a field would show the part that fits into it. */
export function PrintedText({ text, mono }: { text: string; mono: boolean }) {
  const printing = useMediaQuery('print');
  if (!printing) return null;
  return (
    <div
      dir="auto"
      translate="no"
      data-printed
      className={classNames('whitespace-pre-wrap wrap-anywhere text-black', mono && 'font-mono')}
    >
      {text}
    </div>
  );
}
