import { Readable } from 'node:stream';
import { EXPORT_VERSION } from '@clipline/contract/schemas/account.ts';
import type { Db } from '../../platform/database/database.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { ObjectMissing } from '../../platform/storage/object-storage.ts';
import { filterOf, listClipsAfter } from '../clips/clip-lists.queries.ts';
import type { ClipRow } from '../clips/clips.queries.ts';
import { findTagsOf, listTagRows } from '../clips/tags.queries.ts';
import { findItems } from '../desktop/desktop-items.queries.ts';
import { findDesktopOfUser } from '../desktop/desktops.queries.ts';
import type { Files } from '../files/files.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { findMembers } from '../rooms/room-members.queries.ts';
import {
  findClipsWithFiles,
  findContentAfter,
  findFileItems,
  findHashes,
  findOwnedRooms,
  type Standing,
} from './export.queries.ts';
import type { ZipEntry } from '../../platform/http/zip.ts';

/** Texts may have half a megabyte each. */
const CHUNK = 20;

const iso = (time: number) => new Date(time).toISOString();
/** The name is safe since the upload; the id before it keeps equal names apart. */
const pathOf = (file: Pick<FileRow, 'id' | 'name'>) => `files/${file.id}/${file.name}`;
const presentFile = (file: HashedFile) => ({
  id: file.id,
  name: file.name,
  size: file.size,
  type: file.media_type,
  sha256: file.sha256,
  path: pathOf(file),
});

/** The hash is unknown of a file that is deleted meanwhile. */
type HashedFile = FileRow & { readonly sha256: string | undefined };
export type ExportedUser = Pick<CurrentUser, 'id' | 'name' | 'email' | 'createdAt'>;

const json = (path: string, chunks: AsyncIterable<string>): ZipEntry => ({
  path,
  bytes: Readable.from(chunks, { objectMode: false }),
  compress: true,
});
async function* whole(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}
async function* list(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function filesByHolder(db: Db, kind: string, holderIds: string[]) {
  const files = await listFiles(db, kind, holderIds);
  const hashes = await findHashes(
    db,
    files.map((file) => file.blob_id),
  );
  return Map.groupBy(
    files.map((file): HashedFile => ({ ...file, sha256: hashes.get(file.blob_id) })),
    (file) => file.holder_id,
  );
}

async function* clipsOf(db: Db, userId: string): AsyncGenerator {
  let rows: ClipRow[] = [];
  do {
    rows = await listClipsAfter(db, filterOf(userId, {}, Date.now()), rows.at(-1), CHUNK);
    const files = await filesByHolder(
      db,
      'clip',
      rows.map(({ id }) => id),
    );
    const tags = await findTagsOf(
      db,
      rows.map(({ id }) => id),
    );
    for (const { id, content, is_favorite, address_open, created_at, updated_at } of rows) {
      const own = (files.get(id) ?? []).map(presentFile);
      yield {
        id,
        content,
        isFavorite: is_favorite === 1,
        addressOpen: address_open === 1,
        createdAt: iso(created_at),
        updatedAt: iso(updated_at),
        files: own,
        tagIds: (tags.get(id) ?? []).map((tag) => tag.id),
      };
    }
  } while (rows.length === CHUNK);
}

async function* tagsOf(db: Db, userId: string): AsyncGenerator {
  for (const { id, name, color } of await listTagRows(db, userId)) yield { id, name, color };
}

async function* contentOf(db: Db, roomId: string): AsyncGenerator {
  let rows: Awaited<ReturnType<typeof findContentAfter>> = [];
  do {
    rows = await findContentAfter(db, roomId, rows.at(-1), CHUNK);
    const files = await filesByHolder(
      db,
      'room',
      rows.map(({ id }) => id),
    );
    for (const { id, type, content, author_email: author, created_at, updated_at } of rows) {
      const [file] = files.get(id) ?? [];
      yield {
        id,
        type,
        content,
        author,
        createdAt: iso(created_at),
        updatedAt: iso(updated_at),
        file: file ? presentFile(file) : null,
      };
    }
  } while (rows.length === CHUNK);
}

async function* desktopOf(db: Db, userId: string): AsyncGenerator {
  const desktop = await findDesktopOfUser(db, userId);
  const rows = desktop ? await findItems(db, desktop.id) : [];
  const files = await filesByHolder(
    db,
    'desktop',
    rows.map(({ id }) => id),
  );
  for (const { id, type, content, position, size, created_at } of rows) {
    const [file] = files.get(id) ?? [];
    const place = { position: JSON.parse(position) as unknown, size: JSON.parse(size) as unknown };
    yield {
      id,
      type,
      content,
      ...place,
      createdAt: iso(created_at),
      file: file ? presentFile(file) : null,
    };
  }
}

type FindAfter = (after: Standing | undefined, limit: number) => Promise<Standing[]>;

/** All, from the first to the last, some at a time. */
async function* inChunks(find: FindAfter): AsyncGenerator<string[]> {
  let rows: Standing[] = [];
  do {
    rows = await find(rows.at(-1), CHUNK);
    yield rows.map(({ id }) => id);
  } while (rows.length === CHUNK);
}

/** A file that is deleted meanwhile is left out. */
async function* bytesOf(
  { db, storage }: Files,
  kind: string,
  holders: AsyncIterable<string[]>,
): AsyncGenerator<ZipEntry> {
  for await (const ids of holders)
    for (const file of await listFiles(db, kind, ids)) {
      try {
        const bytes = file.size === 0 ? Readable.from([]) : await storage.get(file.blob_id);
        yield { path: pathOf(file), bytes, compress: false };
      } catch (error) {
        if (!(error instanceof ObjectMissing)) throw error;
      }
    }
}

async function* itemsOfDesktop(db: Db, userId: string): AsyncGenerator<string[]> {
  const desktop = await findDesktopOfUser(db, userId);
  if (desktop) yield (await findItems(db, desktop.id)).map((item) => item.id);
}

/** Everything of one person, part by part. */
export async function* exportOf(files: Files, user: ExportedUser): AsyncGenerator<ZipEntry> {
  const { db } = files;
  const { id, name, email, createdAt } = user;
  const exportedAt = iso(Date.now());
  yield json(
    'manifest.json',
    whole({ format: 'clipline-export', version: EXPORT_VERSION, exportedAt, userId: id }),
  );
  yield json('profile.json', whole({ id, name, email, createdAt: iso(createdAt) }));
  yield json('tags.json', list(tagsOf(db, id)));
  yield json('clips.json', list(clipsOf(db, id)));
  yield json('desktop.json', list(desktopOf(db, id)));
  const rooms = await findOwnedRooms(db, id);
  for (const room of rooms) {
    const members = (await findMembers(db, room.id)).map((member) => ({
      email: member.email,
      role: member.role,
    }));
    const about = {
      id: room.id,
      name: room.name,
      isPrivate: room.is_private === 1,
      createdAt: iso(room.created_at),
      members,
    };
    yield json(`rooms/${room.id}/room.json`, whole(about));
    yield json(`rooms/${room.id}/content.json`, list(contentOf(db, room.id)));
  }
  const clips = inChunks((after, limit) => findClipsWithFiles(db, id, after, limit));
  yield* bytesOf(files, 'clip', clips);
  yield* bytesOf(files, 'desktop', itemsOfDesktop(db, id));
  for (const room of rooms) {
    const items = inChunks((after, limit) => findFileItems(db, room.id, after, limit));
    yield* bytesOf(files, 'room', items);
  }
}
