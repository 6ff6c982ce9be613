import { Readable } from 'node:stream';
import { EXPORT_VERSION } from '@clipline/contract/schemas/account.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { ObjectMissing } from '../core/storage/object-storage.ts';
import { filterOf, listClipsAfter } from '../clips/clip-lists.queries.ts';
import type { ClipRow } from '../clips/clips.queries.ts';
import { listTagsOf, listTagRows } from '../clips/tags.queries.ts';
import { findDesktopOfUser, type ItemRow, listItems } from '../desktop/desktop.queries.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { unpackText } from '../texts/history.ts';
import { filesOf, KEPT_FILE } from '../texts/history.queries.ts';
import { listMembers } from '../rooms/room-members.queries.ts';
import {
  type Chunk,
  type ContentRow,
  type DeletedContentRow,
  listClipsWithFiles,
  listClipsWithKeptFiles,
  listContentAfter,
  listDeletedClips,
  listDeletedContent,
  listDeletedItems,
  listFileItems,
  listFormerMembers,
  findHashes,
  listItemsWithFiles,
  listLinksOf,
  listOpeningsOf,
  listOwnedRooms,
  listVersionsAfter,
  type KeptVersion,
  type Standing,
} from './export.queries.ts';
import type { ZipEntry } from '../core/http/stream.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { idsOf, rowsPerId } from '../core/ids.ts';

/** Texts may have half a megabyte each. */
const CHUNK = 20;

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
/** What is packed at a time: each piece costs as much as many short items. */
const PIECE_LENGTH = 64 * 1024;

