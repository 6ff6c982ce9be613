import type { Tx } from '../core/db/database.ts';
import type { ReceivedFile } from '../core/http/uploads.ts';
import { newId } from '../core/ids.ts';
import { addFile } from '../files/uploads.ts';
import { addText } from '../texts/search.queries.ts';
import { replaceTags } from './tags.queries.ts';
import {
  type ClipRow,
  findNewClipsOpen,
  insertClip,
  noteCreatedAt,
  textKeyOf,
} from './clips.queries.ts';
import { holderOf } from './clip-files.ts';

/** A clip as it was elsewhere. */
export interface FormerClip {
  readonly content: string;
  readonly isFavorite: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether anyone with its address read it; as all new ones where that is not known. */
  readonly addressOpen?: boolean | undefined;
  readonly files: readonly ReceivedFile[];
  /** Ids of the person's own tags. */
  readonly tags: readonly string[];
}

/**
 * Saves a clip with the dates it had; its id is a new one, because an id is what "anyone with the
 * link" rests on.
 */
export async function takeOverClip(tx: Tx, userId: string, former: FormerClip): Promise<ClipRow> {
  const created_at = former.createdAt;
  await noteCreatedAt(tx, userId, created_at);
  const id = newId();
  const clip = await insertClip(tx, {
    id,
    user_id: userId,
    is_favorite: former.isFavorite ? 1 : 0,
    file_count: former.files.length,
    saved_at: created_at,
    deleted_at: null,
    created_at,
    updated_at: Math.max(created_at, former.updatedAt),
    version: 1,
    content_version: 1,
    capture_id: null,
    awaited_files: 0,
    address_open: former.addressOpen === false ? 0 : await findNewClipsOpen(tx, userId),
    burns_at: null,
    via: null,
    content: former.content,
  });
  const names: string[] = [];
  // A moment apart: files are listed in the order of their times.
  for (const [index, file] of former.files.entries())
    names.push((await addFile(tx, file, holderOf(id), created_at + index)).name);
  await replaceTags(tx, id, former.tags);
  await addText(tx, textKeyOf(clip), clip.content, names);
  return clip;
}
