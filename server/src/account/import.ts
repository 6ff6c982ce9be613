import { setImmediate } from 'node:timers/promises';
import { MAX_FILES_PER_CLIP, MAX_NAMED_SKIPS } from '@clipline/contract/limits.ts';
import type { ImportResult, SkipReason } from '@clipline/contract/schemas/account.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { planRefusal } from '@clipline/contract/plans.ts';
import type { Tx } from '../core/db/database.ts';
import type { Change, CurrentUser } from '../core/http/current-user.ts';
import type { ReceivedFile } from '../core/http/uploads.ts';
import { idsOf, newId } from '../core/ids.ts';
import { tellLists } from '../clips/clips.news.ts';
import { tagHere } from '../clips/tags.ts';
import { takeOverClip } from '../clips/take-over-clip.ts';
import { addFileItem, addText, createDesktop, type Written } from '../desktop/desktop.changes.ts';
import { tellItemAdded } from '../desktop/desktop.news.ts';
import { findDesktopOfUser } from '../desktop/desktop.queries.ts';
import { addFile } from '../files/uploads.ts';
import { createOwnRoom } from '../rooms/rooms.changes.ts';
import { roomChanged } from '../rooms/rooms.news.ts';
import { insertContent, ROOM } from '../rooms/room-content.queries.ts';
import { recordFormerActivity, touchRoom } from '../rooms/rooms.queries.ts';
import type { Account } from './account.ts';
import type { Archive } from './archive.ts';
import {
  type ArchivedClip,
  type ArchivedDesktopItem,
  type ArchivedFile,
  type ArchivedRoom,
  type ArchivedRoomItem,
  readClips,
  readDesktop,
  readRoom,
  readRoomItems,
  readTags,
} from './archive-contents.ts';
import { isTakeable } from './check-archive.ts';
import { withUnpacked } from './import-files.ts';
import { backdateDesktopItem, findKnown, noteImported } from './imports.queries.ts';

/**
 * Taken over in one transaction: few, because all others wait meanwhile, and fewer where texts
 * are long, or files: nothing refers to their bytes before it.
 */
const CHUNK = 20;
const CHUNK_CHARACTERS = 256 * 1024;
const CHUNK_BYTES = 64 * 1024 ** 2;

type Counted = keyof Pick<ImportResult, 'clips' | 'rooms' | 'roomItems' | 'desktopItems'>;

/** What happened, told at the end. */
class Report {
  readonly #counts = {
    clips: { added: 0, known: 0 },
    rooms: { added: 0, known: 0 },
    roomItems: { added: 0, known: 0 },
    desktopItems: { added: 0, known: 0 },
  };
  readonly #skipped: ImportResult['skipped'] = [];
  #skippedTotal = 0;
  #files = 0;

  count(what: Counted, { added, known }: { added: number; known: number }): void {
    this.#counts[what].added += added;
    this.#counts[what].known += known;
  }
  countFiles(count: number): void {
    this.#files += count;
  }
  skip(name: string, reason: SkipReason): void {
    this.#skippedTotal += 1;
    if (this.#skipped.length < MAX_NAMED_SKIPS) this.#skipped.push({ name, reason });
  }
  get result(): ImportResult {
    return {
      ...this.#counts,
      files: this.#files,
      skipped: this.#skipped,
      skippedTotal: this.#skippedTotal,
    };
  }
}

interface Import {
  readonly account: Account;
  readonly user: CurrentUser;
  readonly archive: Archive;
  readonly report: Report;
  /** A transaction in which the session of the import is still open. */
  readonly change: Change;
}

/** After each chunk all others have a turn. */
async function* inChunks<T extends { readonly content: string }>(
  archive: Archive,
  things: AsyncIterable<T>,
  filesOf: (thing: T) => readonly ArchivedFile[],
): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  let [characters, bytes] = [0, 0];
  for await (const thing of things) {
    chunk.push(thing);
    characters += thing.content.length;
    for (const file of filesOf(thing)) bytes += archive.sizeOfFile(file.id) ?? 0;
    const isFull = characters >= CHUNK_CHARACTERS || bytes >= CHUNK_BYTES;
    if (chunk.length < CHUNK && !isFull) continue;
    yield chunk;
    chunk = [];
    [characters, bytes] = [0, 0];
    await setImmediate();
  }
  if (chunk.length > 0) yield chunk;
}

