import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ProductError } from '@clipline/contract/errors.ts';
import {
  MAX_ROOM_NAME_LENGTH,
  MAX_TAGS_PER_CLIP,
  MAX_TEXT_BODY_BYTES,
} from '@clipline/contract/limits.ts';
import { EXPORT_VERSION } from '@clipline/contract/schemas/account.ts';
import { archivedText, id, line } from '@clipline/contract/schemas/common.ts';
import { position, size } from '@clipline/contract/schemas/desktop.ts';
import { tagName } from '@clipline/contract/schemas/tags.ts';
import { tagColors } from '@clipline/contract/tag-colors.ts';
import type { Entry, ZipFile } from 'yauzl';
import * as z from 'zod/mini';
import { countTokens, type JsonBounds } from '../core/http/failures.ts';

/** Declared sizes count, before anything is unpacked; the reader holds every entry to its own. */
const MAX_ENTRIES = 100_000;
const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
/** The list is held in memory with all that a ZIP may say of each entry. */
const MAX_LIST_BYTES = 48 * 1024 ** 2;
/** Clips, rooms and items together. */
const MAX_THINGS = 200_000;
const MAX_DOCUMENT_BYTES = 1024 * 1024;
/** A text, spelt as long as JSON can, and the files of a clip. */
const MAX_LINE_LENGTH = MAX_TEXT_BODY_BYTES + 512 * 1024;
const MAX_LISTED_FILES = 1000;
/** Later exports may tell more of a thing, which is passed over. */
const MAX_JSON: JsonBounds = { depth: 8, tokens: 20 * MAX_LISTED_FILES };
const STORED = 0;
const DEFLATED = 8;
const MANIFEST = 'manifest.json';

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

const archivedClip = z.object({
  id,
  content: archivedText,
  isFavorite: z.boolean(),
  addressOpen: z.optional(z.boolean()),
  createdAt: moment,
  updatedAt: moment,
  /** Older servers allowed more than a clip holds now. */
  files: z.array(archivedFile).check(z.maxLength(MAX_LISTED_FILES)),
  tagIds: z.optional(z.array(id).check(z.maxLength(MAX_TAGS_PER_CLIP))),
});
export type ArchivedClip = z.output<typeof archivedClip>;

const archivedItem = {
  id,
  type: z.enum(['text', 'file']),
  content: archivedText,
  createdAt: moment,
  file: z.nullable(archivedFile),
};
const archivedRoomItem = z.object({ ...archivedItem, updatedAt: moment });
export type ArchivedRoomItem = z.output<typeof archivedRoomItem>;
const archivedDesktopItem = z.object({ ...archivedItem, position, size });
export type ArchivedDesktopItem = z.output<typeof archivedDesktopItem>;

const archivedRoom = z.object({
  id,
  name: line(MAX_ROOM_NAME_LENGTH),
  isPrivate: z.boolean(),
  createdAt: moment,
});
export type ArchivedRoom = z.output<typeof archivedRoom>;

const manifest = z.object({ format: z.literal('clipline-export'), version: z.number() });

const damaged = (what: string) => new ProductError('ARCHIVE_DAMAGED', { what });
const tooLarge = (what: string) => new ProductError('ARCHIVE_TOO_LARGE', { what });

