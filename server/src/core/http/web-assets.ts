import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '@clipline/contract/errors.ts';
import { isLanguage } from '@clipline/contract/languages.ts';
import { acceptedEncoding, compressed } from './compression.ts';
import { languageOf } from './page-language.ts';
import { matchesTag } from './range.ts';
import { CSP_OF_WORKER, cspOfPage } from './security.ts';
import {
  type PageValues,
  watchWebFiles,
  type WebFile,
  type WebFiles,
  type WebPage,
} from './web-files.ts';
import {
  type PageTemplate,
  type PageWriters,
  type Writing,
  writingOf,
  writtenDocument,
} from './written-page.ts';

/** Names under assets/ carry a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';

export interface WebAppOptions {
  /** Where the build puts the web app. */
  readonly folder: string;
  readonly publicUrl: string;
  /** With `off`, browsers that have a service worker lose it. */
  readonly serviceWorker: 'on' | 'off';
  /** What the pages tell besides these. */
  readonly values?: PageValues;
  /** What is written into pages before they are sent; modules add to it. */
  readonly writers?: PageWriters;
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
  reply.isShared = true;
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

/**
 * A page with what it shows to visitors. It is for this moment: kept nowhere, and its length tells
 * no more than that of an answer of the API.
 */
async function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  template: PageTemplate,
  writing: Writing,
  page: WebPage,
  publicUrl: string,
) {
  reply
    .header('content-security-policy', cspOfPage(template.inline, request.headers.host, publicUrl))
    .headers(page.headers)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8');
  const html = writtenDocument(template, writing);
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

/**
 * A page in a language; of English there is everything. Where a page has no file of its own, the
 * app shell shows it.
 */
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
  const asked = new URLSearchParams(request.url.split('?', 2)[1]).get('lang');
  const language = isLanguage(asked) ? asked : 'en';
  const file = workers.get(serviceWorker === 'off' ? 'off' : language);
  if (!file) return sendNotFound(reply);
  reply.header('content-security-policy', CSP_OF_WORKER).header('cache-control', 'no-cache');
  return sendFile(request, reply, file, 200);
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

/**
 * Serves the built web app to everything that is no other route: its files, its pages, and its
 * not-found page with status 404. Returns what tells the id of the build, undefined while there is
 * none.
 */
export function serveWebApp(
  server: FastifyInstance,
  { folder, publicUrl, serviceWorker, values = {}, writers = new Map() }: WebAppOptions,
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
    const writer = page && writers.get(page.path);
    const template = page && built.written.get(language)?.get(page.file);
    if (writer && template) {
      const params = page.pattern.exec(path)?.groups ?? {};
      const writing = await writingOf(writer, { params, request, template }, server.log);
      if (writing) return sendWritten(request, reply, template, writing, page, publicUrl);
    }
    const html = pageIn(built, language, page);
    return html ? sendPage(request, reply, html, page, publicUrl) : sendUnbuilt(reply);
  }

  // Before the body is read: an unknown path is unknown whatever was sent to it.
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || reply.sent) return undefined;
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !/^\/(api|socket\.io)(\/|$)/.test(pathOf(request));
    if (!isPage) return sendNotFound(reply);
    const built = files();
    return built ? answer(request, reply, built) : sendUnbuilt(reply);
  });
  server.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  return () => files()?.build;
}
