import { Code } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { m } from '../paraglide/messages.js';
import { classNames } from '../ui/class-names.ts';
import { FileBody, FileLine, Pictures } from './card-files.tsx';
import { FootLink } from './card-foot.tsx';
import { type Look, LOOKS, lookOf, nameOf, type Shown } from './card-look.ts';
import { Thumbnail } from './content-card.tsx';
import { FoundText } from './content-marks.tsx';
import { isPicture } from './content.ts';
import { withoutMarks } from './markdown-words.ts';
import { Secret, useSecret } from './secret.tsx';

/** Three lines show; a text can be half a megabyte. */
const EXCERPT = 400;
const BLANK_LINES = /\n\s*\n/g;

export interface CardBodyProps {
  content: Shown & {
    readonly match?: { readonly where: string; readonly excerpt: string } | undefined;
  };
  search: string;
  /** A line above. */
  lead?: ReactNode;
  /** The link of a picture may have outlived itself. */
  onBroken?: (() => void) | undefined;
  /** Below the name of a file. */
  fileFacts?: ReactNode;
  /** In the place of a text. */
  children?: ReactNode;
}

/** All of a card but its foot. */
export function CardBody(props: CardBodyProps) {
  const { content: thing, search, lead, onBroken, children } = props;
  const { content, files, match } = thing;
  const look = lookOf(thing);
  const secret = useSecret(content, search, match?.excerpt);
  const isNamedBelow = use(FootLink) !== null;
  if (look === 'picture' || look === 'pictures')
    return (
      <>
        <Pictures files={files} onBroken={onBroken} />
        {!isNamedBelow && <span className="sr-only">{nameOf(thing)}</span>}
      </>
    );
  const words = look === 'markdown' ? withoutMarks : String;
  const found = match?.where === 'text' ? words(secret.found!) : undefined;
  const foundFile = match?.where === 'file' ? match.excerpt : undefined;
  const text = words(secret.text.trim().slice(0, EXCERPT)).replace(BLANK_LINES, '\n');
  const isFile = look === 'file' || look === 'audio';
  const lines = lead || files.length > 0 ? 2 : 3;
  const body = isFile ? (
    <FileBody files={files} found={foundFile} search={search} facts={props.fileFacts} />
  ) : children !== undefined ? (
    children
  ) : look === 'link' && search === '' ? (
    <Address text={text} />
  ) : look === 'color' && search === '' ? (
    <Color text={text} />
  ) : (
    <CardLines look={look} lines={lines} text={text}>
      <Secret of={secret}>
        {search !== '' ? (
          <FoundText text={found ?? text} leads={found !== undefined} search={search} />
        ) : text === '' ? (
          <span className="text-muted">{m.clips_content_empty()}</span>
        ) : look === 'code' || look === 'query' ? (
          text
        ) : (
          <TwoTones text={text} />
        )}
      </Secret>
    </CardLines>
  );
  const picture = isFile ? undefined : files.find(({ type }) => isPicture(type));
  return (
    <span className="flex min-h-0 flex-1 flex-col gap-2 overflow-hidden px-4 pt-3.5 max-md:pb-1">
      {lead}
      <span className="flex min-h-0 flex-1 gap-3">
        {body}
        <Thumbnail
          file={picture}
          onBroken={onBroken}
          className="h-18 w-24 shrink-0 rounded-control border border-line bg-sunken object-cover"
        />
      </span>
      {!isFile && files[0] && <FileLine files={files} found={foundFile} search={search} />}
    </span>
  );
}

/** How the first lines of a text are set. */
export function linesStyle(look: Look, text: string, lines: 2 | 3): string {
  // Those of a program are cut, not broken; a single one is worth reading whole.
  const isCut = LOOKS[look].icon === Code && text.includes('\n');
  return classNames(
    LOOKS[look].style,
    isCut
      ? classNames(
          'block overflow-hidden text-ellipsis whitespace-pre!',
          lines === 3 ? 'max-h-15' : 'max-h-10',
        )
      : classNames('wrap-anywhere', lines === 3 ? 'line-clamp-3' : 'line-clamp-2'),
    look === 'short' && 'my-auto',
  );
}

interface CardLinesProps {
  look: Look;
  lines: 2 | 3;
  text: string;
  children: ReactNode;
}

function CardLines({ look, lines, text, children }: CardLinesProps) {
  return (
    <span
      dir="auto"
      translate="no"
      className={classNames(
        // The sign that it is cut has the tone of what is cut.
        'h-fit min-w-0 flex-1 text-ink has-data-leading:text-muted',
        linesStyle(look, text, lines),
        // It is pressed to be seen, and not to be opened.
        look === 'secret' && 'relative z-10',
      )}
    >
      {children}
    </span>
  );
}

function Color({ text }: { text: string }) {
  return (
    <span className="my-auto flex min-w-0 items-center gap-3 text-ink">
      <span
        aria-hidden
        className="size-10 shrink-0 rounded-control border border-line"
        style={{ background: text }}
      />
      <span translate="no" className="truncate font-mono text-base">
        {text}
      </span>
    </span>
  );
}

/** The first line names what follows. */
function TwoTones({ text }: { text: string }) {
  const end = text.indexOf('\n');
  if (end < 0) return text;
  return (
    <>
      <span data-leading className="text-ink">
        {text.slice(0, end)}
      </span>
      {text.slice(end)}
    </>
  );
}

/** The host is what an address is known by. */
function Address({ text }: { text: string }) {
  const [, before, host = '', rest = ''] = /^(\w+:\/\/)?([^/?#\s]*)([\s\S]*)$/.exec(text)!;
  return (
    <span translate="no" className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex min-w-0 items-center gap-2 text-md text-ink">
        <span
          aria-hidden
          data-letter={host
            .replace(/^www\./i, '')
            .charAt(0)
            .toUpperCase()}
          className="flex size-5 shrink-0 items-center justify-center rounded-chip bg-info-soft text-xs font-semibold text-info before:content-[attr(data-letter)]"
        />
        <span className="truncate">
          <span className="sr-only">{before}</span>
          {host}
        </span>
      </span>
      <span
        className={classNames(
          'line-clamp-2 text-sm wrap-anywhere text-muted',
          rest === '/' && 'sr-only',
        )}
      >
        {rest}
      </span>
    </span>
  );
}