const withoutRepeats = <T extends { id: string }>(things: readonly T[]): T[] => [
  ...new Map(things.map((thing) => [thing.id, thing])).values(),
];

/** What is unpacked counts, not how small it was packed. Throws STORAGE_FULL. */
async function requireSpace(
  { account, user, archive }: Import,
  texts: readonly { readonly content: string }[],
  files: readonly ArchivedFile[],
): Promise<void> {
  const ofTexts = texts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const ofFiles = files.reduce((sum, { id }) => sum + (archive.sizeOfFile(id) ?? 0), 0);
  if (texts.length > 0) await account.requireSpace(user.id, ofTexts + ofFiles);
}

function takeable({ archive, report }: Import, files: readonly ArchivedFile[]): ArchivedFile[] {
  return files.filter((file) => {
    if (isTakeable(archive, file)) return true;
    report.skip(
      file.name,
      archive.sizeOfFile(file.id) === undefined ? 'file-missing' : 'file-too-large',
    );
    return false;
  });
}

function filesOfClip(work: Import, clip: ArchivedClip): ArchivedFile[] {
  const files = takeable(work, withoutRepeats(clip.files));
  for (const file of files.slice(MAX_FILES_PER_CLIP)) work.report.skip(file.name, 'too-many-files');
  return files.slice(0, MAX_FILES_PER_CLIP);
}

/** The id here of each tag of the archive: one of that name, made if need be. */
async function importTags({ user, archive, report, change }: Import): Promise<Map<string, string>> {
  const here = new Map<string, string>();
  for await (const tag of readTags(archive)) {
    const id = await change((tx) => tagHere(tx, user.id, tag)).catch((error: unknown) => {
      if (error instanceof ProductError && error.code === 'TOO_MANY_TAGS') return undefined;
      throw error;
    });
    if (id === undefined) report.skip(tag.name, 'too-many-tags');
    else here.set(tag.id, id);
  }
  return here;
}

async function importClips(work: Import): Promise<void> {
  const { account, user, archive, report, change } = work;
  const { db, files } = account;
  const tags = await importTags(work);
  /** Where the last clip of each moment was put: the next that says the same follows it. */
  const put = new Map<number, number>();
  for await (const chunk of inChunks(archive, readClips(archive), (clip) => clip.files)) {
    const clips = withoutRepeats(chunk);
    const ids = idsOf(clips);
    const before = await findKnown(db, user.id, 'clip', ids);
    const fresh = clips
      .filter(({ id }) => !before.has(id))
      .map((clip) => ({ clip, files: filesOfClip(work, clip) }));
    const wanted = fresh.flatMap((each) => each.files);
    await requireSpace(
      work,
      fresh.map(({ clip }) => clip),
      wanted,
    );
    const { taken: added, moments } = await withUnpacked(files, archive, wanted, (unpacked) =>
      change(async (tx) => {
        const known = await findKnown(tx, user.id, 'clip', ids);
        const taken: string[] = [];
        const placed = new Map<number, number>();
        for (const { clip, files: listed } of fresh.filter((each) => !known.has(each.clip.id))) {
          const former = {
            ...clip,
            files: listed.map(({ id }) => unpacked.get(id) as ReceivedFile),
            tags: [...new Set((clip.tagIds ?? []).flatMap((id) => tags.get(id) ?? []))],
          };
          const latest = placed.get(clip.createdAt) ?? put.get(clip.createdAt);
          const createdAt = latest === undefined ? clip.createdAt : latest - 1;
          const { id, created_at } = await takeOverClip(tx, user.id, { ...former, createdAt });
          placed.set(clip.createdAt, created_at);
          await noteImported(tx, {
            user_id: user.id,
            kind: 'clip',
            origin_id: clip.id,
            thing_id: id,
          });
          taken.push(id);
        }
        return { taken, moments: placed };
      }),
    );
    for (const [at, moment] of moments) put.set(at, moment);
    report.count('clips', { added: added.length, known: clips.length - added.length });
    if (added.length > 0) report.countFiles(wanted.length);
    // Lists read themselves again, whichever clip they hear of.
    const [one] = added;
    if (one) tellLists(account.channels, user.id, 'created', { id: one, version: 1, via: null });
  }
}

