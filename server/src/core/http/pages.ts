import { finished } from 'node:stream';
import { errors, ProductError } from '@clipline/contract/errors.ts';
import { isLanguage, type Language, LANGUAGE_COOKIE } from '@clipline/contract/languages.ts';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { holdNothing, MAX_UNREAD_BYTES } from './guard.ts';
import { acceptedBy, acceptedEncoding, matchesTag, readCookie } from './headers.ts';
import { CSP_OF_WORKER, cspOfPage } from './security.ts';
import { compressed } from './stream.ts';
import {
  type BuiltTemplate,
  pageWith,
  type PageTemplate,
  type PageValues,
  watchWebFiles,
  type WebFile,
  type WebFiles,
  type WebPage,
  withAttributes,
} from './web-files.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';

export interface WebAppOptions {
  readonly folder: string;
  readonly publicUrl: string;
  readonly serviceWorker: 'on' | 'off';
  readonly values?: PageValues;
  readonly writers?: PageWriters;
  /** What stands in the first tag of each page. */
  readonly attributes?: (host: string | undefined) => Promise<string>;
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  status: number,
  varies = '',
) {
  const encoding = acceptedEncoding(request.headers);
  const encoded = encoding && (await file.encoded(encoding));
  const etag = `"${file.etag}${encoded ? `-${encoding}` : ''}"`;
  reply.header('vary', `Accept-Encoding${varies}`).header('etag', etag);
  if (status === 200 && matchesTag(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  if (encoded) reply.header('content-encoding', encoding);
  holdNothing(reply);
  return reply
    .code(status)
    .type(file.type)
    .send(encoded ?? file.bytes);
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  page: WebPage | undefined,
  publicUrl: string,
) {
  reply
    .header('content-security-policy', cspOfPage(file.inline, request.headers.host, publicUrl))
    .header('cache-control', 'no-cache')
    .headers(page?.headers ?? {});
  return sendFile(request, reply, file, page ? 200 : 404, ', Accept-Language, Cookie');
}

/** Kept nowhere; its length tells no more than that of an answer of the API. */
async function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  template: PageTemplate,
  writing: Writing,
  page: WebPage,
  publicUrl: string,
  attributes: string,
) {
  reply
    .header('content-security-policy', cspOfPage(template.inline, request.headers.host, publicUrl))
    .headers(page.headers)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8');
  const html = withAttributes(writtenDocument(template, writing), attributes);
  writing.count(html.length);
  const sent = await compressed(request, reply, html);
  return reply.header('vary', 'Accept-Encoding, Accept-Language, Cookie').code(200).send(sent);
}

const sendNotFound = (reply: FastifyReply) =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: errors.NOT_FOUND.text, code: 'NOT_FOUND' }));

const sendUnbuilt = (reply: FastifyReply) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web app is not built yet. Run: npm run build\n');

/** Of English there is every page; the app shell shows those without a file of their own. */
const pageIn = (
  { files }: WebFiles,
  language: string,
  page: WebPage | undefined,
): WebFile | undefined =>
  [...(page ? [page.file] : []), 'index']
    .flatMap((name) => [`${name}.${language}.html`, `${name}.html`])
    .map((name) => files.get(name))
    .find((file) => file !== undefined);

