import {
  ArrowUpRight,
  Code,
  FileText,
  Image,
  KeyRound,
  Link2,
  type LucideIcon,
  Type,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { FromLink } from '../features/clips/from-link.tsx';
import { fileSize } from '../lib/format.ts';
import { marksIn } from '../lib/text.ts';
import { m } from '../paraglide/messages.js';
import type { LiveClip } from '../things/clip.ts';
import { FoundText } from '../things/content-marks.tsx';
import { addressIn, type ContentKind, kindOf } from '../things/content.ts';
import { maskOf, nameOfSecret, useSecret } from '../things/secret.tsx';
import { classNames } from '../ui/class-names.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Marked } from '../ui/text.tsx';
import type { Command } from './palette-commands.ts';

const ICONS: Record<ContentKind, LucideIcon> = {
  text: Type,
  code: Code,
  link: Link2,
  image: Image,
  file: FileText,
};
/** One line shows; a text can be half a megabyte. */
const EXCERPT = 200;

export interface PaletteRowProps {
  command: Command;
  search: string;
  onOpen: (open: () => void) => void;
}

export function PaletteRow({ command, search, onOpen }: PaletteRowProps) {
  const { clip, icon: Icon, label, detail, isOwn, count = 1, open } = command;
  if (!clip)
    return (
      <>
        {Icon && <Icon size={16} aria-hidden className="mx-1 shrink-0 text-muted" />}
        {/* Drawn anew: what a translator has put in the place of its parts cannot be changed. */}
        <bdi key={search} translate={isOwn ? 'no' : undefined} className="truncate">
          <Marked text={label} marks={marksIn(label, search)} />
        </bdi>
        {detail && <span className="shrink-0 text-muted">{detail}</span>}
      </>
    );
  return (
    <>
      <ClipLine clip={clip} search={search} />
      <FromLink via={clip.via} />
      {count > 1 && (
        <span className="tabular shrink-0 rounded-chip bg-hover px-1.5 text-xs text-body">
          {`×${count}`}
        </span>
      )}
      <RelativeTime
        time={clip.createdAt}
        className="tabular min-w-16 shrink-0 text-end text-xs whitespace-nowrap text-muted"
      />
      {/* For pointers and fingers: an option has no buttons, and keys have their own way. */}
      <span
        aria-hidden
        data-tooltip={m.capture_open()}
        data-open
        onClick={(event) => {
          event.stopPropagation();
          if (open) onOpen(open);
        }}
        className="-me-1.5 flex size-7 shrink-0 items-center justify-center rounded-chip text-muted hover:bg-surface hover:text-ink touch:size-10"
      >
        <ArrowUpRight size={16} />
      </span>
    </>
  );
}

function ClipLine({ clip, search }: { clip: LiveClip; search: string }) {
  const { content, files, match } = clip;
  const secret = useSecret(content);
  const kind = kindOf(clip);
  const [file] = files;
  const Icon = secret ? KeyRound : ICONS[kind];
  const isOfFile = kind === 'image' || kind === 'file';
  const [line, rest] = linesOf(content);
  return (
    <>
      {!secret && file?.preview ? (
        <img
          src={file.preview.url}
          alt=""
          className="size-6 shrink-0 rounded-chip border border-line object-cover"
        />
      ) : (
        <Icon size={16} aria-hidden className="mx-1 shrink-0 text-muted" />
      )}
      <span translate="no" className="min-w-0 flex-1 truncate">
        {secret ? (
          <Two
            first={
              <span aria-hidden className="font-mono text-xs">
                {maskOf(content)}
              </span>
            }
            rest={nameOfSecret(secret)}
          />
        ) : search.trim() !== '' && match?.where === 'text' ? (
          <FoundText text={match.excerpt} search={search} leads />
        ) : isOfFile ? (
          <Two
            first={
              <bdi>
                <FoundText text={file?.name ?? ''} search={search} />
              </bdi>
            }
            rest={
              files.length > 1 ? m.files_count({ count: files.length }) : fileSize(file?.size ?? 0)
            }
          />
        ) : (
          <Two
            first={
              <bdi className={classNames(kind === 'code' && 'font-mono text-xs')}>
                <FoundText text={line} search={search} />
              </bdi>
            }
            rest={rest}
          />
        )}
      </span>
    </>
  );
}

function Two({ first, rest }: { first: ReactNode; rest: string | undefined }) {
  return (
    <>
      {first}
      {rest && <span className="ms-2 text-muted">{rest}</span>}
    </>
  );
}

/** The first line and, in one, what follows; of an address its host and the rest. */
function linesOf(content: string): [string, string | undefined] {
  const text = content.trim().slice(0, EXCERPT);
  const address = addressIn(content);
  if (address) {
    const { host, pathname, search, hash } = new URL(address);
    const rest = pathname + search + hash;
    return [host, rest === '/' ? undefined : rest.slice(0, EXCERPT)];
  }
  const end = text.indexOf('\n');
  if (end < 0) return [text, undefined];
  return [text.slice(0, end).trim(), text.slice(end).replace(/\s+/g, ' ').trim()];
}
