import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { type LucideIcon, Paperclip, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { fileSize } from '../lib/format.ts';
import { marksIn } from '../lib/text.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from '../ui/class-names.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { LOOKS, lookOf, type Shown, type ShownFile } from './card-look.ts';
import { usePicture } from './content-card.tsx';
import { COLOR, FoundText } from './content-marks.tsx';
import { type ContentKind, isPicture, kindOf } from './content.ts';
import { shortKind } from './file-kinds.ts';
import { SecretText, useSecret } from './secret.tsx';

type ShownInRow = Shown & Pick<Clip, 'match'>;

/** One line shows; a text can be half a megabyte. */
const EXCERPT = 400;

interface Line {
  /** Read out alone. */
  readonly before?: string | undefined;
  readonly first: ReactNode;
  readonly rest: ReactNode;
}

/** Of an address the host, which it is known by, and what follows; of a text the first line. */
function partsOf(text: string, kind: ContentKind) {
  if (kind === 'link') {
    const [, before, first = '', rest = ''] = /^(\w+:\/\/(?:www\.)?)?([^/?#\s]*)([\s\S]*)$/.exec(
      text,
    )!;
    return { before, first, rest: rest === '/' ? '' : rest };
  }
  const end = text.indexOf('\n');
  return end < 0
    ? { first: text, rest: '' }
    : // A space, for who reads it out.
      { first: text.slice(0, end), rest: ` ${text.slice(end + 1)}` };
}

function Facts({ files }: { files: readonly ShownFile[] }) {
  const [file] = files;
  if (!file) return null;
  const facts = [shortKind(file), file.size > 0 && fileSize(file.size)].filter(Boolean).join(' · ');
  return (
    <span className="tabular">
      <span data-tooltip={file.type || undefined}>{facts}</span>
      <span className="sr-only"> {file.type}</span>
      {files.length > 1 && ` +${files.length - 1}`}
    </span>
  );
}

function lineOf({ content, files, match }: ShownInRow, kind: ContentKind, search: string): Line {
  const text = content.trim().slice(0, EXCERPT);
  if (text === '') {
    const found = match?.where === 'file' ? match.excerpt : null;
    const named = files.find(({ name }) => name === found) ?? files[0];
    if (!named) return { first: null, rest: m.clips_content_empty() };
    return {
      first: <FoundText text={named.name} search={search} leads />,
      rest: <Facts files={[named, ...files.filter((each) => each !== named)]} />,
    };
  }
  const { before, first, rest } = partsOf(text, kind);
  if (search === '') return { before, first, rest };
  const isInFirst = match?.where !== 'text' || marksIn(first, search).length > 0;
  return {
    before,
    first: <FoundText text={first} search={search} leads />,
    rest: !(isInFirst && rest === '') && (
      <FoundText text={isInFirst ? rest : match.excerpt} search={search} leads={!isInFirst} />
    ),
  };
}

function Slot({ content, icon: Icon }: { content: ShownInRow; icon: LucideIcon }) {
  const text = content.content.trim();
  const isColor = COLOR.test(text);
  const picture = usePicture(text === '' ? content.files[0] : undefined);
  if (picture)
    return (
      <img
        {...picture}
        alt=""
        loading="lazy"
        className="size-full rounded-chip border border-line bg-sunken object-cover max-md:rounded-control"
      />
    );
  return (
    <span className="flex size-full items-center justify-center rounded-control text-muted max-md:bg-sunken">
      {isColor ? (
        <span
          aria-hidden
          className="size-4 rounded-chip border border-line"
          style={{ background: text }}
        />
      ) : (
        <Icon size={16} aria-hidden />
      )}
    </span>
  );
}

function SmallPicture({ file }: { file: ShownFile }) {
  const picture = usePicture(file);
  if (!picture) return null;
  return (
    <img
      {...picture}
      alt=""
      loading="lazy"
      className="size-7 shrink-0 rounded-chip border border-line bg-sunken object-cover max-md:size-8"
    />
  );
}

/** Beside a text: up to so many pictures of what hangs on it, else the name of the first file. */
function Attached({
  content,
  most,
  search,
}: {
  content: ShownInRow;
  most: number;
  search: string;
}) {
  const { files, match } = content;
  if (content.content.trim() === '' || files.length === 0) return null;
  const pictures = files.filter(({ type }) => isPicture(type)).slice(0, most);
  const found = files.find(({ name }) => match?.where === 'file' && name === match.excerpt);
  const named = found ?? (pictures.length === 0 ? files[0] : undefined);
  const more = files.length - (named ? 1 : pictures.length);
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-muted">
      {named ? (
        <span className="flex items-center gap-1" data-tooltip={named.type || undefined}>
          <Paperclip size={13} aria-hidden className="shrink-0" />
          <bdi translate="no" className="max-w-40 truncate max-md:max-w-20">
            <FoundText text={named.name} search={search} />
          </bdi>
          <span className="sr-only">{named.type}</span>
        </span>
      ) : (
        <>
          {pictures.map((file) => (
            <SmallPicture key={file.url ?? file.name} file={file} />
          ))}
          <span className="sr-only"> {files[0]?.name}</span>
          <span className="sr-only"> {files[0]?.type}</span>
        </>
      )}
      {more > 0 && <span className="tabular">{`+${more}`}</span>}
    </span>
  );
}

export interface RowBodyProps {
  content: ShownInRow;
  search: string;
  time: string;
  /** Two lines, as on a phone. */
  narrow: boolean;
  /** A box stands over the slot at the start. */
  covered?: boolean;
  starred?: boolean;
  /** Who it is from, and its tags. */
  children?: ReactNode;
}

/** All of a row but what can be pressed: the tools lie over its end, so that nothing moves. */
export function RowBody(props: RowBodyProps) {
  const { content, search, time, narrow, covered = false, starred = false, children } = props;
  const kind = kindOf(content);
  const hides = useSecret(content.content) !== null;
  const line = lineOf(content, kind, search);
  const { before, first, rest } = hides
    ? {
        before: undefined,
        first: (
          <SecretText text={content.content} line>
            {line.first}
            {line.rest}
          </SecretText>
        ),
        rest: null,
      }
    : line;
  const isMono = kind === 'code' || COLOR.test(content.content.trim());
  const style = isMono ? 'font-mono text-xs' : narrow ? 'text-base' : 'text-sm';
  const slot = (
    <span
      className={classNames(
        'size-7 shrink-0 max-md:size-9',
        covered ? 'opacity-0' : 'awake:opacity-0',
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
        {children}
        {star}
        <RelativeTime
          time={time}
          className="tabular min-w-16 text-end text-xs whitespace-nowrap text-muted"
        />
      </span>
    </>
  );
}

export interface RowEndProps {
  /** Seen under the pointer and with focus in the row; a finger has a menu instead. */
  tools?: ReactNode;
  children: ReactNode;
}

/** What can be pressed, at the end of a row. */
export function RowEnd({ tools, children }: RowEndProps) {
  return (
    <span className="absolute inset-y-0.5 end-0.5 flex items-center rounded-control bg-inherit px-0.5 max-md:end-0 max-md:px-0">
      {tools && (
        <span className="flex opacity-0 transition-opacity duration-150 awake:opacity-100 touch:hidden">
          {tools}
        </span>
      )}
      {children}
    </span>
  );
}