/** Never a page: a browser would keep asking for another one, or worse, take it. */
function sendWorker(
  request: FastifyRequest,
  reply: FastifyReply,
  { workers }: WebFiles,
  serviceWorker: 'on' | 'off',
) {
  const file = workers.get(serviceWorker === 'off' ? 'off' : (askedLanguage(request) ?? 'en'));
  if (!file) return sendNotFound(reply);
  reply.header('content-security-policy', CSP_OF_WORKER).header('cache-control', 'no-cache');
  return sendFile(request, reply, file, 200);
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

export function serveWebApp(
  server: FastifyInstance,
  { folder, publicUrl, serviceWorker, values = {}, writers = new Map(), attributes }: WebAppOptions,
): () => string | undefined {
  const files = watchWebFiles(folder, {
    ...values,
    PUBLIC_URL: publicUrl,
    SERVICE_WORKER: serviceWorker,
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, built: WebFiles) {
    const path = pathOf(request);
    if (path === '/sw.js') return sendWorker(request, reply, built, serviceWorker);
    const file = path.endsWith('.html') ? undefined : built.files.get(path.slice(1));
    if (file) {
      reply.header('cache-control', path.startsWith('/assets/') ? IMMUTABLE : SHORT);
      return sendFile(request, reply, file, 200);
    }
    if (path.startsWith('/assets/')) return sendNotFound(reply);
    const page = built.pages.find(({ pattern }) => pattern.test(path));
    const language = languageOf(request);
    const told = (await attributes?.(request.headers.host)) ?? '';
    const writer = page && writers.get(page.path);
    const template = page && built.written.get(language)?.get(page.file);
    if (writer && template) {
      const params = page.pattern.exec(path)?.groups ?? {};
      const writing = await writingOf(writer, { params, request, template }, server.log);
      if (writing) return sendWritten(request, reply, template, writing, page, publicUrl, told);
    }
    const html = pageIn(built, language, page);
    return html
      ? sendPage(request, reply, pageWith(html, told), page, publicUrl)
      : sendUnbuilt(reply);
  }

  // Before the body is read: an unknown path is unknown whatever was sent to it. In a scope of its
  // own, whose hook no other route asks.
  void server.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (reply.sent) return undefined;
      const isPage =
        ['GET', 'HEAD'].includes(request.method) &&
        !/^\/(api|socket\.io)(\/|$)/.test(pathOf(request));
      if (!isPage) return sendNotFound(reply);
      const built = files();
      return built ? answer(request, reply, built) : sendUnbuilt(reply);
    });
    scope.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  });
  return () => files()?.build;
}

export interface Writing {
  readonly part: string;
  /** Escaped where they are put in. */
  readonly texts: Readonly<Record<string, string>>;
  readonly data: unknown;
  readonly count: (length: number) => void;
}

export interface PageAsked {
  readonly params: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
  readonly template: PageTemplate;
}

export type PageWriter = (asked: PageAsked) => Promise<Writing | undefined>;

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

/** What is put in is never looked through again. */
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

async function writingOf(
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

export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  return acceptedBy(acceptLanguage)
    .map((tag) => tag.split('-', 1)[0])
    .find(isLanguage);
}

export function languageOfBrowser({ headers }: FastifyRequest): Language | undefined {
  const chosen = readCookie(headers.cookie, LANGUAGE_COOKIE);
  return isLanguage(chosen) ? chosen : preferredLanguage(headers['accept-language']);
}

function askedLanguage({ url }: FastifyRequest): Language | undefined {
  const asked = new URLSearchParams(url.split('?', 2)[1]).get('lang');
  return isLanguage(asked) ? asked : undefined;
}

const languageOf = (request: FastifyRequest): Language =>
  askedLanguage(request) ?? languageOfBrowser(request) ?? 'en';

/** For so long nothing may come of a body that is still waited for. */
const LINGER_MS = 5000;

/**
 * The service worker did not take it, and the page says so. Any site can post this form. Nothing of
 * its body is kept, and nothing waits for it; but a browser whose connection is closed while it
 * sends shows an error in place of the page.
 */
export function serveShareTarget(server: FastifyInstance): void {
  server.post(
    '/share',
    {
      // Before the body is read, of whatever type it is.
      async onRequest({ raw: request }, reply) {
        reply.hijack();
        const { raw: response } = reply;
        reply
          .header('cache-control', 'no-store')
          .header('connection', 'close')
          .header('content-length', 0)
          .header('location', '/share?lost=1');
        response.statusCode = 303;
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) response.setHeader(name, value);
        response.flushHeaders();
        const end = () => response.end();
        const timer = setTimeout(end, LINGER_MS);
        let unread = MAX_UNREAD_BYTES;
        request.on('data', ({ length }: Buffer) => {
          unread -= length;
          if (unread < 0) end();
          else timer.refresh();
        });
        finished(request, () => {
          clearTimeout(timer);
          end();
        });
      },
    },
    async () => undefined,
  );
}
