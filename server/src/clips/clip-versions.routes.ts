import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import {
  forgetClipVersions,
  listClipVersions,
  readClipVersion,
  restoreClipVersion,
} from '@clipline/contract/schemas/history.ts';
import type { Db } from '../core/db/database.ts';
import { writeLogBack } from '../core/db/write-log-back.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import type { Files } from '../files/files.ts';
import { releaseOrLeave } from '../files/files.jobs.ts';
import {
  authorOf,
  findVersion,
  type History,
  OWNER,
  readVersion,
  readVersions,
} from '../texts/history.ts';
import { removeAllEnded, removeUnkeptFiles } from '../texts/history.queries.ts';
import { planAllows } from '../auth/plans.ts';
import { bringBackFiles, saveText } from './clips.changes.ts';
import type { ClipNews } from './clips.news.ts';
import { presentOwnClip } from './clips.present.ts';
import { person } from './clips.access.ts';
import { authorise } from './find-clip.ts';
import { findClip, findClipHead } from './clips.queries.ts';
import { checkVersion } from './versions.ts';

interface ClipVersionsContext {
  readonly files: Files;
  readonly news: ClipNews;
}

/** For others, a grant in hand or not, it is not there. */
const historyOf = async (on: Db, clipId: string, user: CurrentUser | null): Promise<History> => {
  if (!user) throw new ProductError('CLIP_NOT_FOUND');
  const clip = authorise(await findClipHead(on, clipId), person(user.id), 'seeVersions');
  return { table: 'clip_versions', thingId: clip.id, plan: user.plan };
};

export function serveClipVersions(app: App, { files, news }: ClipVersionsContext): void {
  const { db } = app;

  serve(app, listClipVersions, async ({ user, params }) =>
    readVersions(db, await historyOf(db, params.id, user)),
  );

  serve(app, readClipVersion, async ({ user, params }) =>
    readVersion(db, await historyOf(db, params.id, user), params.version),
  );

  serve(app, restoreClipVersion, async (call) => {
    const { user, params, headers, ensure, change } = call;
    ensure(planAllows('changes'));
    // Packed, it took less.
    await app.requireSpace({ userId: user?.id ?? null }, MAX_TEXT_BYTES);
    const author = user ? authorOf(user) : OWNER;
    const { clip, row, isText, isFiles } = await change(async (tx) => {
      const history = await historyOf(tx, params.id, user);
      const before = authorise(await findClip(tx, params.id), person(user?.id ?? null), 'manage');
      await checkVersion(headers['if-match'], before, async () => ({
        clip: await presentOwnClip(tx, files, before),
      }));
      const { content, files: restored } = await findVersion(tx, history, params.version);
      const now = Date.now();
      const saved = await saveText(tx, before, content, now, { author, restored });
      const whole = await bringBackFiles(tx, saved, restored, now);
      return {
        clip: await presentOwnClip(tx, files, whole),
        row: whole,
        isText: saved !== before,
        isFiles: whole !== saved,
      };
    });
    if (isText) await news.text(row, author, 'updated');
    if (isFiles) await news.files(row.id, 'files');
    return clip;
  });

  serve(app, forgetClipVersions, async ({ user, params, change }) => {
    const blobs = await change(async (tx) => {
      const { table, thingId } = await historyOf(tx, params.id, user);
      await removeAllEnded(tx, table, [thingId]);
      return removeUnkeptFiles(tx, thingId);
    });
    await releaseOrLeave(app, files, blobs);
    await writeLogBack(db);
    return { message: 'Earlier versions forgotten' };
  });
}
