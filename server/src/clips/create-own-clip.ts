import type { App } from '../core/app.ts';
import type { Clip, createClip } from '@clipline/contract/schemas/clips.ts';
import { bytesOf, type Call } from '../core/http/serve.ts';
import type { Files } from '../files/files.ts';
import { authorOf } from '../texts/history.ts';
import { planAllows } from '../auth/plans.ts';
import { type Capture, findCaptured, saveCapture } from './captures.ts';
import * as changes from './clips.changes.ts';
import type { ClipNews } from './clips.news.ts';
import { presentOwnClip } from './clips.present.ts';

type Creation = Pick<
  Call<typeof createClip>,
  'user' | 'request' | 'create' | 'change' | 'ensure' | 'reply'
>;

/** The clip of this capture; with status 200 where it was saved before. */
async function createCaptured(
  { db, config, requireSpace }: App,
  { files, news }: { readonly files: Files; readonly news: Pick<ClipNews, 'changed'> },
  { user, request, change, ensure, reply }: Creation,
  capture: Capture,
): Promise<Clip> {
  // What was saved once stays so, whatever the plan says now, and however full the storage is.
  const earlier = await findCaptured(db, config.APP_SECRET, user.id, capture);
  if (!earlier) {
    ensure(planAllows('changes'));
    await requireSpace({ userId: user.id }, bytesOf(request));
  }
  const { clip, isNew } = await change(async (tx) => {
    const saved = await saveCapture(
      tx,
      config.APP_SECRET,
      user.id,
      capture,
      Date.now(),
      authorOf(user),
    );
    return { ...saved, clip: await presentOwnClip(tx, files, saved.clip) };
  });
  if (isNew) news.changed(clip, user.id, 'created');
  else reply.code(200);
  return clip;
}

/** A new clip of the caller's, once for each capture id; without text and id it is a draft. */
export async function createOwnClip(
  app: App,
  context: { readonly files: Files; readonly news: Pick<ClipNews, 'changed'> },
  call: Creation,
  { captureId, content, files }: Omit<Capture, 'captureId'> & { captureId: string | undefined },
): Promise<Clip> {
  if (captureId !== undefined)
    return createCaptured(app, context, call, { captureId, content, files });
  const { user, create, ensure } = call;
  ensure(planAllows('changes'));
  const clip = await create(async (tx) => {
    const author = authorOf(user);
    const saved = await changes.createClip(tx, user.id, content, Date.now(), undefined, author);
    return presentOwnClip(tx, context.files, saved);
  });
  if (clip.content !== '') context.news.changed(clip, user.id, 'created');
  return clip;
}
