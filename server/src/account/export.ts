import { Readable } from 'node:stream';
import { EXPORT_VERSION } from '@clipline/contract/schemas/account.ts';
import type { App } from '../core/app.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import type { ZipEntry } from '../core/http/stream.ts';
import { idsOf, rowsPerId } from '../core/ids.ts';
import { ObjectMissing } from '../core/storage/object-storage.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { filterOf, listClipsAfter } from '../clips/clip-lists.queries.ts';
import { type ClipRow, listTagsOf } from '../clips/clips.queries.ts';
import { listTagRows } from '../clips/tags.queries.ts';
import { findDesktopOfUser, type ItemRow, listItems } from '../desktop/desktop.queries.ts';
import { listMembers } from '../rooms/room-members.queries.ts';
import { unpackText } from '../texts/history.ts';
import { filesOf, KEPT_FILE } from '../texts/history.queries.ts';
import {
  type Chunk,
  type ContentRow,
  type ExportedFile,
  type KeptVersion,
  listContentAfter,
  listDeletedClips,
  listDeletedContent,
  listDeletedItems,
  listFilesWithHash,
  listFormerMembers,
  listLinksOf,
  listOpeningsOf,
  listOwnedRooms,
  listVersionsAfter,
} from './export.queries.ts';

/** Texts may have half a megabyte each. */
const CHUNK = 50;
/** What is packed at a time: each piece costs as much as many short items. */
const PIECE_LENGTH = 64 * 1024;

export type ExportedUser = Pick<CurrentUser, 'id' | 'name' | 'email' | 'createdAt'>;

interface Export {
  readonly app: App;
  readonly userId: string;
  readonly files: Map<string, ExportedFile>;
}

const json = (path: string, chunks: AsyncIterable<string>): ZipEntry => ({
  path,
  bytes: Readable.from(chunks, { objectMode: false }),
  compress: true,
});

async function* whole(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

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

/** The name is safe since the upload; the id before it keeps equal names apart. */
const pathOf = (file: ExportedFile) => `files/${file.id}/${file.name}`;

function presentFile({ files }: Export, file: ExportedFile) {
  files.set(file.id, file);
  return {
    id: file.id,
    name: file.name,
    size: file.size,
    type: file.media_type,
    // Of a file that is deleted meanwhile it is unknown.
    sha256: file.sha256 ?? undefined,
    path: pathOf(file),
  };
}

async function filesOfEach(
  { app }: Export,
  kind: string,
  holderIds: string[],
): Promise<ExportedFile[][]> {
  const files = await listFilesWithHash(app.db, kind, holderIds);
  return rowsPerId(holderIds, files, (file) => file.holder_id);
}

async function* inChunks<T>(find: (chunk: Chunk<T>) => Promise<T[]>): AsyncGenerator<T[]> {
  let rows: T[] = [];
  do {
    rows = await find({ after: rows.at(-1), limit: CHUNK });
    yield rows;
  } while (rows.length === CHUNK);
}

async function* clipsOf(work: Export): AsyncGenerator {
  const { db } = work.app;
  const filter = filterOf(work.userId, {}, Date.now());
  const chunks = inChunks<ClipRow>(({ after, limit }) => listClipsAfter(db, filter, after, limit));
  for await (const rows of chunks) yield* await presentClips(work, rows);
}

async function presentClips(work: Export, rows: readonly ClipRow[]) {
  const ids = idsOf(rows);
  const files = await filesOfEach(work, 'clip', ids);
  const tags = await listTagsOf(work.app.db, work.userId, ids);
  return rows.map(({ id, content, is_favorite, address_open, created_at, updated_at }, index) => ({
    id,
    content,
    isFavorite: is_favorite === 1,
    addressOpen: address_open === 1,
    createdAt: isoTime(created_at),
    updatedAt: isoTime(updated_at),
    files: files[index]!.map((file) => presentFile(work, file)),
    tagIds: idsOf(tags[index]!),
  }));
}

async function* tagsOf({ app, userId }: Export): AsyncGenerator {
  for (const { id, name, color } of await listTagRows(app.db, userId)) yield { id, name, color };
}

async function* contentOf(work: Export, roomId: string): AsyncGenerator {
  const { db } = work.app;
  for await (const rows of inChunks<ContentRow>((chunk) => listContentAfter(db, roomId, chunk)))
    yield* await presentContent(work, rows);
}

async function presentContent(work: Export, rows: readonly ContentRow[]) {
  const files = await filesOfEach(work, 'room', idsOf(rows));
  return rows.map(({ id, type, content, author_email: author, created_at, updated_at }, index) => {
    const [file] = files[index]!;
    return {
      id,
      type,
      content,
      author,
      createdAt: isoTime(created_at),
      updatedAt: isoTime(updated_at),
      file: file ? presentFile(work, file) : null,
    };
  });
}

async function desktopOf(work: Export) {
  const { db } = work.app;
  const desktop = await findDesktopOfUser(db, work.userId);
  return desktop ? presentItems(work, await listItems(db, desktop.id)) : [];
}

async function presentItems(work: Export, rows: readonly ItemRow[]) {
  const files = await filesOfEach(work, 'desktop', idsOf(rows));
  return rows.map(({ id, type, content, position, size, created_at }, index) => {
    const [file] = files[index]!;
    return {
      id,
      type,
      content,
      position: JSON.parse(position) as unknown,
      size: JSON.parse(size) as unknown,
      createdAt: isoTime(created_at),
      file: file ? presentFile(work, file) : null,
    };
  });
}

async function* versionsOf(work: Export): AsyncGenerator {
  const { scans } = work.app.store;
  for (const kind of ['clip', 'roomItem'] as const) {
    const chunks = inChunks<KeptVersion>((chunk) =>
      listVersionsAfter(scans, kind, work.userId, chunk),
    );
    for await (const rows of chunks) {
      const things = rows.map((row) => row.thing_id);
      const deleted = await filesOfEach(work, KEPT_FILE, things);
      for (const [index, row] of rows.entries())
        yield presentVersion(work, kind, row, deleted[index]!);
    }
  }
}

async function presentVersion(
  work: Export,
  kind: 'clip' | 'roomItem',
  row: KeptVersion,
  deleted: readonly ExportedFile[],
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
      return gone ? presentFile(work, gone) : file;
    }),
  };
}

