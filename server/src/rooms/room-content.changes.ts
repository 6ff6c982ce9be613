import { ProductError } from '@clipline/contract/errors.ts';
import type { Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import type { ReceivedFile } from '../core/http/uploads.ts';
import { newId } from '../core/ids.ts';
import { listFiles } from '../files/files.queries.ts';
import { addFile } from '../files/uploads.ts';
import { authorOf, OWNER } from '../texts/author.ts';
import { keepText, noteCreation, type Saving } from '../texts/keep-text.ts';
import { beginChange } from './begin-change.ts';
import type { MyRoom } from './find-room.ts';
import { mayRestore } from './rooms.access.ts';
import { type Happening, recordActivity } from './room-activity.queries.ts';
import {
  findDeletedContent,
  type FoundContent,
  insertContent,
  markContentDeleted,
  markContentRestored,
  saveContent,
} from './room-content.queries.ts';
import { ROOM } from './rooms.ts';

interface NewItem {
  readonly id: string;
  readonly type: 'text' | 'file';
  readonly content: string;
  /** Of its file. */
  readonly names: readonly string[];
  readonly at: number;
}

async function insertItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  { id, type, content, names, at }: NewItem,
): Promise<FoundContent> {
  const row = {
    id,
    type,
    content,
    version: 1,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    deleted_by: null,
    user_id: author.id,
    author_email: author.email,
  };
  await insertContent(tx, { ...row, room_id: room.id }, names);
  return { ...row, name: author.name };
}

const textAdded = {
  type: 'content_add',
  details: { contentType: 'text' },
} as const satisfies Partial<Happening>;
const fileAdded = (fileName: string) =>
  ({ type: 'file_uploaded', details: { fileName } }) as const satisfies Partial<Happening>;

export async function addTextItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  content: string,
): Promise<FoundContent> {
  const at = await beginChange(tx, room, author.id, { content: 1 });
  const id = newId();
  const entry = { roomId: room.id, userId: author.id, at, contentId: id };
  await recordActivity(tx, { ...entry, ...textAdded });
  const item = await insertItem(tx, room, author, {
    id,
    type: 'text',
    content,
    names: [],
    at,
  });
  const saving = { version: item.version, at, author: authorOf(author) };
  await noteCreation(tx, 'content_versions', item.id, saving);
  return item;
}

export async function addFileItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  received: ReceivedFile,
): Promise<FoundContent> {
  const at = await beginChange(tx, room, author.id, { content: 1 });
  const id = newId();
  const file = await addFile(tx, received, { kind: ROOM, id }, at);
  const entry = { roomId: room.id, userId: author.id, at, contentId: id };
  await recordActivity(tx, { ...entry, ...fileAdded(file.name) });
  return insertItem(tx, room, author, {
    id,
    type: 'file',
    content: '',
    names: [file.name],
    at,
  });
}

/**
 * Returns the very item when the text is the same. What it replaces is kept as a version;
 * `restored` ends the burst of saves before it.
 */
export async function saveText(
  tx: Tx,
  room: MyRoom,
  item: FoundContent,
  userId: string,
  content: string,
  { author = OWNER, restored }: Partial<Pick<Saving, 'author' | 'restored'>> = {},
): Promise<FoundContent> {
  if (content === item.content) return item;
  const at = await beginChange(tx, room, userId);
  const version = item.version + 1;
  await saveContent(tx, room.id, item, { content, updated_at: at, version });
  const replaced = {
    thingId: item.id,
    version: item.version,
    content: item.content,
    createdAt: item.created_at,
    files: async () => [],
  };
  await keepText(tx, 'content_versions', replaced, { version, at, author, restored });
  const entry = { roomId: room.id, userId, at, contentId: item.id };
  await recordActivity(tx, { ...entry, type: 'content_edited' });
  return { ...item, content, version, updated_at: at };
}

/** Returns its moment. */
export async function deleteItem(
  tx: Tx,
  room: MyRoom,
  item: FoundContent,
  userId: string,
): Promise<number> {
  const at = await beginChange(tx, room, userId, { content: -1 });
  await markContentDeleted(tx, room.id, item, { deleted_at: Date.now(), deleted_by: userId });
  await recordActivity(tx, { roomId: room.id, type: 'content_deleted', userId, at });
  return at;
}

/**
 * The log says that the item was added, so that it goes on telling what is in the room. Throws
 * CONTENT_NOT_FOUND when it is too late, or too late for them.
 */
export async function restoreItem(
  tx: Tx,
  room: MyRoom,
  contentId: string,
  userId: string,
  trashMs: number,
): Promise<FoundContent> {
  const now = Date.now();
  const item = await findDeletedContent(tx, room.id, contentId, now - trashMs);
  if (!item || !mayRestore(item, room.as, userId, now)) throw new ProductError('CONTENT_NOT_FOUND');
  const at = await beginChange(tx, room, userId, { content: 1 });
  const [file] = await listFiles(tx, ROOM, [item.id]);
  await markContentRestored(tx, room.id, item, file ? [file.name] : []);
  await recordActivity(tx, {
    roomId: room.id,
    userId,
    at,
    contentId: item.id,
    ...(file ? fileAdded(file.name) : textAdded),
  });
  return { ...item, deleted_at: null, deleted_by: null };
}
