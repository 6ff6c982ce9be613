import { findFirst, searchWords } from '@clipline/contract/folding.ts';
import { languageOf } from '@clipline/contract/text-kinds.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { leadingTo, marksIn } from '../../../lib/text.ts';
import { m } from '../../../paraglide/messages.js';
import { linesStyle } from '../../../things/card-body.tsx';
import { type Look, LOOKS } from '../../../things/card-look.ts';
import { withoutMarks } from '../../../things/markdown-words.ts';
import { ReadText } from '../../../things/reading/text-view.tsx';
import { Secret, useSecret } from '../../../things/secret.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LinkedText, Marked, useBeginning } from '../../../ui/text.tsx';

/** Three lines show at first; a text can be half a megabyte. */
const EXCERPT = 1200;
/** What those lines surely show. */
const NEAR = 160;

interface Whole {
  isWhole: boolean;
  onWhole: (whole: boolean) => void;
}

export const WholeButton = ({ isWhole, onWhole }: Whole) => (
  <button
    type="button"
    aria-expanded={isWhole}
    onClick={() => onWhole(!isWhole)}
    className="-ms-1 w-fit! rounded-chip px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-11"
  >
    {isWhole ? m.rooms_show_less() : m.rooms_show_more()}
  </button>
);

export interface ItemTextProps extends Whole {
  text: string;
  look: Look;
  labelId: string;
  search: string;
  excerpt: string | undefined;
}

export function ItemText(props: ItemTextProps) {
  const { look, labelId, search, excerpt, isWhole, onWhole } = props;
  const secret = useSecret(props.text, search, excerpt);
  const { text, found } = secret;
  const [cut, setCut] = useState(false);
  const beginning = text.slice(0, EXCERPT);
  const isFar = found !== undefined && !findFirst(text.slice(0, NEAR), searchWords(search));
  const shown = isFar ? leadingTo(found, search) : beginning;
  const opened = useBeginning(text);
  const visible = isWhole ? opened.shown : look === 'markdown' ? withoutMarks(shown) : shown;
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (element && !isWhole)
      setCut(
        text.length > EXCERPT ||
          element.scrollHeight > element.clientHeight + 1 ||
          element.scrollWidth > element.clientWidth + 1,
      );
  }, [text, isWhole]);
  // What was looked for is selected and in sight, as on the page of a clip.
  useLayoutEffect(() => {
    const hit = isWhole && body.current?.querySelector('mark');
    if (!hit) return;
    body.current?.focus({ preventScroll: true });
    getSelection()?.selectAllChildren(hit);
    hit.scrollIntoView({ block: 'center' });
  }, [isWhole]);
  return (
    <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
      <div
        ref={body}
        id={labelId}
        dir="auto"
        translate="no"
        // A long text scrolls in here, and the keyboard must get there to scroll.
        {...(isWhole && { tabIndex: 0, role: 'group', 'aria-label': m.rooms_whole_text() })}
        className={classNames(
          'w-full min-w-0 text-ink',
          isWhole
            ? classNames(LOOKS[look].style, 'max-h-[60dvh] overflow-y-auto wrap-anywhere')
            : linesStyle(look, text, 3),
        )}
      >
        <Secret of={secret}>
          {search.trim() === '' ? (
            <ReadText text={visible} language={isWhole ? languageOf(text) : 'text'}>
              <LinkedText text={visible} />
            </ReadText>
          ) : (
            <Marked text={visible} marks={marksIn(visible, search)} />
          )}
        </Secret>
      </div>
      {isWhole && opened.more}
      {(cut || isWhole) && <WholeButton isWhole={isWhole} onWhole={onWhole} />}
    </div>
  );
}