async function* trashOf(work: Export): AsyncGenerator {
  const { app, userId } = work;
  for await (const rows of inChunks<ClipRow>((chunk) => listDeletedClips(app.db, userId, chunk)))
    for (const [at, clip] of (await presentClips(work, rows)).entries())
      yield { kind: 'clip', deletedAt: isoOrNull(rows[at]!.deleted_at), ...clip };
  for await (const rows of inChunks<ContentRow>((chunk) =>
    listDeletedContent(app.db, userId, chunk),
  ))
    for (const [at, item] of (await presentContent(work, rows)).entries()) {
      const { room_id: roomId, deleted_at } = rows[at]!;
      yield { kind: 'roomItem', deletedAt: isoOrNull(deleted_at), roomId, ...item };
    }
  for await (const rows of inChunks<ItemRow>((chunk) => listDeletedItems(app.db, userId, chunk)))
    for (const [at, block] of (await presentItems(work, rows)).entries())
      yield { kind: 'desktopItem', deletedAt: isoOrNull(rows[at]!.deleted_at), ...block };
}

/** Without addresses: what a file tells should open nothing. */
async function* linksOf({ app, userId }: Export): AsyncGenerator {
  for (const link of await listLinksOf(app.db, userId)) {
    const openings = await listOpeningsOf(app.db, link.id);
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
async function* bytesOf({ app, files }: Export): AsyncGenerator<ZipEntry> {
  for (const file of files.values()) {
    try {
      const bytes = file.size === 0 ? Readable.from([]) : await app.storage.get(file.blob_id);
      yield { path: pathOf(file), bytes, compress: false };
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
    }
  }
}

export async function* exportOf(app: App, user: ExportedUser): AsyncGenerator<ZipEntry> {
  const { db } = app;
  const { id, name, email, createdAt } = user;
  const work: Export = { app, userId: id, files: new Map() };
  const exportedAt = isoTime(Date.now());
  yield json(
    'manifest.json',
    whole({ format: 'clipline-export', version: EXPORT_VERSION, exportedAt, userId: id }),
  );
  yield json('profile.json', whole({ id, name, email, createdAt: isoTime(createdAt) }));
  yield json('tags.json', list(tagsOf(work)));
  yield json('clips.json', list(clipsOf(work)));
  yield json('desktop.json', list(await desktopOf(work)));
  yield json('versions.json', list(versionsOf(work)));
  yield json('trash.json', list(trashOf(work)));
  yield json('links.json', list(linksOf(work)));
  for (const room of await listOwnedRooms(db, id)) {
    const isDeleted = room.deleted_at !== null;
    const members = await (isDeleted ? listFormerMembers : listMembers)(db, room.id);
    const about = {
      id: room.id,
      name: room.name,
      isPrivate: room.is_private === 1,
      createdAt: isoTime(room.created_at),
      ...(isDeleted && { deletedAt: isoOrNull(room.deleted_at) }),
      members: members.map(({ email: address, role }) => ({ email: address, role })),
    };
    const folder = `${isDeleted ? 'trash/' : ''}rooms/${room.id}`;
    yield json(`${folder}/room.json`, whole(about));
    yield json(`${folder}/content.json`, list(contentOf(work, room.id)));
  }
  yield* bytesOf(work);
}
