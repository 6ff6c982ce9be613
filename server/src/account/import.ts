import { MAX_FILES_PER_CLIP, MAX_NAMED_SKIPS } from '@clipline/contract/limits.ts';
import type { ImportResult, SkipReason } from '@clipline/contract/schemas/account.ts';
import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import { planRefusal } from '@clipline/contract/plans.ts';
import type { App } from '../core/app.ts';
import type { Db, Tx } from '../core/db/database.ts';
import type { Change, CurrentUser } from '../core/http/current-user.ts';
import { idsOf } from '../core/ids.ts';
import { putMeasured } from '../core/storage/object-storage.ts';
import { tellLists } from '../clips/clips.news.ts';
import { takeOverClip } from '../clips/clips.changes.ts';
import { tagHere } from '../clips/tags.routes.ts';
import { addFileItem, addText, createDesktop, type Written } from '../desktop/desktop.changes.ts';
import { tellItemAdded } from '../desktop/desktop.news.ts';
import { findDesktopOfUser } from '../desktop/desktop.queries.ts';
import { looked, settle, type Upload } from '../files/uploads.ts';
import { takeOverItem } from '../rooms/room-content.changes.ts';
import { createOwnRoom } from '../rooms/rooms.changes.ts';
import { roomChanged } from '../rooms/rooms.news.ts';
import type {
  Archive,
  ArchivedClip,
  ArchivedDesktopItem,
  ArchivedFile,
  ArchivedRoom,
  ArchivedRoomItem,
} from './archive.ts';
import { backdateDesktopItem, findKnown, noteImported } from './account.queries.ts';

/** Few, because all others wait meanwhile, and fewer where texts or files are long. */
const LOT = 20;
const LOT_BYTES = 1024 ** 2;

interface Import {
  readonly app: App;
  readonly user: CurrentUser;
  readonly archive: Archive;
  /** A transaction in which the session of the import is still open. */
  readonly change: Change;
  readonly result: ImportResult;
}

interface Thing {
  readonly id: string;
  readonly content: string;
}

function skip({ result }: Import, name: string, reason: SkipReason): void {
  result.skippedTotal += 1;
  if (result.skipped.length < MAX_NAMED_SKIPS) result.skipped.push({ name, reason });
}

