import { findFirst, searchWords } from '@clipline/contract/folding.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useEasyPart } from '../../../ui/easy-part.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { leadingTo, marksIn } from '../../../lib/marks.ts';
import { Marked } from '../../../ui/marked.tsx';

/** Six lines show at first; a text can be half a megabyte. */
const EXCERPT = 1200;
/** What those lines surely show. */
const NEAR = 160;

export function TextBody({
  text,
  mono,
  labelId,
  search,
  excerpt,
}: {
  text: string;
  mono: boolean;
  labelId: string;
  /** What is looked for, to be marked; and where the text first has it. */
  search: string;
  excerpt: string | undefined;
}) {
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const beginning = text.slice(0, EXCERPT);
  const isFar = excerpt !== undefined && !findFirst(text.slice(0, NEAR), searchWords(search));
  const shown = isFar ? leadingTo(excerpt, search) : beginning;
  const easy = useEasyPart(text);
  const visible = whole ? easy.shown : shown;
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (element && !whole)
      setCut(text.length > EXCERPT || element.scrollHeight > element.clientHeight + 1);
  }, [text, whole]);
  // What was looked for is selected and in sight, as on the page of a clip.
  useLayoutEffect(() => {
    const hit = whole && body.current?.querySelector('mark');
    if (!hit) return;
    body.current?.focus({ preventScroll: true });
    getSelection()?.selectAllChildren(hit);
    hit.scrollIntoView({ block: 'center' });
  }, [whole]);
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <div
        ref={body}
        id={labelId}
        dir="auto"
        translate="no"
        // A long text scrolls in here, and the keyboard must get there to scroll.
        {...(whole && { tabIndex: 0, role: 'group', 'aria-label': m.rooms_whole_text() })}
        className={classNames(
          'w-full min-w-0 wrap-anywhere text-ink',
          mono
            ? 'font-mono text-sm leading-6 whitespace-pre-wrap'
            : 'text-base whitespace-pre-line',
          whole ? 'max-h-[60dvh] overflow-y-auto' : 'line-clamp-6',
        )}
      >
        {search.trim() === '' ? (
          <LinkedText text={visible} />
        ) : (
          <Marked text={visible} marks={marksIn(visible, search)} />
        )}
      </div>
      {whole && easy.more}
      {cut && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="-ms-1 rounded-chip px-1 py-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-11"
        >
          {whole ? m.rooms_show_less() : m.rooms_show_more()}
        </button>
      )}
    </div>
  );
}
