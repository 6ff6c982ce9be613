import type { Match } from '@clipline/contract/schemas/common.ts';
import type { ReactNode } from 'react';
import { fileSize } from '../lib/format.ts';
import { marksIn } from '../lib/text.ts';
import { m } from '../paraglide/messages.js';
import { lookOf, type Shown, type ShownFile } from './card-look.ts';
import { FoundText } from './content-marks.tsx';
import type { ContentKind } from './content.ts';
import { shortKind } from './file-kinds.ts';
import { withoutMarks } from './markdown-words.ts';

export type ShownInRow = Shown & { readonly match?: Match | undefined };

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

/** What one line shows of a thing. */
export function lineOf(
  { content, files, match }: ShownInRow,
  kind: ContentKind,
  search: string,
): Line {
  const words = lookOf({ content, files }) === 'markdown' ? withoutMarks : String;
  const text = words(content.trim().slice(0, EXCERPT));
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
      <FoundText
        text={isInFirst ? rest : words(match.excerpt)}
        search={search}
        leads={!isInFirst}
      />
    ),
  };
}