async function* list(items: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  let piece = '';
  for await (const item of items) {
    piece += before + JSON.stringify(item);
    before = ',\n';
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece + (before === '[\n' ? '[]\n' : '\n]\n');
}

/** The files of each of these holders. */
async function filesOfEach(db: Db, kind: string, holderIds: string[]): Promise<HashedFile[][]> {
  const files = await listFiles(db, kind, holderIds);
  const blobIds = files.map((file) => file.blob_id);
  const hashes = rowsPerId(blobIds, await findHashes(db, blobIds), ({ id }) => id);
  const hashed = files.map((file, index) => ({ ...file, sha256: hashes[index]?.[0]?.sha256 }));
  return rowsPerId(holderIds, hashed, (file) => file.holder_id);
}

/** All there is, from the first to the last, some at a time. */
async function* inChunks<T>(find: (chunk: Chunk<T>) => Promise<T[]>): AsyncGenerator<T[]> {
  let rows: T[] = [];
  do {
    rows = await find({ after: rows.at(-1), limit: CHUNK });
    yield rows;
  } while (rows.length === CHUNK);
}

async function* clipsOf(db: Db, userId: string): AsyncGenerator {
  const filter = filterOf(userId, {}, Date.now());
  const chunks = inChunks<ClipRow>(({ after, limit }) => listClipsAfter(db, filter, after, limit));
  for await (const rows of chunks) yield* await presentClips(db, userId, rows);
}

async function presentClips(db: Db, userId: string, rows: readonly ClipRow[]) {
  const ids = idsOf(rows);
  const files = await filesOfEach(db, 'clip', ids);
  const tags = await listTagsOf(db, userId, ids);
  return rows.map(({ id, content, is_favorite, address_open, created_at, updated_at }, index) => ({
    id,
    content,
    isFavorite: is_favorite === 1,
    addressOpen: address_open === 1,
    createdAt: isoTime(created_at),
    updatedAt: isoTime(updated_at),
    files: files[index]!.map(presentFile),
    tagIds: tags[index]!.map((tag) => tag.id),
  }));
}

async function* tagsOf(db: Db, userId: string): AsyncGenerator {
  for (const { id, name, color } of await listTagRows(db, userId)) yield { id, name, color };
}

async function* contentOf(db: Db, roomId: string): AsyncGenerator {
  for await (const rows of inChunks<ContentRow>((chunk) => listContentAfter(db, roomId, chunk)))
    yield* await presentContent(db, rows);
}

async function presentContent(db: Db, rows: readonly ContentRow[]) {
  const files = await filesOfEach(db, 'room', idsOf(rows));
  return rows.map(({ id, type, content, author_email: author, created_at, updated_at }, index) => {
    const [file] = files[index]!;
    return {
      id,
      type,
      content,
      author,
      createdAt: isoTime(created_at),
      updatedAt: isoTime(updated_at),
      file: file ? presentFile(file) : null,
    };
  });
}

async function desktopOf(db: Db, userId: string) {
  const desktop = await findDesktopOfUser(db, userId);
  return desktop ? presentItems(db, await listItems(db, desktop.id)) : [];
}

async function presentItems(db: Db, rows: readonly ItemRow[]) {
  const files = await filesOfEach(db, 'desktop', idsOf(rows));
  return rows.map(({ id, type, content, position, size, created_at }, index) => {
    const [file] = files[index]!;
    return {
      id,
      type,
      content,
      position: JSON.parse(position) as unknown,
      size: JSON.parse(size) as unknown,
      createdAt: isoTime(created_at),
      file: file ? presentFile(file) : null,
    };
  });
}

/** Earlier texts of clips, and of what is in rooms of one's own, oldest first. */
async function* versionsOf(db: Db, scans: Db, userId: string): AsyncGenerator {
  for (const kind of ['clip', 'roomItem'] as const) {
    const chunks = inChunks<KeptVersion>((chunk) => listVersionsAfter(scans, kind, userId, chunk));
    for await (const rows of chunks) {
      const kept = await filesOfEach(
        db,
        KEPT_FILE,
        rows.map((row) => row.thing_id),
      );
      for (const [index, row] of rows.entries()) yield presentVersion(kind, row, kept[index]!);
    }
  }
}

async function presentVersion(
  kind: 'clip' | 'roomItem',
  row: KeptVersion,
  deleted: readonly HashedFile[],
) {
  const { thing_id: id, version, saved_at, ended_at, by_kind, by_label } = row;
  return {
    kind,
    id,
    version,
    savedAt: isoTime(saved_at),
    replacedAt: isoTime(ended_at),
    by: { kind: by_kind, label: by_label },
    content: await unpackText(row.packed),
    files: filesOf(row).map((file) => {
      const gone = deleted.find((each) => each.id === file.id);
      return gone ? presentFile(gone) : file;
    }),
  };
}

/** What can still be brought back: of rooms those of one's own, and what was deleted in these. */
async function* trashOf(db: Db, userId: string): AsyncGenerator {
  for await (const rows of inChunks<ClipRow>((chunk) => listDeletedClips(db, userId, chunk)))
    for (const [at, clip] of (await presentClips(db, userId, rows)).entries())
      yield { kind: 'clip', deletedAt: isoOrNull(rows[at]?.deleted_at ?? null), ...clip };
  const content = inChunks<DeletedContentRow>((chunk) => listDeletedContent(db, userId, chunk));
  for await (const rows of content)
    for (const [at, item] of (await presentContent(db, rows)).entries()) {
      const { room_id: roomId = '', deleted_at = null } = rows[at] ?? {};
      yield { kind: 'roomItem', deletedAt: isoOrNull(deleted_at), roomId, ...item };
    }
  for await (const rows of inChunks<ItemRow>((chunk) => listDeletedItems(db, userId, chunk)))
    for (const [at, block] of (await presentItems(db, rows)).entries())
      yield { kind: 'desktopItem', deletedAt: isoOrNull(rows[at]?.deleted_at ?? null), ...block };
}

/** Without their addresses: what a file tells should open nothing. */
async function* linksOf(db: Db, userId: string): AsyncGenerator {
  for (const link of await listLinksOf(db, userId)) {
    const openings = await listOpeningsOf(db, link.id);
    yield {
      id: link.id,
      kind: link.kind,
      clipId: link.clip_id,
      access: link.access,
      label: link.label,
      expiresAt: isoOrNull(link.expires_at),
      maxViews: link.max_views,
      views: link.views,
      burn: link.burn === 1,
      hasPassword: link.password_hash !== null,
      notify: link.notify === 1,
      createdAt: isoTime(link.created_at),
      revokedAt: isoOrNull(link.revoked_at),
      openings: openings.map(({ at, browser }) => ({ at: isoTime(at), browser })),
    };
  }
}

/** A file that is deleted meanwhile is left out. */
async function* bytesOf(
  { db, storage }: App,
  kind: string,
  find: (chunk: Chunk<Standing>) => Promise<Standing[]>,
): AsyncGenerator<ZipEntry> {
  for await (const holders of inChunks(find)) {
    const ids = idsOf(holders);
    for (const file of await listFiles(db, kind, ids)) {
      try {
        const bytes = file.size === 0 ? Readable.from([]) : await storage.get(file.blob_id);
        yield { path: pathOf(file), bytes, compress: false };
      } catch (error) {
        if (!(error instanceof ObjectMissing)) throw error;
      }
    }
  }
}

/** Everything of one person, part by part. */
export async function* exportOf(app: App, user: ExportedUser): AsyncGenerator<ZipEntry> {
  const { db, store } = app;
  const { scans } = store;
  const { id, name, email, createdAt } = user;
  const exportedAt = isoTime(Date.now());
  yield json(
    'manifest.json',
    whole({ format: 'clipline-export', version: EXPORT_VERSION, exportedAt, userId: id }),
  );
  yield json('profile.json', whole({ id, name, email, createdAt: isoTime(createdAt) }));
  yield json('tags.json', list(tagsOf(db, id)));
  yield json('clips.json', list(clipsOf(db, id)));
  yield json('desktop.json', list(await desktopOf(db, id)));
  yield json('versions.json', list(versionsOf(db, scans, id)));
  yield json('trash.json', list(trashOf(db, id)));
  yield json('links.json', list(linksOf(db, id)));
  const rooms = await listOwnedRooms(db, id);
  for (const room of rooms) {
    const isDeleted = room.deleted_at !== null;
    const members = await (isDeleted ? listFormerMembers : listMembers)(db, room.id);
    const about = {
      id: room.id,
      name: room.name,
      isPrivate: room.is_private === 1,
      createdAt: isoTime(room.created_at),
      ...(isDeleted ? { deletedAt: isoOrNull(room.deleted_at) } : {}),
      members: members.map(({ email: address, role }) => ({ email: address, role })),
    };
    const folder = `${isDeleted ? 'trash/' : ''}rooms/${room.id}`;
    yield json(`${folder}/room.json`, whole(about));
    yield json(`${folder}/content.json`, list(contentOf(db, room.id)));
  }
  yield* bytesOf(app, 'clip', (chunk) => listClipsWithFiles(db, id, chunk));
  yield* bytesOf(app, KEPT_FILE, (chunk) => listClipsWithKeptFiles(scans, id, chunk));
  yield* bytesOf(app, 'desktop', (chunk) => listItemsWithFiles(db, id, chunk));
  for (const room of rooms)
    yield* bytesOf(app, 'room', (chunk) => listFileItems(db, room.id, chunk));
}
