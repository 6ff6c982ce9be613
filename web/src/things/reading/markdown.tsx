/* oxlint-disable react/no-array-index-key -- the pieces of a text have nothing but their places */
import { parseUrl } from '@clipline/contract/web-address.ts';
import { Check } from 'lucide-react';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Drawing, DrawnCode, Pieces } from './parse.ts';
import { Table } from './table.tsx';

/** A text in the colours of its language. */
const Coloured = ({ pieces }: { pieces: Pieces }): ReactNode =>
  pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <span key={index} className={piece.colour}>
        <Coloured pieces={piece.pieces} />
      </span>
    ),
  );

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

function hrefOf(address: string): string | undefined {
  const url = parseUrl(address);
  return url && SCHEMES.has(url.protocol) ? url.href : undefined;
}

/** Deeper ones stand as they were written. */
const MOST_LEVELS = 16;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const withLetters = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => NAMED[name]!);

interface LinkProps {
  to: Tokens.Link | Tokens.Image;
  children: ReactNode;
}

/** What leads elsewhere than to a page or an address to write to is text. */
function Link({ to, children }: LinkProps) {
  const address = hrefOf(to.href);
  return (
    <>
      {address === undefined ? (
        children
      ) : (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
        >
          {children}
        </a>
      )}
      {to.title && ` (${withLetters(to.title)})`}
    </>
  );
}

/** Code, below what its fence says beside its language. */
function Code({ pieces, lang }: DrawnCode) {
  const about = lang?.trim().split(/\s+/).slice(1).join(' ');
  return (
    <pre className="rounded-control bg-sunken px-4 py-3 font-mono text-sm leading-[22px] whitespace-pre-wrap text-ink">
      {about && <span className="block text-muted">{about}</span>}
      <Coloured pieces={pieces} />
    </pre>
  );
}

/** The page has its own heading above these. */
const HEADINGS = [
  { as: 'h2', size: 'text-xl' },
  { as: 'h3', size: 'text-md' },
  { as: 'h4', size: 'text-md' },
  { as: 'h5', size: 'text-base' },
  { as: 'h6', size: 'text-base' },
  { as: 'h6', size: 'text-base' },
] as const;

function List({ ordered, start, items }: Tokens.List, level: number): ReactNode {
  return createElement(
    ordered ? 'ol' : 'ul',
    {
      className: classNames(
        'flex flex-col gap-1',
        ordered ? 'list-decimal ps-6' : items.some(({ task }) => task) ? '' : 'list-disc ps-6',
      ),
      ...(ordered && start !== '' && { start }),
    },
    items.map((item, index) => (
      <li key={index} className={item.task ? 'flex gap-2.5' : undefined}>
        {item.task && <Task done={item.checked === true} />}
        {item.task ? (
          <div className="min-w-0">{elementsOf(item.tokens, level)}</div>
        ) : (
          elementsOf(item.tokens, level)
        )}
      </li>
    )),
  );
}

function Task({ done }: { done: boolean }) {
  return (
    <span
      className={classNames(
        'mt-1.25 flex size-4 shrink-0 items-center justify-center rounded-[4px] border',
        done ? 'border-accent bg-accent text-on-accent' : 'border-line-strong',
      )}
    >
      <span className="sr-only">{done ? '[x]' : '[ ]'}</span>
      {done && <Check size={12} strokeWidth={3} aria-hidden />}
    </span>
  );
}

function TableOf({ header, rows }: Tokens.Table, level: number): ReactNode {
  const cells = (name: 'th' | 'td', of: readonly Tokens.TableCell[]) =>
    of.map(({ tokens, align }, index) =>
      createElement(
        name,
        {
          key: index,
          className: classNames(
            'border-b border-line py-2 pe-6 align-top last:pe-0',
            name === 'th' && 'text-sm font-medium text-muted',
            align === 'right' ? 'text-end' : align === 'center' ? 'text-center' : 'text-start',
          ),
        },
        elementsOf(tokens, level),
      ),
    );
  return (
    <table className="w-full text-base">
      <thead>
        <tr>{cells('th', header)}</tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>{cells('td', row)}</tr>
        ))}
      </tbody>
    </table>
  );
}

function elementOf(token: MarkedToken, level: number): ReactNode {
  const inside = () => elementsOf('tokens' in token ? (token.tokens ?? []) : [], level);
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    case 'heading':
      return createElement(
        HEADINGS[token.depth - 1]!.as,
        { className: `font-semibold text-ink not-first:mt-2 ${HEADINGS[token.depth - 1]!.size}` },
        inside(),
      );
    case 'paragraph':
      return <p>{inside()}</p>;
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-3 border-s-2 border-accent ps-4">
          {inside()}
        </blockquote>
      );
    case 'list':
      return List(token, level);
    case 'table':
      return TableOf(token, level);
    case 'code':
      return <Code {...(token as DrawnCode)} />;
    case 'hr':
      return <hr className="border-line" />;
    case 'br':
      return <br />;
    case 'strong':
      return <strong className="font-semibold text-ink">{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'del':
      return <del>{inside()}</del>;
    case 'codespan':
      return (
        <code className="rounded-[4px] bg-sunken px-1.5 py-0.5 font-mono text-[.875em] text-ink">
          {token.text}
        </code>
      );
    case 'link':
      return <Link to={token}>{inside()}</Link>;
    case 'image':
      // Nothing is fetched from elsewhere before its reader asks for it.
      return <Link to={token}>{token.text || token.href}</Link>;
    case 'text':
      return token.tokens ? inside() : withLetters(token.text);
    case 'escape':
      return withLetters(token.text);
    // Markup stands as it was written.
    default:
      return token.raw;
  }
}

function elementsOf(tokens: readonly Token[], level: number): ReactNode[] {
  return tokens.map((token, index) => (
    <Piece key={index}>
      {level < MOST_LEVELS ? elementOf(token as MarkedToken, level + 1) : token.raw}
    </Piece>
  ));
}

const Piece = ({ children }: { children: ReactNode }) => children;

export function Drawn({ drawing }: { drawing: Drawing }) {
  if (drawing.kind === 'table') return <Table rows={drawing.rows} />;
  if (drawing.kind === 'code') return <Coloured pieces={drawing.pieces} />;
  return (
    <div className="flex flex-col gap-4 py-3 text-md wrap-anywhere text-body">
      {elementsOf(drawing.tokens, 0)}
    </div>
  );
}
