import type { Clip } from '@clipline/contract/schemas/clips.ts';
import {
  clipText,
  createClipOfText,
  latestClip,
  latestClipFile,
} from '@clipline/contract/schemas/programs.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyReply } from 'fastify';
import { serve, type Serving } from '../../platform/http/serve.ts';
import { channelOf } from '../../platform/realtime/channels.ts';
import { person } from '../clips/clips.access.ts';
import * as changes from '../clips/clips.changes.ts';
import { findCaptured, saveCapture } from '../clips/captures.ts';
import { findLatestClip } from '../clips/clips.queries.ts';
import { presentOwnClip, readClip } from '../clips/clips.ts';
import { authorOf } from '../history/author.ts';
import { planAllows } from '../plans/plans.ts';
import type { Programs } from './programs.ts';
import { wantsText } from './wants-text.ts';

/** Whatever a text contains, a browser that opens it runs nothing of it. */
const sendText = (reply: FastifyReply, { content }: Clip) =>
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('text/plain; charset=utf-8')
    .send(content);

export function serveTexts(serving: Serving, programs: Programs): void {
  const { db } = serving;
  const { files, channels, planOf } = programs;

  async function newestOf(userId: string): Promise<Clip> {
    const clip = await findLatestClip(db, userId);
    if (!clip) throw new ProductError('CLIP_NOT_FOUND');
    return presentOwnClip(db, files, clip);
  }

  serve(serving, createClipOfText, async (call) => {
    const { user, body, headers, create, change, reply, ensure } = call;
    const captureId = headers['x-capture-id'];
    const capture = captureId === undefined ? undefined : { captureId, content: body, files: 0 };
    const earlier = capture && (await findCaptured(db, serving.secret, user.id, capture));
    if (!earlier) ensure(planAllows('changes'));
    let isNew = true;
    const clip = capture
      ? await change(async (tx) => {
          const saved = await saveCapture(
            tx,
            serving.secret,
            user.id,
            capture,
            Date.now(),
            authorOf(user),
          );
          isNew = saved.isNew;
          return presentOwnClip(tx, files, saved.clip);
        })
      : await create(async (tx) => {
          const author = authorOf(user);
          const saved = await changes.createClip(tx, user.id, body, Date.now(), undefined, author);
          return presentOwnClip(tx, files, saved);
        });
    if (!isNew) {
      reply.code(200);
      return clip;
    }
    const { id: clipId, version } = clip;
    channels.publish(channelOf.user(user.id), 'clip-update', {
      clipId,
      change: 'created',
      version,
    });
    return clip;
  });

  serve(serving, latestClip, async ({ user, request, reply }) => {
    const clip = await newestOf(user.id);
    reply.header('vary', 'Accept, Origin');
    if (!wantsText(request.headers.accept)) return clip;
    // Of files alone there is nothing to paste.
    if (clip.content === '') throw new ProductError('CLIP_NOT_FOUND');
    return sendText(reply, clip) as never;
  });

  serve(serving, latestClipFile, async ({ user, reply }) => {
    const { filePath } = await newestOf(user.id);
    if (filePath === null) throw new ProductError('FILE_NOT_FOUND');
    return reply.redirect(filePath, 302);
  });

  serve(serving, clipText, async ({ params, user, reply }) =>
    sendText(reply, await readClip(db, files, planOf, params.id, person(user.id))),
  );
}