/** Failures of the machine stay what they are; all others are the ZIP's fault. */
const ours = (error: unknown, what: string): unknown =>
  error instanceof ProductError || (error as NodeJS.ErrnoException)?.syscall !== undefined
    ? error
    : damaged(what);

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let [packed, unpacked, listed] = [0, 0, 0];
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge(`it has more than ${MAX_ENTRIES} files`);
  for await (const entry of zip.eachEntry()) {
    // Entries that overlap could be read for days.
    packed += entry.compressedSize;
    if (packed > zip.fileSize) throw damaged('its files overlap');
    unpacked += entry.uncompressedSize;
    if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge('unpacked it has more than 8 GB');
    listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (listed > MAX_LIST_BYTES) throw tooLarge('its list of files has more than 48 MB');
    if (entry.isEncrypted()) throw new ProductError('ARCHIVE_ENCRYPTED');
    if (![STORED, DEFLATED].includes(entry.compressionMethod))
      throw damaged(`${entry.fileName} is packed in an unknown way`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

/** Some systems unpack what they download, and pack a folder of it again. */
function folderOf(paths: Iterable<string>): string {
  for (const path of paths) {
    const folder = path.slice(0, -MANIFEST.length);
    if (path.endsWith(MANIFEST) && /^(?!__MACOSX)([^/]+\/)?$/.test(folder)) return folder;
  }
  throw new ProductError('NOT_AN_EXPORT');
}

export class Archive {
  readonly rooms: string[] = [];
  readonly #zip: ZipFile;
  readonly #maxFileBytes: number;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #folder: string;
  /** By the ids of the files: systems spell names with accents in more than one way. */
  readonly #files = new Map<string, Entry>();

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxFileBytes: number) {
    this.#zip = zip;
    this.#maxFileBytes = maxFileBytes;
    this.#entries = entries;
    this.#folder = folderOf(entries.keys());
    for (const [path, entry] of entries) {
      if (!path.startsWith(this.#folder)) continue;
      const [kind, thingId, name] = path.slice(this.#folder.length).split('/', 3);
      if (kind === 'files' && thingId && name) this.#files.set(thingId, entry);
      if (thingId && path === `${this.#folder}rooms/${thingId}/room.json`) this.rooms.push(thingId);
    }
  }

  sizeOf(file: ArchivedFile): number | undefined {
    return this.#files.get(file.id)?.uncompressedSize;
  }

  /** A file that an export lists may have been deleted while it was written. */
  isTakeable(file: ArchivedFile): boolean {
    return (this.sizeOf(file) ?? Infinity) <= this.#maxFileBytes;
  }

  bytesOf(file: ArchivedFile): AsyncGenerator<Buffer> {
    return this.#unpack(this.#files.get(file.id), file.name, file.sha256);
  }

  async *#unpack(entry: Entry | undefined, name: string, sha256?: string): AsyncGenerator<Buffer> {
    if (!entry) throw damaged(`${name} is missing`);
    const hash = sha256 === undefined ? undefined : createHash('sha256');
    let sum = 0;
    const stream = await this.#zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw ours(error, `${name} cannot be read`);
    });
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum);
        hash?.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw ours(error, `${name} cannot be unpacked`);
    } finally {
      stream.destroy();
    }
    if (sum !== entry.crc32 || (hash && hash.digest('hex') !== sha256))
      throw damaged(`${name} is not what was exported`);
  }

  async *#linesOf(path: string): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let begun = '';
    for await (const chunk of this.#unpack(this.#entries.get(this.#folder + path), path)) {
      const [end, ...more] = decoded(decoder, chunk, path).split('\n');
      begun += end;
      for (const next of more) {
        yield begun;
        begun = next;
      }
      if (begun.length > MAX_LINE_LENGTH) throw damaged(`${path} has a line that is far too long`);
    }
    begun += decoded(decoder, undefined, path);
    if (begun !== '') yield begun;
  }

  async #document<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
    const entry = this.#entries.get(this.#folder + path);
    if ((entry?.uncompressedSize ?? 0) > MAX_DOCUMENT_BYTES)
      throw damaged(`${path} is far too long`);
    return parsed(schema, (await Array.fromAsync(this.#linesOf(path))).join('\n'), path);
  }

  /** One element a line, as exports write it: however long the list is, one is held. */
  async *#list<S extends z.ZodMiniType>(path: string, schema: S): AsyncGenerator<z.output<S>> {
    let isOpen: boolean | undefined;
    for await (const each of this.#linesOf(path)) {
      const text = each.trim();
      if (isOpen === undefined && (text === '[' || text === '[]')) isOpen = text === '[';
      else if (isOpen && text === ']') isOpen = false;
      else if (isOpen) yield parsed(schema, text.replace(/,$/, ''), path);
      else throw damaged(`${path} is no list as exports write it`);
    }
    if (isOpen !== false) throw damaged(`${path} ends too early`);
  }

  async *tags() {
    if (this.#entries.has(`${this.#folder}tags.json`)) yield* this.#list('tags.json', archivedTag);
  }
  clips() {
    return this.#list('clips.json', archivedClip);
  }
  desktop() {
    return this.#list('desktop.json', archivedDesktopItem);
  }
  async room(roomId: string): Promise<ArchivedRoom> {
    const path = `rooms/${roomId}/room.json`;
    const room = await this.#document(path, archivedRoom);
    if (room.id !== roomId) throw damaged(`${path} is of another room`);
    return room;
  }
  roomItems(roomId: string) {
    return this.#list(`rooms/${roomId}/content.json`, archivedRoomItem);
  }

  async #checkManifest(): Promise<void> {
    const { success, data } = manifest.safeParse(await this.#document(MANIFEST, z.unknown()));
    if (!success) throw new ProductError('NOT_AN_EXPORT');
    if (data.version > EXPORT_VERSION) throw new ProductError('ARCHIVE_TOO_NEW');
  }

  async *#things(): AsyncGenerator<readonly ArchivedFile[]> {
    for await (const tag of this.tags()) yield tag && [];
    for await (const { files } of this.clips()) yield files;
    for await (const { file } of this.desktop()) yield file ? [file] : [];
    for (const roomId of this.rooms) {
      await this.room(roomId);
      yield [];
      for await (const { file } of this.roomItems(roomId)) yield file ? [file] : [];
    }
  }

  /** What is damaged is found out while there is nothing to undo. */
  async check(): Promise<void> {
    await this.#checkManifest();
    const listed = new Set<string>();
    let things = 0;
    for await (const files of this.#things()) {
      things += 1;
      if (things > MAX_THINGS) throw tooLarge(`it has more than ${MAX_THINGS} entries`);
      for (const file of files.filter((each) => this.isTakeable(each))) {
        // A file has one thing that holds it, so each is unpacked once.
        if (listed.has(file.id)) throw damaged(`${file.name} is listed twice`);
        listed.add(file.id);
        for await (const chunk of this.bytesOf(file)) void chunk;
      }
    }
  }
}

/** Without bytes: nothing is left of a character that was cut. */
function decoded(decoder: TextDecoder, bytes: Buffer | undefined, path: string): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw damaged(`${path} holds something that no export writes`);
  }
}

function parsed<S extends z.ZodMiniType>(schema: S, text: string, path: string): z.output<S> {
  try {
    if (countTokens(text, MAX_JSON) === undefined) throw new Error('Beyond its bounds');
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged(`${path} holds something that no export writes`);
  }
}

export async function openArchive(
  fd: number,
  head: Uint8Array,
  maxFileBytes: number,
): Promise<Archive> {
  if (Buffer.from(head).toString('latin1', 0, 2) !== 'PK') throw new ProductError('NOT_AN_EXPORT');
  const { fromFdPromise } = await import('yauzl');
  try {
    const zip = await fromFdPromise(fd, { autoClose: false });
    return new Archive(zip, await listEntries(zip), maxFileBytes);
  } catch (error) {
    throw ours(error, 'it was cut off or changed');
  }
}
