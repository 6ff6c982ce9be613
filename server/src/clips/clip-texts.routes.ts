import { easyPart, kindOfText, LONG_TEXT } from '@clipline/contract/text-kinds.ts';
import { type Clip, getClip } from '@clipline/contract/schemas/clips.ts';
import {
  clipText,
  createClipOfText,
  latestClip,
  latestClipFile,
} from '@clipline/contract/schemas/programs.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../core/app.ts';
import { acceptedBy } from '../core/http/headers.ts';
import { type Call, countLength, serve } from '../core/http/serve.ts';
import { validate } from '../core/http/failures.ts';
import type { PageAsked, Writing } from '../core/http/pages.ts';
import type { PageTemplate } from '../core/http/web-files.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { createOwnClip } from './captures.ts';
import { presentClip, presentOwnClip } from './clips.present.ts';
import { findLatestClip } from './clips.queries.ts';
import { requireClip } from './require-clip.ts';

/** Whatever a text contains, a browser that opens it runs nothing of it. */
const sendText = (reply: FastifyReply, { content }: Pick<Clip, 'content'>) =>
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('text/plain; charset=utf-8')
    .send(content);

const TEXTS = new Set(['text/plain', 'text/*']);
const OTHERS = new Set(['application/json', 'application/*', '*/*']);

/**
 * Whether an Accept header would rather have a plain text than JSON. Of two that are wanted as much
 * the one named first counts; without a wish it is JSON.
 */
export function wantsText(accept: string | undefined): boolean {
  const best = acceptedBy(accept).find((type) => TEXTS.has(type) || OTHERS.has(type));
  return TEXTS.has(best ?? '');
}

const createOfText = async (call: Call<typeof createClipOfText>, app: App): Promise<Clip> =>
  createOwnClip(call, app, {
    captureId: call.headers['x-capture-id'],
    content: call.body,
    files: 0,
  });

async function findNewest(
  { user, query }: Pick<Call<typeof latestClip>, 'user' | 'query'>,
  app: App,
): Promise<Clip> {
  const clip = await findLatestClip(app.db, user.id, query.via === 'any');
  if (!clip) throw new ProductError('CLIP_NOT_FOUND');
  return presentOwnClip(app, app.db, clip);
}

async function readNewest(call: Call<typeof latestClip>, app: App) {
  const { request, reply } = call;
  const clip = await findNewest(call, app);
  reply.header('vary', 'Accept, Origin');
  if (!wantsText(request.headers.accept)) return clip;
  // Of files alone there is nothing to paste.
  if (clip.content === '') throw new ProductError('CLIP_NOT_FOUND');
  return sendText(reply, clip);
}

async function readNewestFile(call: Call<typeof latestClipFile>, app: App) {
  const { filePath } = await findNewest(call, app);
  if (filePath === null) throw new ProductError('FILE_NOT_FOUND');
  return call.reply.redirect(filePath, 302);
}

async function readText(call: Call<typeof clipText>, app: App) {
  const { clip } = await requireClip(app, app.db, call, 'read');
  return sendText(call.reply, clip);
}

/** A longer text would come later in the page than the app shows it by itself. */
const MAX_WRITTEN = 32 * 1024;

/** The age of a text; empty from a week on, as days begin at another time for each reader. */
export function ageOf({ ages }: Pick<PageTemplate, 'ages'>, savedAt: string, now: number): string {
  const age = now - Date.parse(savedAt);
  if (age < MINUTE_MS) return ages.now;
  if (age < HOUR_MS) return ages.minutes[Math.floor(age / MINUTE_MS)] ?? '';
  if (age < DAY_MS) return ages.hours[Math.floor(age / HOUR_MS)] ?? '';
  return ages.days[Math.floor(age / DAY_MS)] ?? '';
}

/** Writes a shared clip into its page, for who may read it by its plain address signed out. */
async function writePage(
  { params, request, template }: PageAsked,
  app: App,
): Promise<Writing | undefined> {
  const address = app.addressOf(request.raw);
  await app.limitCalls(address);
  const call = { user: null, params: validate(getClip.params, { id: params['clipId'] }) };
  const found = await requireClip(app, app.db, call, 'read');
  const { content } = found.clip;
  const count = (length: number) => countLength(app, address, length);
  if (content.length > MAX_WRITTEN) count(content.length);
  if (content === '' || content.length > MAX_WRITTEN) return undefined;
  // Before the app can show its beginning alone, it would freeze the page.
  if (easyPart(content).length < content.length) return undefined;
  const length = content.length > LONG_TEXT ? 'long-' : '';
  const kind = kindOfText(content) === 'code' ? 'code' : 'text';
  const data = await presentClip(app, app.db, found.clip, found.viewer);
  return {
    part: length + kind,
    texts: { TEXT: content, AGE: ageOf(template, data.updatedAt, Date.now()) },
    data,
    count,
  };
}

export function serveClipTexts(app: App): void {
  serve(app, createClipOfText, createOfText);
  serve(app, latestClip, readNewest);
  serve(app, latestClipFile, readNewestFile);
  serve(app, clipText, readText);
  app.pageWriters.set('/clips/:clipId', (asked) => writePage(asked, app));
}
