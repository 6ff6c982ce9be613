import type { Language } from '@clipline/contract/text-kinds.ts';
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Textarea } from '../../ui/field.tsx';
import { codeOf, lazyPart } from '../../ui/lazy.tsx';
import { OpenLinks, PrintedText } from '../../ui/text.tsx';
import { drawingOf } from './drawings.ts';
import { hasPreview, isDocument } from './languages.ts';
import type { Drawing } from './parse.ts';

const code = codeOf(() => import('./markdown.tsx'));

/** Nobody waits for it. */
export const TextHead = lazyPart(() => import('./text-head.tsx'), 'TextHead', null);

interface Read {
  readonly text: string;
  readonly language: Language;
  readonly drawing: Drawing | null;
}

/** Undefined until it has come, and where there is none: a text can be read without it. */
function useDrawn(text: string, language: Language, wanted: boolean): ReactElement | undefined {
  const [read, setRead] = useState<Read>();
  const asks = wanted && hasPreview(language, text);
  useEffect(() => {
    if (!asks) return undefined;
    const stop = new AbortController();
    const draw = async () => {
      const [drawing] = await Promise.all([
        drawingOf({ text, language }, stop.signal),
        code.load(),
      ]);
      // The plain text stays until the page has time.
      if (!stop.signal.aborted) startTransition(() => setRead({ text, language, drawing }));
    };
    draw().catch(() => undefined);
    return () => stop.abort();
  }, [asks, text, language]);
  if (!asks || !code.loaded || !read?.drawing) return undefined;
  if (read.text !== text || read.language !== language) return undefined;
  return <code.loaded.Drawn drawing={read.drawing} />;
}

export interface ReadTextProps {
  text: string;
  language: Language;
  /** The plain text, until the rest has come and where there is none. */
  children: ReactNode;
}

/** A text as it is read outside a field. */
export function ReadText({ text, language, children }: ReadTextProps) {
  return useDrawn(text, language, true) ?? children;
}

/** What field and colours have to have in common for their letters to stand in the same place. */
const CODE = 'px-4 py-3 font-mono text-sm leading-[22px] [tab-size:2] touch:text-field';
const PROSE = 'px-4 py-3 text-base leading-6';

export interface TextViewProps {
  ref?: Ref<HTMLTextAreaElement>;
  label?: string;
  labelledBy?: string;
  text: string;
  language: Language;
  preview: boolean;
  placeholder: string;
  onType?: ((text: string) => void) | undefined;
  className?: string;
}

/**
 * A text in a field. As a preview code takes on colours in its place, and Markdown and tables stand
 * as what they are.
 */
export function TextView(props: TextViewProps) {
  const { ref, label, labelledBy, text, language, placeholder, onType, className } = props;
  const drawn = useDrawn(text, language, props.preview);
  // A preview of Markdown begins as the server may have written it, in the letters of prose.
  const mono = language !== 'text' && (language !== 'markdown' || !props.preview);
  const naming = { 'aria-label': label, 'aria-labelledby': labelledBy };
  const style = classNames(mono ? CODE : PROSE, className);
  if (drawn && isDocument(language)) {
    return (
      <section
        {...naming}
        // A wide table scrolls in here, and the keyboard must get there to scroll.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={language === 'csv' ? 0 : undefined}
        dir="auto"
        translate="no"
        className={classNames('overflow-x-auto', className)}
      >
        {drawn}
      </section>
    );
  }
  return (
    <>
      <div className="relative">
        <Textarea
          ref={ref}
          {...naming}
          placeholder={placeholder}
          value={text}
          readOnly={!onType}
          onChange={(event) => onType?.(event.target.value)}
          mono={mono}
          className={classNames(
            'field-sizing-content block resize-none! border-transparent! bg-transparent!',
            style,
            drawn && 'absolute! inset-0 h-full overflow-hidden text-transparent!',
          )}
        />
        {drawn && <Layer className={style}>{drawn}</Layer>}
      </div>
      <OpenLinks text={text} />
      <PrintedText text={text} mono={mono} />
    </>
  );
}

/** Above the selection, and not there for those who search the page or hear it read. */
function Layer({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      inert
      translate="no"
      className={classNames(
        'pointer-events-none relative border border-transparent wrap-break-word whitespace-pre-wrap text-ink print:hidden',
        className,
      )}
    >
      {children}
      {'\n'}
    </div>
  );
}