/** The room of an archive as it is here, opened if need be; undefined where it cannot be. */
async function roomHere(
  { account: { db }, user, report, change }: Import,
  room: ArchivedRoom,
): Promise<string | undefined> {
  const known = (await findKnown(db, user.id, 'room', [room.id])).get(room.id);
  if (known === undefined && planRefusal(user.plan, 'ownRooms') !== null) {
    report.skip(room.name, 'rooms-not-in-plan');
    return undefined;
  }
  const opened = await change(async (tx) => {
    const already = (await findKnown(tx, user.id, 'room', [room.id])).get(room.id);
    if (already !== undefined) return { id: already, isNew: false };
    const created = await createOwnRoom(tx, user, room, room.createdAt);
    await noteImported(tx, {
      user_id: user.id,
      kind: 'room',
      origin_id: room.id,
      thing_id: created,
    });
    return { id: created, isNew: true };
  }).catch((error: unknown) => {
    if (error instanceof ProductError && error.code === 'TOO_MANY_ROOMS') return undefined;
    throw error;
  });
  if (!opened) {
    report.skip(room.name, 'too-many-rooms');
    return undefined;
  }
  const { id, isNew } = opened;
  report.count('rooms', { added: isNew ? 1 : 0, known: isNew ? 0 : 1 });
  return id;
}

interface DatedItem {
  readonly item: ArchivedRoomItem;
  readonly at: number;
  readonly file: ArchivedFile | undefined;
}

/**
 * Under the name of who imports: whose else it was cannot be proved. The log tells what came when.
 */
async function addRoomItem(
  tx: Tx,
  user: CurrentUser,
  roomId: string,
  { item, at }: DatedItem,
  received: ReceivedFile | undefined,
): Promise<void> {
  const id = newId();
  const file = received && (await addFile(tx, received, { kind: ROOM, id }, at));
  const content = file ? '' : item.content;
  await insertContent(
    tx,
    {
      id,
      room_id: roomId,
      user_id: user.id,
      author_email: user.email,
      type: item.type,
      version: 1,
      created_at: at,
      updated_at: Math.max(at, item.updatedAt),
      deleted_at: null,
      content,
    },
    file ? [file.name] : [],
  );
  const happening = { roomId, userId: user.id, at, contentId: id };
  if (file)
    await recordFormerActivity(tx, {
      ...happening,
      type: 'file_uploaded',
      details: { fileName: file.name },
    });
  else
    await recordFormerActivity(tx, {
      ...happening,
      type: 'content_add',
      details: { contentType: 'text' },
    });
  await noteImported(tx, { user_id: user.id, kind: 'room-item', origin_id: item.id, thing_id: id });
}

