import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { LOOKS, lookOf } from './card-look.ts';
import { COLOR } from './content-marks.tsx';
import { kindOf } from './content.ts';
import { Attached, Slot } from './row-files.tsx';
import { lineOf, type ShownInRow } from './row-line.tsx';
import { Secret, useSecret } from './secret.tsx';

export interface RowBodyProps {
  content: ShownInRow;
  search: string;
  time: string;
  /** Two lines, as on a phone. */
  narrow: boolean;
  /** By a box that stands over the slot at the start; where there is one, it comes with the pointer. */
  covered?: boolean;
  /** Whether it is marked; where nothing can be, there is no place for the mark. */
  starred?: boolean;
  /** Before its age. */
  lead?: ReactNode;
  /** What else is known of it. */
  children?: ReactNode;
}

const firstLine = (text: string) => /^\s*.*/.exec(text)![0];

/** All of a row but what can be pressed: the tools lie over its end, so that nothing moves. */
export function RowBody(props: RowBodyProps) {
  const { content, search, time, narrow, covered, starred, lead, children } = props;
  const kind = kindOf(content);
  const match = content.match;
  const secret = useSecret(content.content, search, match?.excerpt);
  const line = lineOf(
    { ...content, content: secret.text, match: match && { ...match, excerpt: secret.found! } },
    kind,
    search,
  );
  const { before } = line;
  // The line that names it opens it.
  const isBelow = Boolean(line.rest) && firstLine(secret.mask) === firstLine(content.content);
  const hidden = (part: ReactNode) => <Secret of={secret}>{part}</Secret>;
  const first = secret.isSecret && !isBelow ? hidden(line.first) : line.first;
  const rest = secret.isSecret && isBelow ? hidden(line.rest) : line.rest;
  const isMono = kind === 'code' || COLOR.test(content.content.trim());
  const style = isMono ? 'font-mono text-xs' : narrow ? 'text-base' : 'text-sm';
  const slot = (
    <span
      className={classNames(
        'size-7 shrink-0 max-md:size-9',
        covered ? 'opacity-0' : covered === false && 'awake:opacity-0',
      )}
    >
      <Slot content={content} icon={LOOKS[lookOf(content)].icon} />
    </span>
  );
  const star = (
    <Star
      size={14}
      aria-hidden
      fill="currentColor"
      className={classNames('shrink-0 text-star', !starred && 'invisible')}
    />
  );
  if (narrow)
    return (
      <>
        {slot}
        <span className="flex min-w-0 flex-1 flex-col">
          <span
            dir="auto"
            translate="no"
            className={classNames('max-w-full self-start truncate text-ink', style)}
          >
            <span className="sr-only">{before}</span>
            {first ?? rest}
          </span>
          <span className="flex min-w-0 items-center gap-1.5 text-sm whitespace-nowrap text-muted">
            {lead}
            <RelativeTime time={time} className="shrink-0" />
            {first && rest && (
              <>
                <span aria-hidden>·</span>
                <span dir="auto" translate="no" className="min-w-0 truncate">
                  {rest}
                </span>
              </>
            )}
            {children}
            {starred && star}
          </span>
        </span>
        <Attached content={content} most={2} search={search} />
      </>
    );
  return (
    <>
      {slot}
      <span
        translate="no"
        className={classNames('flex min-w-0 flex-1 items-baseline gap-2.5 overflow-hidden', style)}
      >
        {first && (
          <span dir="auto" className="max-w-full shrink-0 truncate text-ink">
            <span className="sr-only">{before}</span>
            {first}
          </span>
        )}
        <span dir="auto" className="min-w-0 truncate text-muted">
          {rest}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-2 transition-opacity duration-150 awake:opacity-0">
        <Attached content={content} most={3} search={search} />
        {lead}
        {children}
        {starred !== undefined && star}
        <RelativeTime
          time={time}
          className="tabular min-w-16 text-end text-xs whitespace-nowrap text-muted"
        />
      </span>
    </>
  );
}