async function unless<T>(codes: readonly ErrorCode[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProductError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

function takeable(work: Import, files: readonly ArchivedFile[]): ArchivedFile[] {
  return files.filter((file) => {
    if (work.archive.isTakeable(file)) return true;
    const isThere = work.archive.sizeOf(file) !== undefined;
    skip(work, file.name, isThere ? 'file-too-large' : 'file-missing');
    return false;
  });
}

/** What is unpacked counts, not how small it was packed. */
const bytesOf = (archive: Archive, { content }: Thing, files: readonly ArchivedFile[]): number =>
  files.reduce((sum, file) => sum + (archive.sizeOf(file) ?? 0), Buffer.byteLength(content));

async function* inLots<T extends Thing>(
  archive: Archive,
  things: AsyncIterable<T>,
  filesOf: (thing: T) => readonly ArchivedFile[],
): AsyncGenerator<T[]> {
  let lot = new Map<string, T>();
  let bytes = 0;
  for await (const thing of things) {
    lot.set(thing.id, thing);
    bytes += bytesOf(archive, thing, filesOf(thing));
    if (lot.size < LOT && bytes < LOT_BYTES) continue;
    yield [...lot.values()];
    lot = new Map();
    bytes = 0;
  }
  if (lot.size > 0) yield [...lot.values()];
}

async function withUnpacked<T>(
  { app, archive }: Import,
  wanted: readonly ArchivedFile[],
  work: (unpacked: ReadonlyMap<string, Upload>) => Promise<T>,
): Promise<T> {
  const unpacked = new Map<string, Upload>();
  try {
    for (const file of wanted) {
      const measured = await putMeasured(app.storage, archive.bytesOf(file));
      const received = { name: file.name, declaredType: file.type, ...measured, fields: {} };
      unpacked.set(file.id, await looked(app.files, received));
    }
    return await work(unpacked);
  } finally {
    for (const file of unpacked.values()) await settle(app.files, file);
  }
}

const COUNTED = {
  clip: 'clips',
  'room-item': 'roomItems',
  'desktop-item': 'desktopItems',
} as const;

interface Taking<T extends Thing> {
  readonly kind: keyof typeof COUNTED;
  readonly ownerId: string;
  /** Undefined where nothing is left of a thing without its file. */
  readonly filesOf: (thing: T) => readonly ArchivedFile[] | undefined;
  readonly add: (tx: Tx, thing: T, files: readonly Upload[]) => Promise<string>;
}

async function takeLot<T extends Thing>(
  work: Import,
  things: readonly T[],
  { kind, ownerId, filesOf, add }: Taking<T>,
): Promise<string[]> {
  const { app, user, archive, result } = work;
  const ids = idsOf(things);
  const before = await findKnown(app.db, user.id, kind, ids, ownerId);
  const fresh = things.flatMap((thing) => {
    const files = before.has(thing.id) ? undefined : filesOf(thing);
    return files ? [{ thing, files }] : [];
  });
  const bytes = fresh.reduce((sum, { thing, files }) => sum + bytesOf(archive, thing, files), 0);
  const settleSpace =
    fresh.length > 0 ? await app.requireSpace({ userId: user.id }, bytes) : undefined;
  const wanted = fresh.flatMap(({ files }) => files);
  const added = await withUnpacked(work, wanted, (unpacked) =>
    work.change(async (tx) => {
      const known = await findKnown(tx, user.id, kind, ids, ownerId);
      const came: { id: string; files: number }[] = [];
      for (const { thing, files } of fresh.filter((each) => !known.has(each.thing.id))) {
        const received = files.map(({ id }) => unpacked.get(id) as Upload);
        const id = await add(tx, thing, received);
        await noteImported(tx, { user_id: user.id, kind, origin_id: thing.id, thing_id: id });
        came.push({ id, files: files.length });
      }
      return came;
    }),
  ).finally(settleSpace);
  const counted = result[COUNTED[kind]];
  counted.added += added.length;
  counted.known += before.size + fresh.length - added.length;
  result.files += added.reduce((sum, { files }) => sum + files, 0);
  return idsOf(added);
}

/** Two things of one moment are a millisecond apart, in the order of their list. */
function apart<T extends { id: string; createdAt: number }>(): (things: T[]) => T[] {
  const earliest = new Map<number, number>();
  return (things) =>
    things.map((thing) => {
      const last = earliest.get(thing.createdAt);
      const createdAt = last === undefined ? thing.createdAt : last - 1;
      earliest.set(thing.createdAt, createdAt);
      return { ...thing, createdAt };
    });
}

async function importTags(work: Import): Promise<Map<string, string>> {
  const here = new Map<string, string>();
  for await (const tag of work.archive.tags()) {
    const made = work.change((tx) => tagHere(tx, work.user.id, tag));
    const id = await unless(['TOO_MANY_TAGS'], made);
    if (id === undefined) skip(work, tag.name, 'too-many-tags');
    else here.set(tag.id, id);
  }
  return here;
}

async function importClips(work: Import): Promise<void> {
  const { app, user, archive } = work;
  const tags = await importTags(work);
  const dated = apart<ArchivedClip>();
  const taking: Taking<ArchivedClip> = {
    kind: 'clip',
    ownerId: user.id,
    filesOf(clip) {
      const listed = new Map(clip.files.map((file) => [file.id, file]));
      const files = takeable(work, [...listed.values()]);
      for (const { name } of files.slice(MAX_FILES_PER_CLIP)) skip(work, name, 'too-many-files');
      return files.slice(0, MAX_FILES_PER_CLIP);
    },
    async add(tx, clip, files) {
      const own = new Set((clip.tagIds ?? []).flatMap((id) => tags.get(id) ?? []));
      return (await takeOverClip(tx, user.id, { ...clip, files, tags: [...own] })).id;
    },
  };
  for await (const lot of inLots(archive, archive.clips(), ({ files }) => files)) {
    const [one] = await takeLot(work, dated(lot), taking);
    // Lists read themselves again, whichever clip they hear of.
    if (one !== undefined) tellLists(app, user.id, 'created', { id: one, version: 1, via: null });
  }
}

async function roomHere(work: Import, room: ArchivedRoom): Promise<string | undefined> {
  const { app, user, change, result } = work;
  const find = async (tx: Db) =>
    (await findKnown(tx, user.id, 'room', [room.id], user.id)).get(room.id);
  if ((await find(app.db)) === undefined && planRefusal(user.plan, 'ownRooms') !== null) {
    skip(work, room.name, 'rooms-not-in-plan');
    return undefined;
  }
  const opening = change(async (tx) => {
    const already = await find(tx);
    if (already !== undefined) return { id: already, isNew: false };
    const id = await createOwnRoom(tx, user, room, room.createdAt);
    await noteImported(tx, { user_id: user.id, kind: 'room', origin_id: room.id, thing_id: id });
    return { id, isNew: true };
  });
  const opened = await unless(['TOO_MANY_ROOMS'], opening);
  if (!opened) {
    skip(work, room.name, 'too-many-rooms');
    return undefined;
  }
  result.rooms[opened.isNew ? 'added' : 'known'] += 1;
  return opened.id;
}

const fileOf = ({ file }: { readonly file: ArchivedFile | null }) => (file ? [file] : []);

function filesOfItem(work: Import, item: ArchivedRoomItem | ArchivedDesktopItem) {
  if (item.type === 'text') return [];
  const files = takeable(work, fileOf(item));
  return files.length > 0 ? files : undefined;
}

async function importRoom(work: Import, archivedId: string): Promise<void> {
  const { app, archive, user } = work;
  const ownerId = await roomHere(work, await archive.room(archivedId));
  if (ownerId === undefined) return;
  const dated = apart<ArchivedRoomItem>();
  for await (const lot of inLots(archive, archive.roomItems(archivedId), fileOf))
    await takeLot(work, dated(lot), {
      kind: 'room-item',
      ownerId,
      filesOf: (item) => filesOfItem(work, item),
      // Under the name of who imports: whose else it was cannot be proved.
      add: (tx, item, [file]) => takeOverItem(tx, ownerId, user, item, file),
    });
  roomChanged(app, ownerId, 'created');
}

async function importDesktopItem(work: Import, item: ArchivedDesktopItem): Promise<void> {
  const { app, user } = work;
  const desktop = await findDesktopOfUser(app.db, user.id);
  let written: Written | undefined;
  const taking: Taking<ArchivedDesktopItem> = {
    kind: 'desktop-item',
    // Without one, none of its items is here.
    ownerId: desktop?.id ?? '',
    filesOf: () => filesOfItem(work, item),
    async add(tx, { content, position, size, createdAt }, [file]) {
      const claims = { userId: user.id, browserHash: null, shareToken: null };
      const { id: desktopId } =
        (await findDesktopOfUser(tx, user.id)) ??
        (await createDesktop(tx, { claims, newToken: '' }));
      written = file
        ? await addFileItem(tx, desktopId, file, { position, size }, app.files.maxFileBytes)
        : await addText(tx, desktopId, content, { position, size }, app.files.maxFileBytes);
      const { id } = written.item.row;
      await backdateDesktopItem(tx, id, createdAt);
      return id;
    },
  };
  const added = await unless(['TOO_MANY_ITEMS', 'DESKTOP_FULL'], takeLot(work, [item], taking));
  if (!added) skip(work, item.file?.name ?? item.content.slice(0, 40), 'desktop-full');
  else if (written) tellItemAdded(app, written.desktop, written.item);
}

/** Each thing and the note that it came are one transaction: a repeat goes on after a crash. */
export async function importArchive(
  app: App,
  user: CurrentUser,
  archive: Archive,
  change: Change,
): Promise<ImportResult> {
  const result: ImportResult = {
    clips: { added: 0, known: 0 },
    rooms: { added: 0, known: 0 },
    roomItems: { added: 0, known: 0 },
    desktopItems: { added: 0, known: 0 },
    files: 0,
    skipped: [],
    skippedTotal: 0,
  };
  const work: Import = { app, user, archive, change, result };
  await importClips(work);
  for (const id of archive.rooms) await importRoom(work, id);
  for await (const item of archive.desktop()) await importDesktopItem(work, item);
  return result;
}