async function importRoom(work: Import, archivedId: string): Promise<void> {
  const { account, user, archive, report, change } = work;
  const { db, files } = account;
  const roomId = await roomHere(work, await readRoom(archive, archivedId));
  if (roomId === undefined) return;
  /** Where the last item of each moment was put: the next that says the same is put before it. */
  const put = new Map<number, number>();
  const found = readRoomItems(archive, archivedId);
  for await (const chunk of inChunks(archive, found, ({ file }) => (file ? [file] : []))) {
    const items = withoutRepeats(chunk);
    const ids = idsOf(items);
    const before = await findKnown(db, user.id, 'room-item', ids, roomId);
    const dated = items.map((item) => {
      const earliest = put.get(item.createdAt);
      const at = earliest === undefined ? item.createdAt : earliest - 1;
      put.set(item.createdAt, at);
      return { item, at };
    });
    const fresh = dated.flatMap(({ item, at }): DatedItem[] => {
      if (before.has(item.id)) return [];
      if (item.type === 'text') return [{ item, at, file: undefined }];
      const [file] = takeable(work, item.file ? [item.file] : []);
      return file ? [{ item, at, file }] : [];
    });
    const wanted = fresh.flatMap(({ file }) => file ?? []);
    await requireSpace(
      work,
      fresh.map(({ item }) => item),
      wanted,
    );
    const added = await withUnpacked(files, archive, wanted, (unpacked) =>
      change(async (tx) => {
        const known = await findKnown(tx, user.id, 'room-item', ids, roomId);
        const missing = fresh.filter(({ item }) => !known.has(item.id));
        if (missing.length > 0) await touchRoom(tx, roomId, { content: missing.length });
        for (const each of missing)
          await addRoomItem(tx, user, roomId, each, each.file && unpacked.get(each.file.id));
        return missing;
      }),
    );
    report.count('roomItems', {
      added: added.length,
      known: before.size + fresh.length - added.length,
    });
    report.countFiles(added.filter(({ file }) => file).length);
  }
  roomChanged(account.app, roomId, 'created');
}

async function addDesktopItem(
  tx: Tx,
  user: CurrentUser,
  item: ArchivedDesktopItem,
  received: ReceivedFile | undefined,
): Promise<Written | undefined> {
  const claims = { userId: user.id, browserHash: null, shareToken: null };
  const desktop =
    (await findDesktopOfUser(tx, user.id)) ??
    (await createDesktop(tx, { claims, newToken: '', address: '', networkHash: '' }));
  if ((await findKnown(tx, user.id, 'desktop-item', [item.id], desktop.id)).size > 0)
    return undefined;
  const layout = { position: item.position, size: item.size };
  const written = received
    ? await addFileItem(tx, desktop.id, received, layout)
    : await addText(tx, desktop.id, item.content, layout);
  await backdateDesktopItem(tx, written.item.row.id, item.createdAt);
  await noteImported(tx, {
    user_id: user.id,
    kind: 'desktop-item',
    origin_id: item.id,
    thing_id: written.item.row.id,
  });
  return written;
}

const isFull = (error: unknown) =>
  error instanceof ProductError &&
  (error.code === 'TOO_MANY_ITEMS' || error.code === 'DESKTOP_FULL');

/** Each for itself: a desktop that is full takes those that still fit. */
async function importDesktopItem(work: Import, item: ArchivedDesktopItem): Promise<void> {
  const { account, user, archive, report } = work;
  const desktop = await findDesktopOfUser(account.db, user.id);
  const known =
    desktop && (await findKnown(account.db, user.id, 'desktop-item', [item.id], desktop.id));
  if (known && known.size > 0) return report.count('desktopItems', { added: 0, known: 1 });
  const [file] = item.file ? takeable(work, [item.file]) : [];
  if (item.type === 'file' && !file) return;
  await requireSpace(work, [item], file ? [file] : []);
  try {
    const written = await withUnpacked(account.files, archive, file ? [file] : [], (unpacked) =>
      work.change(async (tx) => {
        return addDesktopItem(tx, user, item, file && unpacked.get(file.id));
      }),
    );
    report.count('desktopItems', written ? { added: 1, known: 0 } : { added: 0, known: 1 });
    if (!written) return;
    if (file) report.countFiles(1);
    tellItemAdded(account.app, written.desktop, written.item);
  } catch (error) {
    if (!isFull(error)) throw error;
    report.skip(file?.name ?? item.content.slice(0, 40), 'desktop-full');
  }
}

/**
 * Takes over an archive that was checked, part by part. What a crash interrupts is finished by a
 * repeat: each thing and the note that it came are one transaction.
 */
export async function importArchive(
  account: Account,
  user: CurrentUser,
  archive: Archive,
  change: Change,
): Promise<ImportResult> {
  const work: Import = { account, user, archive, report: new Report(), change };
  await importClips(work);
  for (const id of archive.rooms) await importRoom(work, id);
  for await (const item of readDesktop(archive)) {
    await importDesktopItem(work, item);
    await setImmediate();
  }
  return work.report.result;
}
