import { Readable } from 'node:stream';
import { EXPORT_VERSION } from '@clipline/contract/schemas/account.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import type { ZipEntry } from '../core/http/stream.ts';
import { idsOf, rowsPerId } from '../core/ids.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { filterOf, listClipsAfter, listIdsAfter } from '../clips/clip-lists.queries.ts';
import { type ClipRow, listTagsOf } from '../clips/clips.queries.ts';
import { listTagRows } from '../clips/tags.queries.ts';
import { findDesktopOfUser, type ItemRow, listItems } from '../desktop/desktop.queries.ts';
import { readFile } from '../files/files.ts';
import { listMembers } from '../rooms/room-members.queries.ts';
import { unpackText } from '../texts/history.ts';
import { isInParts } from '../uploads/identity.ts';
import { filesOf, KEPT_FILE } from '../texts/history.queries.ts';
import * as queries from './export.queries.ts';
import type { Chunk, ContentRow, ExportedFile, KeptVersion } from './export.queries.ts';

/** Texts may have half a megabyte each. */
const CHUNK = 50;
const IDS_CHUNK = 500;
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
    sha256: file.sha256 === null || isInParts(file.sha256) ? undefined : file.sha256,
    path: pathOf(file),
  };
}

async function filesOfEach(
  { app }: Export,
  kind: string,
  holderIds: string[],
): Promise<ExportedFile[][]> {
  const files = await queries.listFilesWithHash(app.db, kind, holderIds);
  return rowsPerId(holderIds, files, (file) => file.holder_id);
}

/** All that `find` finds of a person or a room. */
async function* all<T, P>(
  work: Export,
  find: (db: Db, of: string, chunk: Chunk<T>) => Promise<T[]>,
  of: string,
  present: (work: Export, rows: readonly T[]) => Promise<P[]>,
): AsyncGenerator<P> {
  let rows: T[] = [];
  do {
    rows = await find(work.app.db, of, { after: rows.at(-1), limit: CHUNK });
    yield* await present(work, rows);
  } while (rows.length === CHUNK);
}

const deletion = (kind: string, at: number | null, more: object = {}) =>
  at === null ? {} : { kind, deletedAt: isoTime(at), ...more };

const listClips = (db: Db, userId: string, { after, limit }: Chunk<ClipRow>) =>
  listClipsAfter(db, filterOf(userId, {}, Date.now()), after, limit);

async function presentClips(work: Export, rows: readonly ClipRow[]) {
  const ids = idsOf(rows);
  const files = await filesOfEach(work, 'clip', ids);
  const tags = await listTagsOf(work.app.db, work.userId, ids);
  return rows.map((row, index) => ({
    ...deletion('clip', row.deleted_at),
    id: row.id,
    content: row.content,
    isFavorite: row.is_favorite === 1,
    addressOpen: row.address_open === 1,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    files: files[index]!.map((file) => presentFile(work, file)),
    tagIds: idsOf(tags[index]!),
  }));
}

async function* tagsOf({ app, userId }: Export): AsyncGenerator {
  for (const { id, name, color } of await listTagRows(app.db, userId)) yield { id, name, color };
}

const presentItem = (
  work: Export,
  { id, type, content, created_at }: ContentRow | ItemRow,
  [file]: readonly ExportedFile[] = [],
) => ({
  id,
  type,
  content,
  createdAt: isoTime(created_at),
  file: file ? presentFile(work, file) : null,
});

async function presentContent(work: Export, rows: readonly ContentRow[]) {
  const files = await filesOfEach(work, 'room', idsOf(rows));
  return rows.map((row, index) => ({
    ...deletion('roomItem', row.deleted_at, { roomId: row.room_id }),
    ...presentItem(work, row, files[index]),
    author: row.author_email,
    updatedAt: isoTime(row.updated_at),
  }));
}

