import type { Clip } from '@clipline/contract/schemas/clips.ts';
import {
  forgetClipVersions,
  listClipVersions,
  readClipVersion,
  restoreClipVersion,
} from '@clipline/contract/schemas/history.ts';
import type { Db } from '../../platform/database/database.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { serve, type Serving } from '../../platform/http/serve.ts';
import type { Files } from '../files/files.ts';
import { authorOf } from '../history/author.ts';
import { type History, readVersion, readVersions } from '../history/read-versions.ts';
import { removeAllEnded } from '../history/versions.queries.ts';
import { saveText } from './clip-changes.ts';
import { presentClip } from './clips.ts';
import { authorise } from './clips.access.ts';
import { findClip, findClipHead } from './clips.queries.ts';
import { checkVersion } from './versions.ts';

interface ClipVersionsContext {
  readonly files: Files;
  /** Tells others of a text that was saved. */
  readonly whenSaved: (clip: Clip, owner: CurrentUser) => void;
}

export function serveClipVersions(
  serving: Serving,
  { files, whenSaved }: ClipVersionsContext,
): void {
  const { db } = serving;

  const historyOf = async (on: Db, clipId: string, user: CurrentUser): Promise<History> => {
    const clip = authorise(await findClipHead(on, clipId), user.id, 'seeVersions');
    return { table: 'clip_versions', thingId: clip.id, plan: user.plan };
  };

  serve(serving, listClipVersions, async ({ user, params }) =>
    readVersions(db, await historyOf(db, params.id, user)),
  );

  serve(serving, readClipVersion, async ({ user, params }) =>
    readVersion(db, await historyOf(db, params.id, user), params.version),
  );

  serve(serving, restoreClipVersion, async ({ user, params, headers, requirePlan, change }) => {
    requirePlan('changes');
    const { clip, isChanged } = await change(async (tx) => {
      const history = await historyOf(tx, params.id, user);
      const before = authorise(await findClip(tx, params.id), user.id, 'edit');
      await checkVersion(headers['if-match'], before, () =>
        presentClip(tx, files, before, user.id),
      );
      const { content } = await readVersion(tx, history, params.version);
      const author = authorOf(user);
      const saved = await saveText(tx, before, content, Date.now(), { author, isRestore: true });
      return {
        clip: await presentClip(tx, files, saved, user.id),
        isChanged: saved !== before,
      };
    });
    if (isChanged) whenSaved(clip, user);
    return clip;
  });

  serve(serving, forgetClipVersions, async ({ user, params, change }) => {
    await change(async (tx) => {
      const { table, thingId } = await historyOf(tx, params.id, user);
      await removeAllEnded(tx, table, thingId);
    });
    return { message: 'Earlier versions forgotten' };
  });
}
