import type { Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { newId } from '../core/ids.ts';
import { listFiles } from '../files/files.queries.ts';
import { safeName } from '../files/names.ts';
import { addFile, type Upload } from '../files/uploads.ts';
import { authorOf, noteCreation, replaceText, type Saving } from '../texts/history.ts';
import { addText, removeText } from '../texts/search.queries.ts';
import { beginChange, type MyRoom } from './require-room.ts';
import { logFormerChange, touchRoom } from './rooms.queries.ts';
import * as queries from './room-content.queries.ts';

const added = (fileName: string | undefined) =>
  fileName === undefined
    ? ({ type: 'content_add', details: { contentType: 'text' }, content: 1 } as const)
    : ({ type: 'file_uploaded', details: { fileName }, content: 1 } as const);

type NewItem = Pick<queries.FoundContent, 'id' | 'type' | 'content' | 'created_at' | 'updated_at'>;

async function insertItem(
  tx: Tx,
  roomId: string,
  author: CurrentUser,
  item: NewItem,
  fileName: string | undefined,
): Promise<queries.FoundContent> {
  const row = {
    ...item,
    version: 1,
    deleted_at: null,
    deleted_by: null,
    user_id: author.id,
    author_email: author.email,
  };
  const names = fileName === undefined ? [] : [fileName];
  await queries.insertContent(tx, { ...row, room_id: roomId }, names);
  return { ...row, name: author.name };
}

async function addItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  item: Pick<NewItem, 'id' | 'type' | 'content'>,
  fileName?: string,
): Promise<queries.FoundContent> {
  const at = await beginChange(tx, room, author.id, { ...added(fileName), contentId: item.id });
  return insertItem(tx, room.id, author, { ...item, created_at: at, updated_at: at }, fileName);
}

/** What comes from elsewhere keeps its dates, in the log too. Returns its id here. */
export async function takeOverItem(
  tx: Tx,
  roomId: string,
  author: CurrentUser,
  { content, createdAt: at, updatedAt }: { content: string; createdAt: number; updatedAt: number },
  received: Upload | undefined,
): Promise<string> {
  const id = newId();
  await touchRoom(tx, roomId, { content: 1 });
  const file = received && (await addFile(tx, received, { kind: queries.ROOM, id }, at));
  const dates = { created_at: at, updated_at: Math.max(at, updatedAt) };
  const item = file
    ? ({ id, type: 'file', content: '', ...dates } as const)
    : ({ id, type: 'text', content, ...dates } as const);
  await insertItem(tx, roomId, author, item, file?.name);
  const { content: _count, ...entry } = added(file?.name);
  await logFormerChange(tx, { ...entry, roomId, userId: author.id, contentId: id }, at);
  return id;
}

export async function addTextItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  content: string,
): Promise<queries.FoundContent> {
  const item = await addItem(tx, room, author, { id: newId(), type: 'text', content });
  // What is not noted is a person's own.
  if (author.program) {
    const saving = { version: item.version, at: item.created_at, author: authorOf(author) };
    await noteCreation(tx, 'content_versions', item.id, saving);
  }
  return item;
}

export async function addFileItem(
  tx: Tx,
  room: MyRoom,
  author: CurrentUser,
  received: Upload,
): Promise<queries.FoundContent> {
  const id = newId();
  const name = safeName(received.name);
  const item = await addItem(tx, room, author, { id, type: 'file', content: '' }, name);
  await addFile(tx, received, { kind: queries.ROOM, id }, item.created_at);
  return item;
}

/** Returns the very item when the text is the same. */
export async function saveText(
  tx: Tx,
  room: MyRoom,
  item: queries.FoundContent,
  content: string,
  { author, restored }: Pick<Saving, 'author' | 'restored'>,
): Promise<queries.FoundContent> {
  if (content === item.content) return item;
  const entry = { type: 'content_edited', contentId: item.id } as const;
  const at = await beginChange(tx, room, item.user_id, entry);
  const version = item.version + 1;
  await queries.updateContent(tx, item.id, { content, updated_at: at, version });
  const saving = { content, version, at, author, restored };
  await replaceText(tx, 'content_versions', queries.textKeyOf(room.id, item), item, saving);
  return { ...item, content, version, updated_at: at };
}

export async function deleteItem(
  tx: Tx,
  room: MyRoom,
  item: queries.FoundContent,
  userId: string,
): Promise<number> {
  const at = await beginChange(tx, room, userId, { type: 'content_deleted', content: -1 });
  await queries.updateContent(tx, item.id, { deleted_at: Date.now(), deleted_by: userId });
  await removeText(tx, queries.textKeyOf(room.id, item));
  return at;
}

/** The log says that the item was added, so that it goes on telling what is in the room. */
export async function restoreItem(
  tx: Tx,
  room: MyRoom,
  item: queries.FoundContent,
  userId: string,
): Promise<queries.FoundContent> {
  const [file] = await listFiles(tx, queries.ROOM, [item.id]);
  await beginChange(tx, room, userId, { ...added(file?.name), contentId: item.id });
  const restored = { deleted_at: null, deleted_by: null };
  await queries.updateContent(tx, item.id, restored);
  await addText(tx, queries.textKeyOf(room.id, item), item.content, file ? [file.name] : []);
  return { ...item, ...restored };
}
