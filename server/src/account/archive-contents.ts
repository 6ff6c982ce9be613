import { EXPORT_VERSION } from '@clipline/contract/schemas/account.ts';
import {
  MAX_ROOM_NAME_LENGTH,
  MAX_TAGS_PER_CLIP,
  MAX_TEXT_BODY_BYTES,
} from '@clipline/contract/limits.ts';
import { archivedText, id, line } from '@clipline/contract/schemas/common.ts';
import { position, size } from '@clipline/contract/schemas/desktop.ts';
import { tagName } from '@clipline/contract/schemas/tags.ts';
import { tagColors } from '@clipline/contract/tag-colors.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import * as z from 'zod/mini';
import { countTokens, type JsonBounds } from '../core/http/failures.ts';
import { inOwnTurn, LONG_BYTES } from '../core/http/guard.ts';
import { type Archive, damaged } from './archive.ts';

/** Clips, rooms and items together. */
export const MAX_THINGS = 200_000;
const MAX_DOCUMENT_BYTES = 1024 * 1024;
/** A text, spelt as long as JSON can, and the files of a clip. */
const MAX_LINE_BYTES = MAX_TEXT_BODY_BYTES + 512 * 1024;
const NEWLINE = 10;
const TAGS = 'tags.json';
const MAX_LISTED_FILES = 1000;
/**
 * Of what is parsed at a time. The schemas name no bounds: later exports may tell more of a thing,
 * which is passed over. Six things are told of each file of a clip.
 */
const MAX_JSON: JsonBounds = { depth: 8, tokens: 20 * MAX_LISTED_FILES };

const moment = z.pipe(
  z.string().check(
    z.maxLength(40),
    z.refine((text: string) => !Number.isNaN(Date.parse(text))),
  ),
  z.transform((text: string) => Math.min(Math.max(0, Date.parse(text)), Date.now())),
);
const archivedFile = z.object({
  id,
  name: z.string().check(z.minLength(1), z.maxLength(1024)),
  type: z.string().check(z.maxLength(255)),
  /** Exports of the first weeks have none. */
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
export type ArchivedFile = z.output<typeof archivedFile>;

const archivedTag = z.object({ id, name: tagName, color: z.enum(tagColors) });
export type ArchivedTag = z.output<typeof archivedTag>;

const archivedClip = z.object({
  id,
  content: archivedText,
  isFavorite: z.boolean(),
  /** Exports of before addresses could be closed have none. */
  addressOpen: z.optional(z.boolean()),
  createdAt: moment,
  updatedAt: moment,
  /** Older servers allowed more than a clip holds now. */
  files: z.array(archivedFile).check(z.maxLength(MAX_LISTED_FILES)),
  /** Exports of before there were tags have none. */
  tagIds: z.optional(z.array(id).check(z.maxLength(MAX_TAGS_PER_CLIP))),
});
export type ArchivedClip = z.output<typeof archivedClip>;

const kind = z.enum(['text', 'file']);
const archivedRoomItem = z.object({
  id,
  type: kind,
  content: archivedText,
  createdAt: moment,
  updatedAt: moment,
  file: z.nullable(archivedFile),
});
export type ArchivedRoomItem = z.output<typeof archivedRoomItem>;

const archivedDesktopItem = z.object({
  id,
  type: kind,
  content: archivedText,
  position,
  size,
  createdAt: moment,
  file: z.nullable(archivedFile),
});
export type ArchivedDesktopItem = z.output<typeof archivedDesktopItem>;

const archivedRoom = z.object({
  id,
  name: line(MAX_ROOM_NAME_LENGTH),
  isPrivate: z.boolean(),
  createdAt: moment,
});
export type ArchivedRoom = z.output<typeof archivedRoom>;

const manifest = z.object({ format: z.literal('clipline-export'), version: z.number() });

async function parsed<S extends z.ZodMiniType>(
  schema: S,
  bytes: Buffer,
  path: string,
): Promise<z.output<S>> {
  const read = () => {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (countTokens(text, MAX_JSON) === undefined) throw new Error('Beyond its bounds');
    return schema.parse(JSON.parse(text));
  };
  try {
    return bytes.length <= LONG_BYTES ? read() : await inOwnTurn('archives', read);
  } catch {
    throw damaged(`${path} holds something that no export writes`);
  }
}

async function readDocument<S extends z.ZodMiniType>(
  archive: Archive,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of archive.text(path)) {
    length += chunk.length;
    if (length > MAX_DOCUMENT_BYTES) throw damaged(`${path} is far too long`);
    chunks.push(chunk);
  }
  return parsed(schema, Buffer.concat(chunks), path);
}

async function* linesOf(archive: Archive, path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of archive.text(path)) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]);
      begun = [];
      length = 0;
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_LINE_BYTES) throw damaged(`${path} has a line that is far too long`);
  }
  if (length > 0) yield Buffer.concat(begun);
}

/**
 * An array as exports write it, one element a line: read that way, however long it is, no more than
 * one is held.
 */
async function* readList<S extends z.ZodMiniType>(
  archive: Archive,
  path: string,
  schema: S,
): AsyncGenerator<z.output<S>> {
  let state: 'before' | 'inside' | 'after' = 'before';
  for await (const row of linesOf(archive, path)) {
    const text = row.toString('latin1').trim();
    if (state === 'before' && (text === '[' || text === '[]'))
      state = text === '[' ? 'inside' : 'after';
    else if (state === 'inside' && text === ']') state = 'after';
    else if (state === 'inside') {
      const end = text.endsWith(',') ? row.lastIndexOf(',') : row.length;
      yield await parsed(schema, row.subarray(0, end), path);
    } else throw damaged(`${path} is no list as exports write it`);
  }
  if (state !== 'after') throw damaged(`${path} ends too early`);
}

/** Throws NOT_AN_EXPORT or ARCHIVE_TOO_NEW. */
export async function checkManifest(archive: Archive): Promise<void> {
  const found = await readDocument(archive, 'manifest.json', z.unknown());
  const { success, data } = manifest.safeParse(found);
  if (!success) throw new ProductError('NOT_AN_EXPORT');
  if (data.version > EXPORT_VERSION) throw new ProductError('ARCHIVE_TOO_NEW');
}

/** None in exports of before there were any. */
export async function* readTags(archive: Archive): AsyncGenerator<ArchivedTag> {
  if (archive.has(TAGS)) yield* readList(archive, TAGS, archivedTag);
}
/** Newest first. */
export const readClips = (archive: Archive): AsyncGenerator<ArchivedClip> =>
  readList(archive, 'clips.json', archivedClip);
export const readDesktop = (archive: Archive): AsyncGenerator<ArchivedDesktopItem> =>
  readList(archive, 'desktop.json', archivedDesktopItem);
export async function readRoom(archive: Archive, roomId: string): Promise<ArchivedRoom> {
  const path = `rooms/${roomId}/room.json`;
  const room = await readDocument(archive, path, archivedRoom);
  if (room.id !== roomId) throw damaged(`${path} is of another room`);
  return room;
}
/** Oldest first. */
export const readRoomItems = (archive: Archive, roomId: string): AsyncGenerator<ArchivedRoomItem> =>
  readList(archive, `rooms/${roomId}/content.json`, archivedRoomItem);
