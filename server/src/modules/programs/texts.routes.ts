import type { Clip } from '@clipline/contract/schemas/clips.ts';
import {
  clipText,
  createClipOfText,
  latestClip,
  latestClipFile,
} from '@clipline/contract/schemas/programs.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyReply } from 'fastify';
import { serve, type Serving } from '../../http/serve.ts';
import { channelOf } from '../../realtime/channels.ts';
import * as changes from '../clips/clip-changes.ts';
import { newestClips } from '../clips/clip-lists.queries.ts';
import { presentClip, readClip } from '../clips/clips.ts';
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
    const [clip] = await newestClips(db, userId, 1);
    if (!clip) throw new ProductError('CLIP_NOT_FOUND');
    return presentClip(db, files, clip, userId);
  }

  serve(serving, createClipOfText, async ({ user, body, create, requirePlan }) => {
    requirePlan('changes');
    const clip = await create(async (tx) =>
      presentClip(tx, files, await changes.createClip(tx, user.id, body, Date.now()), user.id),
    );
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
    return wantsText(request.headers.accept) ? (sendText(reply, clip) as never) : clip;
  });

  serve(serving, latestClipFile, async ({ user, reply }) => {
    const { filePath } = await newestOf(user.id);
    if (filePath === null) throw new ProductError('FILE_NOT_FOUND');
    return reply.redirect(filePath, 302);
  });

  serve(serving, clipText, async ({ params, user, reply }) =>
    sendText(reply, await readClip(db, files, planOf, params.id, user.id)),
  );
}
