import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Inline } from './security.ts';

/** What the build makes of a page for the server to write into. */
export interface BuiltTemplate {
  /** The document, with %CONTENT% for one of the parts and %DATA% for what the app begins with. */
  readonly html: string;
  /** Markup with %NAMES% for texts, by the name of the part. */
  readonly parts: Readonly<Record<string, string>>;
  /** 'just now' and the like in the page's language, each list by its count. */
  readonly ages: {
    readonly now: string;
    readonly minutes: readonly string[];
    readonly hours: readonly string[];
    readonly days: readonly string[];
  };
}

export interface PageTemplate extends BuiltTemplate {
  readonly inline: Inline;
}

/** What a page shows to a visitor who is asked for nothing. */
export interface Writing {
  /** The name of the part. */
  readonly part: string;
  /** Of a part's %NAMES%; they are escaped where they are put in. */
  readonly texts: Readonly<Record<string, string>>;
  /** What the app would read first. */
  readonly data: unknown;
  /** Counts the length of the document for its reader. */
  readonly count: (length: number) => void;
}

export interface PageAsked {
  /** Of the page's path, as they stand in the address. */
  readonly params: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
  readonly template: PageTemplate;
}

/**
 * Finds what a page shows to visitors; undefined, or a ProductError, where they are shown nothing
 * but what the app tells them by itself.
 */
export type PageWriter = (asked: PageAsked) => Promise<Writing | undefined>;

/** By the path of the page, such as `/things/:id`. */
export type PageWriters = Map<string, PageWriter>;

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser would make a line feed of it.
  '\r': '&#13;',
  // No document may hold it.
  '\0': '\uFFFD',
};

/** For use between tags, in a textarea and between the quotes of an attribute. */
export const escapeText = (text: string): string =>
  text.toWellFormed().replace(/[&<>"'\r\0]/g, (character) => ESCAPED[character] ?? '');

const ESCAPED_IN_JSON: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
};

/** For use in a script element: neither its end nor a comment can be in it. */
const escapeJson = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[<>\u2028\u2029]/g,
    (character) => ESCAPED_IN_JSON[character] ?? '',
  );

const NAME = /%([A-Z]+)%/g;

/** The whole document; what is put in is never looked through again. */
export function writtenDocument(
  { html, parts }: BuiltTemplate,
  { part, texts, data }: Omit<Writing, 'count'>,
): string {
  const markup = parts[part];
  if (markup === undefined) throw new Error(`The build has no part ${part}`);
  // A textarea loses a line feed at its beginning, so each gets one to lose.
  const content = markup
    .replaceAll(/(<textarea[^>]*>)(?=%)/g, '$1\n')
    .replace(NAME, (whole, name: string) => {
      const text = texts[name];
      return text === undefined ? whole : escapeText(text);
    });
  return html.replace(NAME, (whole, name: string) => {
    if (name === 'CONTENT') return content;
    return name === 'DATA' ? escapeJson(data) : whole;
  });
}

/** What a writer finds; undefined where the page stays as it is, as when its limit is reached. */
export async function writingOf(
  writer: PageWriter,
  asked: PageAsked,
  log: FastifyBaseLogger,
): Promise<Writing | undefined> {
  try {
    return await writer(asked);
  } catch (error) {
    // The app reads by itself, and tells what is wrong.
    if (!(error instanceof ProductError)) log.warn({ err: error }, 'A page was not written');
    return undefined;
  }
}
