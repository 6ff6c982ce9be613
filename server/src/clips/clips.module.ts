import { CAPTURE_DAYS, CAPTURE_WAIT_SECONDS } from '@clipline/contract/limits.ts';
import type { App } from '../core/app.ts';
import { afterCommit, transact, writeLogBack } from '../core/db/database.ts';
import { type Job, LOOK_MS } from '../core/jobs.ts';
import { forgetGoneAt } from '../core/once.queries.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { releaseBlobs, removeAll } from '../files/files.jobs.ts';
import { BULK_UNDO_MS, serveBulk } from './bulk.routes.ts';
import { serveClipFiles } from './clip-files.routes.ts';
import { removeBulkLotsBefore } from './clip-lists.queries.ts';
import { serveClipLists } from './clip-lists.routes.ts';
import { deleteFilesOfClips, endWait, removeForGood } from './clips.changes.ts';
import { tellLists, tellPreview } from './clips.news.ts';
import { CLIP, filesSharedBy } from './clips.present.ts';
import * as queries from './clips.queries.ts';
import { serveClips } from './clips.routes.ts';
import { serveClipEvents } from './clips.sockets.ts';
import { serveTags } from './tags.routes.ts';

const DRAFT_LIFE_MS = DAY_MS;
const CAPTURE_MS = CAPTURE_DAYS * DAY_MS;
const CAPTURE_WAIT_MS = CAPTURE_WAIT_SECONDS * 1000;
const BATCH = 200;

export async function removeOldClips({ db, files, trashMs }: App, now: number): Promise<void> {
  await queries.removeDraftsBefore(db, now - DRAFT_LIFE_MS);
  const before = now - trashMs;
  await removeAll(
    files,
    () => queries.listDeletedBefore(db, before, BATCH),
    async (tx, ids) => deleteFilesOfClips(tx, await queries.purgeClips(tx, ids, before)),
  );
}

export async function endWaits(app: App, now: number): Promise<void> {
  let ids: string[];
  do {
    ids = await queries.listAwaitingSince(app.db, now - CAPTURE_WAIT_MS, BATCH);
    for (const id of ids)
      await transact(app.db, async (tx) => {
        const ended = await endWait(tx, id);
        if (ended)
          afterCommit(tx, () => tellLists(app, ended.clip.user_id, ended.change, ended.clip));
      });
  } while (ids.length === BATCH);
}

export async function removeBurnt(app: App, now: number): Promise<void> {
  const burnt = await queries.listBurnt(app.db, now);
  for (const id of burnt) {
    await transact(app.db, async (tx) => {
      const clip = await queries.findClipHead(tx, id);
      if (!clip) return;
      const blobs = await removeForGood(tx, clip, now);
      afterCommit(tx, async () => {
        await releaseBlobs(app.files, blobs);
        app.tellLinks({ userId: clip.user_id, clipId: id });
        if (clip.deleted_at === null) tellLists(app, clip.user_id, 'deleted', clip);
      });
    });
  }
  if (burnt.length > 0) await writeLogBack(app.db);
}

const clipJobs = (app: App): Job[] => [
  {
    name: 'remove old clips',
    everyMs: MINUTE_MS,
    run: () => removeOldClips(app, Date.now()),
  },
  {
    name: 'end waits for files',
    everyMs: MINUTE_MS,
    run: () => endWaits(app, Date.now()),
  },
  {
    name: 'remove burnt clips',
    everyMs: LOOK_MS,
    run: () => removeBurnt(app, Date.now()),
    nextDue: () => queries.findNextBurning(app.db),
  },
  {
    name: 'forget bulk changes',
    everyMs: MINUTE_MS,
    run: async () => void (await removeBulkLotsBefore(app.db, Date.now() - BULK_UNDO_MS)),
  },
  {
    name: 'forget captures',
    everyMs: HOUR_MS,
    run: async () => void (await forgetGoneAt(app.db, Date.now() + CAPTURE_MS)),
  },
];

export function plugInClips(app: App): void {
  app.files.sharedBy.set(CLIP, (clipId, reader) => filesSharedBy(app.db, clipId, reader));
  app.files.previews.tell.set(CLIP, (file) => tellPreview(app, file));
  serveClips(app);
  serveClipFiles(app);
  serveClipLists(app);
  serveTags(app);
  serveBulk(app);
  serveClipEvents(app);
  app.jobs.push(...clipJobs(app));
}
