import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { Db } from '../core/db/database.ts';
import type { Files } from '../files/files.ts';
import type { PlanOf } from '../auth/plans.ts';
import type { Viewer } from './clips.access.ts';
import { authoriseReading } from './find-clip.ts';
import { type ClipRow, findClip, findClipHead } from './clips.queries.ts';
import { presentClip } from './clips.present.ts';

/** Throws what refuses a viewer. */
export const requireReadable = async (
  db: Db,
  planOf: PlanOf,
  clipId: string,
  viewer: Viewer,
): Promise<unknown> =>
  authoriseReading(await findClipHead(db, clipId), viewer, (ownerId) => planOf(db, ownerId));

/** A clip as the viewer may read it. Throws what refuses them. */
export async function readClip(
  db: Db,
  files: Files,
  planOf: PlanOf,
  clipId: string,
  viewer: Viewer,
): Promise<Clip> {
  return presentReadable(db, files, planOf, { clip: await findClip(db, clipId), viewer });
}

/** The same for one that was looked up. */
export async function presentReadable(
  db: Db,
  files: Files,
  planOf: PlanOf,
  { clip, viewer }: { readonly clip: ClipRow | undefined; readonly viewer: Viewer },
): Promise<Clip> {
  const readable = await authoriseReading(clip, viewer, (ownerId) => planOf(db, ownerId));
  return presentClip(db, files, readable, viewer);
}
