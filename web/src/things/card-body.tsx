import {
  AudioLines,
  Code,
  FileText,
  Image,
  Images,
  KeyRound,
  Link2,
  type LucideIcon,
  Palette,
  Type,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { kindOfText } from '@clipline/contract/text-kinds.ts';
import { hiddenIn } from '../lib/hide-secrets.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from '../ui/class-names.ts';
import { usePicture } from './content-card.tsx';
import { COLOR, FoundText } from './content-marks.tsx';
import { type Content, type ContentFile, isPicture } from './content.ts';
import { SecretText } from './secret.tsx';

/** What a card shows, which is how wide it likes to be and how large its text is. */
type Look = keyof typeof LOOKS;

export const LOOKS = {
  short: { icon: Type, basis: 168, style: 'text-xl font-semibold' },
  color: { icon: Palette, basis: 168, style: 'font-mono text-base' },
  secret: { icon: KeyRound, basis: 212, style: 'text-base' },
  link: { icon: Link2, basis: 216, style: 'text-md' },
  file: { icon: FileText, basis: 240, style: 'text-base' },
  text: { icon: Type, basis: 248, style: 'text-md whitespace-pre-line' },
  audio: { icon: AudioLines, basis: 256, style: 'text-base' },
  picture: { icon: Image, basis: 272, style: '' },
  long: { icon: Type, basis: 300, style: 'text-base whitespace-pre-line' },
  query: { icon: Code, basis: 300, style: 'font-mono text-sm whitespace-pre-wrap' },
  code: { icon: Code, basis: 380, style: 'font-mono text-sm whitespace-pre-wrap' },
  pictures: { icon: Images, basis: 380, style: '' },
} as const satisfies Record<string, { icon: LucideIcon; basis: number; style: string }>;

const SHORT = 20;
const BRIEF = 80;
const QUERY = /^\s*(select|insert|update|delete|create|alter)\b/i;

type ShownFile = ContentFile & { readonly url?: string };
export type Shown = Content<ShownFile>;

export function lookOf({ content, files }: Pick<Shown, 'content' | 'files'>): Look {
  if (hiddenIn(content)) return 'secret';
  const text = content.trim();
  const kind = kindOfText(text);
  const isBrief = text.length <= BRIEF && kind === 'text' && !COLOR.test(text);
  const pictures = files.filter(({ type }) => isPicture(type)).length;
  if (pictures > 0 && isBrief && !text.includes('\n')) return pictures > 1 ? 'pictures' : 'picture';
  if (text === '' && files[0]) return /^audio\//.test(files[0].type) ? 'audio' : 'file';
  if (kind === 'code') return QUERY.test(text) ? 'query' : 'code';
  if (kind === 'link') return 'link';
  if (!isBrief && !COLOR.test(text)) return 'long';
  if (files.length > 0 || text === '' || text.includes('\n')) return 'text';
  return COLOR.test(text) ? 'color' : text.length <= SHORT ? 'short' : 'text';
}

/** In pixels: cards are set like words in a line. */
export const basisOf = (content: Pick<Shown, 'content' | 'files'>): number =>
  LOOKS[lookOf(content)].basis;

/** How the text of a card is set. */
export const cardTextStyle = (content: Pick<Shown, 'content' | 'files'>): string =>
  LOOKS[lookOf(content)].style;

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
  /** In the place of a text that is set as such. */
  children?: ReactNode;
}

/** All of a card but its foot. */
export function CardBody({ content: thing, search, lead, onBroken, children }: CardBodyProps) {
  const { content, files, match } = thing;
  const look = lookOf(thing);
  if (look === 'picture' || look === 'pictures')
    return (
      <>
        <Pictures files={files} onBroken={onBroken} />
        <span className="sr-only">{nameOf(thing)}</span>
      </>
    );
  const found = match?.where === 'text' ? match.excerpt : undefined;
  const text = content.trim().slice(0, EXCERPT).replace(BLANK_LINES, '\n');
  const isFile = look === 'file' || look === 'audio';
  const lines = lead || files.length > 0 ? 2 : 3;
  const body = isFile ? (
    <FileBody
      files={files}
      found={match?.where === 'file' ? match.excerpt : null}
      search={search}
    />
  ) : look === 'link' && search === '' ? (
    <Address text={text} />
  ) : look === 'color' && search === '' ? (
    <Color text={text} />
  ) : (
    (children ?? (
      <CardLines look={look} lines={lines} text={text}>
        <SecretText text={content}>
          {search !== '' ? (
            <FoundText text={found ?? text} leads={found !== undefined} search={search} />
          ) : text === '' ? (
            <span className="text-muted">{m.clips_content_empty()}</span>
          ) : look === 'code' || look === 'query' ? (
            text
          ) : (
            <TwoTones text={text} />
          )}
        </SecretText>
      </CardLines>
    ))
  );
  const picture = isFile ? undefined : files.find(({ type }) => isPicture(type));
  return (
    <span className="flex min-h-0 flex-1 flex-col gap-2 overflow-hidden px-4 pt-3.5 max-md:pb-1">
      {lead}
      <span className="flex min-h-0 flex-1 gap-3">
        {body}
        {picture && <Thumbnail file={picture} onBroken={onBroken} />}
      </span>
      {!isFile && files[0] && <FileLine files={files} />}
    </span>
  );
}

