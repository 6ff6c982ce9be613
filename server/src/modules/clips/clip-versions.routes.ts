import { ProductError } from '@clipline/contract/errors.ts';
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
import { type Author, authorOf, OWNER } from '../history/author.ts';
import { type History, readVersion, readVersions } from '../history/read-versions.ts';
import { removeAllEnded } from '../history/versions.queries.ts';
import { saveText } from './clip-changes.ts';
import { presentOwnClip } from './clips.ts';
import { authorise, person } from './clips.access.ts';
import { type ClipRow, findClip, findClipHead } from './clips.queries.ts';
import { checkVersion } from './versions.ts';

interface ClipVersionsContext {
  readonly files: Files;
  /** Tells others of a text that was saved. */
  readonly whenSaved: (clip: ClipRow, author: Author) => Promise<void>;
}

export function serveClipVersions(
  serving: Serving,
  { files, whenSaved }: ClipVersionsContext,
): void {
  const { db } = serving;

  /** For others, a grant in hand or not, it is not there. */
  const historyOf = async (on: Db, clipId: string, user: CurrentUser | null): Promise<History> => {
    if (!user) throw new ProductError('CLIP_NOT_FOUND');
    const clip = authorise(await findClipHead(on, clipId), person(user.id), 'seeVersions');
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
    const author = user ? authorOf(user) : OWNER;
    const { clip, row, isChanged } = await change(async (tx) => {
      const history = await historyOf(tx, params.id, user);
      const before = authorise(await findClip(tx, params.id), person(user?.id ?? null), 'manage');
      await checkVersion(headers['if-match'], before, async () => ({
        clip: await presentOwnClip(tx, files, before),
      }));
      const { content } = await readVersion(tx, history, params.version);
      const saved = await saveText(tx, before, content, Date.now(), { author, isRestore: true });
      return {
        clip: await presentOwnClip(tx, files, saved),
        row: saved,
        isChanged: saved !== before,
      };
    });
    if (isChanged) await whenSaved(row, author);
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
