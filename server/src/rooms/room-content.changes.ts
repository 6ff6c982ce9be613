import { ProductError } from '@clipline/contract/errors.ts';
import type { Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import type { ReceivedFile } from '../core/http/uploads.ts';
import { newId } from '../core/ids.ts';
import { listFiles } from '../files/files.queries.ts';
import { safeName } from '../files/names.ts';
import { addFile } from '../files/uploads.ts';
import { authorOf, noteCreation, replaceText, type Saving } from '../texts/history.ts';
import { addText, removeText } from '../texts/search.queries.ts';
import { mayRestore } from './rooms.access.ts';
import type { MyRoom } from './require-room.ts';
import {
  findDeletedContent,
  type FoundContent,
  insertContent,
  ROOM,
  textKeyOf,
  updateContent,
} from './room-content.queries.ts';
import { beginChange } from './rooms.changes.ts';

const textAdded = { type: 'content_add', details: { contentType: 'text' } } as const;
const fileAdded = (fileName: string) => ({ type: 'file_uploaded', details: { fileName } }) as const;

async function insertItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  item: Pick<FoundContent, 'id' | 'type' | 'content' | 'created_at'>,
  fileNames: readonly string[],
): Promise<FoundContent> {
  const row = {
    ...item,
    version: 1,
    updated_at: item.created_at,
    deleted_at: null,
    deleted_by: null,
    user_id: author.id,
    author_email: author.email,
  };
  await insertContent(tx, { ...row, room_id: room.id }, fileNames);
  return { ...row, name: author.name };
}

export async function addTextItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  content: string,
): Promise<FoundContent> {
  const id = newId();
  const entry = { ...textAdded, contentId: id, content: 1 };
  const at = await beginChange(tx, room, author.id, entry);
  const item = await insertItem(
    tx,
    room,
    author,
    { id, type: 'text', content, created_at: at },
    [],
  );
  const saving = { version: item.version, at, author: authorOf(author) };
  await noteCreation(tx, 'content_versions', id, saving);
  return item;
}

export async function addFileItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  received: ReceivedFile,
): Promise<FoundContent> {
  const id = newId();
  const name = safeName(received.name);
  const entry = { ...fileAdded(name), contentId: id, content: 1 };
  const at = await beginChange(tx, room, author.id, entry);
  await addFile(tx, received, { kind: ROOM, id }, at);
  const item = { id, type: 'file', content: '', created_at: at } as const;
  return insertItem(tx, room, author, item, [name]);
}

/** Returns the very item when the text is the same. */
export async function saveText(
  tx: Tx,
  room: MyRoom,
  item: FoundContent,
  content: string,
  { author, restored }: Pick<Saving, 'author' | 'restored'>,
): Promise<FoundContent> {
  if (content === item.content) return item;
  const entry = { type: 'content_edited', contentId: item.id } as const;
  const at = await beginChange(tx, room, item.user_id, entry);
  const version = item.version + 1;
  await updateContent(tx, item.id, { content, updated_at: at, version });
  const saving = { content, version, at, author, restored };
  await replaceText(tx, 'content_versions', textKeyOf(room.id, item), item, saving);
  return { ...item, content, version, updated_at: at };
}

export async function deleteItem(
  tx: Tx,
  room: MyRoom,
  item: FoundContent,
  userId: string,
): Promise<number> {
  const at = await beginChange(tx, room, userId, { type: 'content_deleted', content: -1 });
  await updateContent(tx, item.id, { deleted_at: Date.now(), deleted_by: userId });
  await removeText(tx, textKeyOf(room.id, item));
  return at;
}

/** The log says that the item was added, so that it goes on telling what is in the room. */
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
  const [file] = await listFiles(tx, ROOM, [item.id]);
  const added = file ? fileAdded(file.name) : textAdded;
  await beginChange(tx, room, userId, { ...added, contentId, content: 1 });
  const restored = { deleted_at: null, deleted_by: null };
  await updateContent(tx, item.id, restored);
  await addText(tx, textKeyOf(room.id, item), item.content, file ? [file.name] : []);
  return { ...item, ...restored };
}