interface CardLinesProps {
  look: Look;
  lines: 2 | 3;
  text: string;
  children: ReactNode;
}

function CardLines({ look, lines, text, children }: CardLinesProps) {
  // Lines of a program are cut, not broken; a single one is worth reading whole.
  const isCut = LOOKS[look].icon === Code && text.includes('\n');
  return (
    <span
      dir="auto"
      translate="no"
      className={classNames(
        'h-fit min-w-0 flex-1 text-ink',
        LOOKS[look].style,
        isCut
          ? classNames(
              'block overflow-hidden text-ellipsis whitespace-pre!',
              lines === 3 ? 'max-h-15' : 'max-h-10',
            )
          : classNames('wrap-anywhere', lines === 3 ? 'line-clamp-3' : 'line-clamp-2'),
        look === 'short' && 'my-auto',
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
      {text.slice(0, end)}
      <span className="text-muted">{text.slice(end)}</span>
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

const MOST_PICTURES = 4;

function Pictures({
  files,
  onBroken,
}: {
  files: readonly ShownFile[];
  onBroken: CardBodyProps['onBroken'];
}) {
  const shown = files.filter(({ type }) => isPicture(type)).slice(0, MOST_PICTURES);
  const more = files.length - shown.length;
  return (
    <span className="flex min-h-0 flex-1 gap-0.5 overflow-hidden rounded-t-[11px] max-md:h-37 max-md:flex-none">
      {shown.map((file, at) => (
        <span
          key={at}
          className="relative flex min-w-0 flex-1 items-center justify-center bg-sunken"
        >
          <Picture file={file} onBroken={onBroken} />
          {more > 0 && at === shown.length - 1 && (
            <span className="tabular absolute inset-0 flex items-center justify-center bg-scrim text-md font-semibold text-white">
              {`+${more}`}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

interface OneFile {
  file: ShownFile;
  onBroken: CardBodyProps['onBroken'];
}

function Picture({ file, onBroken }: OneFile) {
  const picture = usePicture(file, onBroken);
  if (!picture) return <Sheet file={file} />;
  return (
    <img {...picture} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
  );
}

function Thumbnail({ file, onBroken }: OneFile) {
  const picture = usePicture(file, onBroken);
  if (!picture) return null;
  return (
    <img
      {...picture}
      alt=""
      loading="lazy"
      className="h-18 w-24 shrink-0 rounded-control border border-line bg-sunken object-cover"
    />
  );
}

/** What people call it: PDF, not application/pdf. */
function endingOf({ name, type }: ContentFile): string {
  const [, ending = ''] = /\.(\w{1,4})$/.exec(name) ?? [];
  return (ending || (/\/(\w{1,4})$/.exec(type)?.[1] ?? '')).toUpperCase();
}

/** A sheet of paper with a folded corner. */
function Sheet({ file }: { file: ContentFile }) {
  const ending = endingOf(file);
  return (
    <span
      data-tooltip={file.type || undefined}
      className="relative z-10 flex h-17 w-13 shrink-0 items-end rounded-chip border border-line bg-surface p-1.5 before:absolute before:-end-px before:-top-px before:size-3.5 before:rounded-es-chip before:bg-[linear-gradient(45deg,var(--color-line)_50%,var(--color-surface)_50%)]"
    >
      <span
        aria-hidden
        translate="no"
        className={classNames(
          'text-xs font-semibold',
          ending === 'PDF' ? 'text-danger' : 'text-info',
        )}
      >
        {ending}
      </span>
      <span className="sr-only">{file.type}</span>
    </span>
  );
}

interface FileBodyProps {
  files: readonly ShownFile[];
  found: string | null;
  search: string;
}

function FileBody({ files, found, search }: FileBodyProps) {
  const file = files.find(({ name }) => name === found) ?? files[0]!;
  return (
    <span className="flex min-w-0 flex-1 gap-3">
      <Sheet file={file} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi translate="no" className="line-clamp-2 text-base wrap-anywhere text-ink">
          <FoundText text={file.name} search={search} />
        </bdi>
        {files.length > 1 && (
          <span className="tabular text-sm text-muted">{`+${files.length - 1}`}</span>
        )}
      </span>
    </span>
  );
}

/** What hangs on a text. */
function FileLine({ files }: { files: readonly ShownFile[] }) {
  const [file] = files;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
      <FileText size={13} aria-hidden className="shrink-0" />
      <bdi translate="no" data-tooltip={file!.type || undefined} className="truncate">
        {file!.name}
      </bdi>
      <span className="sr-only">{file!.type}</span>
      {files.length > 1 && <span className="tabular shrink-0">{`+${files.length - 1}`}</span>}
    </span>
  );
}

export const nameOf = ({ content, files }: Pick<Shown, 'content' | 'files'>): string =>
  content.trim() || (files[0]?.name ?? '');
