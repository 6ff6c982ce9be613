import type { ClipsContext } from './clips.routes.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import {
  clipText,
  createClipOfText,
  latestClip,
  latestClipFile,
} from '@clipline/contract/schemas/programs.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { person } from './clips.access.ts';
import { createOwnClip } from './create-own-clip.ts';
import { findLatestClip } from './clips.queries.ts';
import { presentOwnClip } from './clips.present.ts';
import { acceptedBy } from '../core/http/headers.ts';
import { readClip } from './read-clip.ts';

/** Whatever a text contains, a browser that opens it runs nothing of it. */
const sendText = (reply: FastifyReply, { content }: Clip) =>
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('text/plain; charset=utf-8')
    .send(content);

const texts = new Set(['text/plain', 'text/*']);
const others = new Set(['application/json', 'application/*', '*/*']);

/**
 * Whether an Accept header would rather have a plain text than JSON. Of two that are wanted as much
 * the one named first counts; without a wish it is JSON.
 */
export function wantsText(accept: string | undefined): boolean {
  const best = acceptedBy(accept).find((type) => texts.has(type) || others.has(type));
  return texts.has(best ?? '');
}

export function serveTexts(
  app: App,
  context: Pick<ClipsContext, 'files' | 'news' | 'planOf'>,
): void {
  const { db } = app;
  const { files, news, planOf } = context;

  async function newestOf(userId: string, via: 'any' | undefined): Promise<Clip> {
    const clip = await findLatestClip(db, userId, via === 'any');
    if (!clip) throw new ProductError('CLIP_NOT_FOUND');
    return presentOwnClip(db, files, clip);
  }

  serve(app, createClipOfText, (call) =>
    createOwnClip(app, { files, news }, call, {
      captureId: call.headers['x-capture-id'],
      content: call.body,
      files: 0,
    }),
  );

  serve(app, latestClip, async ({ user, query, request, reply }) => {
    const clip = await newestOf(user.id, query.via);
    reply.header('vary', 'Accept, Origin');
    if (!wantsText(request.headers.accept)) return clip;
    // Of files alone there is nothing to paste.
    if (clip.content === '') throw new ProductError('CLIP_NOT_FOUND');
    return sendText(reply, clip);
  });

  serve(app, latestClipFile, async ({ user, query, reply }) => {
    const { filePath } = await newestOf(user.id, query.via);
    if (filePath === null) throw new ProductError('FILE_NOT_FOUND');
    return reply.redirect(filePath, 302);
  });

  serve(app, clipText, async ({ params, user, reply }) =>
    sendText(reply, await readClip(db, files, planOf, params.id, person(user.id))),
  );
}
