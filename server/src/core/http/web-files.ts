import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Encoding } from './headers.ts';
import { cspHash, type Inline } from './security.ts';
import { MIN_COMPRESSED_BYTES } from './stream.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(text\/|application\/|image\/svg)/;

const extensions: Record<Encoding, string> = { br: '.br', gzip: '.gz' };
const compress = {
  // Quality 9 would spare another 0.2 % and take a hundred times as long.
  br: (bytes: Buffer) =>
    promisify(zlib.brotliCompress)(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (bytes: Buffer) => promisify(zlib.gzip)(bytes),
};

export interface WebFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly inline: Inline;
  readonly encoded: (encoding: Encoding) => Promise<Buffer> | undefined;
}

const tagOf = (bytes: Buffer) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

const inlineOf = (html: string): Inline => ({
  // What is no script but data runs under no policy.
  scripts: [
    ...html.matchAll(
      /<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g,
    ),
  ].map(([, code]) => cspHash(code ?? '')),
  styles: [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, code]) =>
    cspHash(code ?? ''),
  ),
});

function webFile(
  name: string,
  bytes: Buffer,
  prepared: (encoding: Encoding) => Buffer | undefined,
): WebFile {
  const type = types[path.extname(name)] ?? 'application/octet-stream';
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    bytes,
    etag: tagOf(bytes),
    inline: name.endsWith('.html') ? inlineOf(bytes.toString('utf8')) : { scripts: [], styles: [] },
    encoded(encoding) {
      if (bytes.length < MIN_COMPRESSED_BYTES || !COMPRESSIBLE.test(type)) return undefined;
      const known =
        made.get(encoding) ?? Promise.resolve(prepared(encoding) ?? compress[encoding](bytes));
      made.set(encoding, known);
      return known;
    },
  };
}

const pagesWith = new WeakMap<WebFile, Map<string, WebFile>>();

export const withAttributes = (html: string, attributes: string): string =>
  html.replace('<html', () => `<html${attributes}`);

/** A page with more in its first tag, made once. */
export function pageWith(page: WebFile, attributes: string): WebFile {
  if (attributes === '') return page;
  const known = pagesWith.get(page) ?? new Map<string, WebFile>();
  pagesWith.set(page, known);
  const made =
    known.get(attributes) ??
    webFile(
      'page.html',
      Buffer.from(withAttributes(page.bytes.toString(), attributes)),
      () => undefined,
    );
  known.set(attributes, made);
  return made;
}

export interface BuiltTemplate {
  readonly html: string;
  readonly parts: Readonly<Record<string, string>>;
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

export interface WebPage {
  readonly path: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WebFiles {
  readonly files: ReadonlyMap<string, WebFile>;
  readonly written: ReadonlyMap<string, ReadonlyMap<string, PageTemplate>>;
  readonly pages: readonly (WebPage & { readonly pattern: RegExp })[];
  readonly workers: ReadonlyMap<string, WebFile>;
  /** Of the build: follows from what its pages load, so that it is the same on every node. */
  readonly build: string;
}

const WRITTEN = /^\.vite\/written\.(\w+)\.json$/;
const WORKER = /^\.vite\/sw\.(\w+)\.js$/;

/** Not for browsers: manifests of the build, compressed twins, files that start with a dot. */
const isInternal = (name: string) => /(^|\/)\.|\.(br|gz|map)$/.test(name);

export type PageValues = Readonly<Record<string, string>>;

/** Whatever changes in a build, a page names another file. */
const buildOf = (pages: readonly Buffer[]): string => tagOf(Buffer.concat(pages));

const isPage = (name: string) => name.endsWith('.html');

/** Few and small enough to stay in memory. */
function readWebFiles(folder: string, values: PageValues): WebFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
  const all = new Set(names);
  const read = (name: string) => readFileSync(path.join(folder, name));
  const build = buildOf(names.filter(isPage).toSorted().map(read));
  const told: PageValues = { ...values, BUILD: build };
  const filled = (html: string) =>
    html.replace(/%([A-Z_]+)%/g, (whole, value: string) => told[value] ?? whole);
  const readFilled = (name: string) => Buffer.from(filled(read(name).toString('utf8')));
  const templatesIn = (name: string) =>
    Object.entries(JSON.parse(read(name).toString('utf8')) as Record<string, BuiltTemplate>).map(
      ([page, built]): [string, PageTemplate] => {
        const html = filled(built.html);
        return [page, { ...built, html, inline: inlineOf(html) }];
      },
    );
  const twin = (name: string) => (all.has(name) ? read(name) : undefined);
  const files = names
    .filter((name) => !isInternal(name))
    .map((name): [string, WebFile] => [
      name,
      isPage(name)
        ? webFile(name, readFilled(name), () => undefined)
        : webFile(name, read(name), (encoding) => twin(name + extensions[encoding])),
    ]);
  const pages = JSON.parse(
    readFileSync(path.join(folder, '.vite', 'pages.json'), 'utf8'),
  ) as readonly WebPage[];
  return {
    files: new Map(files),
    written: new Map(
      names.flatMap((name): [string, ReadonlyMap<string, PageTemplate>][] => {
        const language = WRITTEN.exec(name)?.[1];
        return language ? [[language, new Map(templatesIn(name))]] : [];
      }),
    ),
    workers: new Map(
      names.flatMap((name): [string, WebFile][] => {
        const language = WORKER.exec(name)?.[1];
        return language ? [[language, webFile(name, readFilled(name), () => undefined)]] : [];
      }),
    ),
    build,
    pages: pages.map((page) => ({ ...page, pattern: patternOf(page.path) })),
  };
}

const patternOf = (page: string) => new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);

export function watchWebFiles(folder: string, values: PageValues): () => WebFiles | undefined {
  let files: WebFiles | undefined;
  let builtAt = 0;
  return () => {
    const now = statSync(path.join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
    if (now !== undefined && now !== builtAt) {
      const newest = readWebFiles(folder, values);
      // Pages of the build before are open; names of assets never clash.
      const before = [...(files?.files ?? [])].filter(([name]) => name.startsWith('assets/'));
      files = { ...newest, files: new Map([...before, ...newest.files]) };
      builtAt = now;
    }
    return now === undefined ? undefined : files;
  };
}
