import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { Lexer, type Token, Tokenizer, type Tokens, walkTokens } from 'marked';
import { rowsOf } from './rows.ts';

const lowlight = createLowlight({
  bash,
  css,
  go,
  java,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});
// Scripts in HTML, and what a fence of Markdown may say.
lowlight.registerAlias({ typescript: ['javascript', 'js', 'jsx'], bash: ['shell', 'console'] });

const COLOURS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'text-violet': 'keyword literal name section selector-tag variable.language',
    'text-accent': 'string regexp symbol bullet link subst',
    'text-warn': 'number',
    'text-info': 'title attr attribute property selector-class selector-id built_in',
    'text-muted': 'comment quote meta doctag',
  }).flatMap(([colour, names]) => names.split(' ').map((name) => [name, colour])),
);

/** Letters, or some in a colour. */
export type Piece = string | { readonly colour: string | undefined; readonly pieces: Pieces };
export type Pieces = readonly Piece[];

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

const piecesIn = (nodes: Nodes): Pieces =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return [];
    const [name = ''] = node.properties['className'] as string[];
    return { colour: COLOURS[name], pieces: piecesIn(node.children) };
  });

/** By the name a fence of Markdown may use as well. */
const piecesOf = (text: string, language: string): Pieces =>
  lowlight.registered(language)
    ? piecesIn(lowlight.highlight(language, text, { prefix: '' }).children)
    : [text];

/** Code in its colours. */
export type DrawnCode = Tokens.Code & { readonly pieces: Pieces };

function paint(code: Tokens.Code): void {
  const pieces = piecesOf(code.text, code.lang?.split(/\s/, 1)[0] ?? '');
  Object.assign(code, { pieces } satisfies Pick<DrawnCode, 'pieces'>);
}

/** Of a table: rows are filled up to the length of the first. */
const MOST_CELLS = 2000;

/** Keeps each word of a text: what would be left out stands as it was written. */
class WholeTokenizer extends Tokenizer {
  readonly #definitions: Tokens.Def[] = [];
  readonly #used = new Set<string>();

  /** A footnote, and a second definition of one name, define nothing. */
  override def(source: string): Tokens.Def | undefined {
    const found = super.def(source);
    if (!found || found.tag.startsWith('^') || this.lexer.tokens.links[found.tag]) return undefined;
    this.#definitions.push(found);
    return found;
  }

  override reflink(source: string, links: Lexer['tokens']['links']) {
    return super.reflink(
      source,
      new Proxy(links, {
        get: (all, tag: string) => {
          if (all[tag]) this.#used.add(tag);
          return all[tag];
        },
      }),
    );
  }

  override table(source: string): Tokens.Table | undefined {
    const found = super.table(source);
    if (!found) return undefined;
    const [, , ...rows] = found.raw.trim().split('\n');
    const columns = found.header.length;
    const isWhole = rows.every((row) => cellsIn(row) <= columns);
    return isWhole && rows.length * columns <= MOST_CELLS ? found : undefined;
  }

  /** Those that nothing refers to, and words about what they lead to. */
  standing(): Tokens.Def[] {
    return this.#definitions.filter(({ tag, title }) => title || !this.#used.has(tag));
  }
}

const cellsIn = (row: string): number =>
  row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/).length;

function tokensOf(text: string): Token[] {
  const tokenizer = new WholeTokenizer();
  const tokens = new Lexer({ gfm: true, tokenizer }).lex(text);
  for (const definition of tokenizer.standing())
    Object.assign(definition, {
      type: 'paragraph',
      tokens: [{ type: 'text', raw: definition.raw, text: definition.raw.trim() }],
    });
  void walkTokens(tokens, (token) => {
    if (token.type === 'code') paint(token as Tokens.Code);
  });
  return tokens;
}

/** A text as it is drawn. */
export type Drawing =
  | { readonly kind: 'document'; readonly tokens: readonly Token[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly pieces: Pieces };

function drawn(text: string, language: string): Drawing {
  if (language === 'markdown') return { kind: 'document', tokens: tokensOf(text) };
  if (language === 'csv') return { kind: 'table', rows: rowsOf(text) };
  return { kind: 'code', pieces: piecesOf(text, language) };
}

/** More hold a page for 200 ms, as most are elements in it; those of code are the easiest to lay out. */
const MOST_PARTS = { document: 3000, table: 3000, code: 8000 } as const;

function partsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((sum, each) => sum + partsIn(each), own);
}

/** Null of a text that is to stand as it was written. */
export function parse(text: string, language: string): Drawing | null {
  try {
    const drawing = drawn(text, language);
    return partsIn(drawing) > MOST_PARTS[drawing.kind] ? null : drawing;
  } catch {
    // Nested deeper than it can be followed.
    return null;
  }
}
