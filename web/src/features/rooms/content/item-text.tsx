import { findFirst, searchWords } from '@clipline/contract/folding.ts';
import { languageOf } from '@clipline/contract/text-kinds.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { leadingTo, marksIn } from '../../../lib/text.ts';
import { m } from '../../../paraglide/messages.js';
import { linesStyle } from '../../../things/card-body.tsx';
import { type Look, LOOKS } from '../../../things/card-look.ts';
import { ReadText } from '../../../things/reading/text-view.tsx';
import { SecretText } from '../../../things/secret.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LinkedText, Marked, useBeginning } from '../../../ui/text.tsx';

/** Three lines show at first; a text can be half a megabyte. */
const EXCERPT = 1200;
/** What those lines surely show. */
const NEAR = 160;

export function ItemText({
  text,
  look,
  labelId,
  search,
  excerpt,
}: {
  text: string;
  look: Look;
  labelId: string;
  search: string;
  excerpt: string | undefined;
}) {
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const beginning = text.slice(0, EXCERPT);
  const isFar = excerpt !== undefined && !findFirst(text.slice(0, NEAR), searchWords(search));
  const shown = isFar ? leadingTo(excerpt, search) : beginning;
  const opened = useBeginning(text);
  const visible = whole ? opened.shown : shown;
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (element && !whole)
      setCut(
        text.length > EXCERPT ||
          element.scrollHeight > element.clientHeight + 1 ||
          element.scrollWidth > element.clientWidth + 1,
      );
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
    <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
      <div
        ref={body}
        id={labelId}
        dir="auto"
        translate="no"
        // A long text scrolls in here, and the keyboard must get there to scroll.
        {...(whole && { tabIndex: 0, role: 'group', 'aria-label': m.rooms_whole_text() })}
        className={classNames(
          'w-full min-w-0 text-ink',
          whole
            ? classNames(LOOKS[look].style, 'max-h-[60dvh] overflow-y-auto wrap-anywhere')
            : linesStyle(look, text, 3),
        )}
      >
        <SecretText text={text}>
          {search.trim() === '' ? (
            <ReadText text={visible} language={whole ? languageOf(text) : 'text'}>
              <LinkedText text={visible} />
            </ReadText>
          ) : (
            <Marked text={visible} marks={marksIn(visible, search)} />
          )}
        </SecretText>
      </div>
      {whole && opened.more}
      {cut && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="-ms-1 rounded-chip px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-11"
        >
          {whole ? m.rooms_show_less() : m.rooms_show_more()}
        </button>
      )}
    </div>
  );
}