async function presentBlocks(work: Export, rows: readonly ItemRow[]) {
  const files = await filesOfEach(work, 'desktop', idsOf(rows));
  return rows.map((row, index) => ({
    ...deletion('desktopItem', row.deleted_at),
    ...presentItem(work, row, files[index]),
    position: JSON.parse(row.position) as unknown,
    size: JSON.parse(row.size) as unknown,
  }));
}

async function desktopOf(work: Export) {
  const { db } = work.app;
  const desktop = await findDesktopOfUser(db, work.userId);
  return desktop ? presentBlocks(work, await listItems(db, desktop.id)) : [];
}

const presentVersions =
  (kind: 'clip' | 'roomItem') => async (work: Export, rows: readonly KeptVersion[]) => {
    const things = rows.map((row) => row.thing_id);
    const deleted = await filesOfEach(work, KEPT_FILE, things);
    return Promise.all(
      rows.map(async (row, index) => ({
        kind,
        id: row.thing_id,
        version: row.version,
        savedAt: isoTime(row.saved_at),
        replacedAt: isoTime(row.ended_at),
        by: { kind: row.by_kind, label: row.by_label },
        content: await unpackText(row.packed),
        files: filesOf(row).map((file) => {
          const gone = deleted[index]!.find((each) => each.id === file.id);
          return gone ? presentFile(work, gone) : file;
        }),
      })),
    );
  };

/** Versions lie by thing, whosever it is: asked for so, no read takes long. */
async function* versionsOfAll(
  work: Export,
  [kind, table]: ['clip', 'clip_versions'] | ['roomItem', 'content_versions'],
  listIds: (db: Db, of: string, after: string, limit: number) => Promise<string[]>,
  of: string,
): AsyncGenerator {
  const { db } = work.app;
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await listIds(db, of, after, IDS_CHUNK);
    const find = (_: Db, __: string, chunk: Chunk<KeptVersion>) =>
      queries.listVersionsOf(db, table, ids, chunk);
    if (ids.length > 0) yield* all(work, find, of, presentVersions(kind));
    after = ids.at(-1);
  }
}

async function* versionsOf(work: Export): AsyncGenerator {
  yield* versionsOfAll(work, ['clip', 'clip_versions'], listIdsAfter, work.userId);
  for (const { id } of await queries.listOwnedRooms(work.app.db, work.userId))
    yield* versionsOfAll(work, ['roomItem', 'content_versions'], queries.listContentIds, id);
}

async function* trashOf(work: Export): AsyncGenerator {
  yield* all(work, queries.listDeletedClips, work.userId, presentClips);
  yield* all(work, queries.listDeletedContent, work.userId, presentContent);
  yield* all(work, queries.listDeletedItems, work.userId, presentBlocks);
}

/** Without addresses: what a file tells should open nothing. */
async function* linksOf({ app, userId }: Export): AsyncGenerator {
  const openings = Map.groupBy(
    await queries.listOpeningsOf(app.db, userId),
    (each) => each.link_id,
  );
  for (const link of await queries.listLinksOf(app.db, userId))
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
      openings: (openings.get(link.id) ?? []).map(({ at, browser }) => ({
        at: isoTime(at),
        browser,
      })),
    };
}

async function* bytesOf({ app, files }: Export): AsyncGenerator<ZipEntry> {
  for (const file of files.values()) {
    const bytes = await readFile(app.storage, file);
    if (bytes) yield { path: pathOf(file), bytes };
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
  yield json('clips.json', list(all(work, listClips, id, presentClips)));
  yield json('desktop.json', list(await desktopOf(work)));
  yield json('versions.json', list(versionsOf(work)));
  yield json('trash.json', list(trashOf(work)));
  yield json('links.json', list(linksOf(work)));
  for (const room of await queries.listOwnedRooms(db, id)) {
    const isDeleted = room.deleted_at !== null;
    const members = await (isDeleted ? queries.listFormerMembers : listMembers)(db, room.id);
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
    yield json(
      `${folder}/content.json`,
      list(all(work, queries.listContentAfter, room.id, presentContent)),
    );
  }
  yield* bytesOf(work);
}
