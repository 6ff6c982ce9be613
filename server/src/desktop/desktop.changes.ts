import type { desktopEndpoints, Position, Size } from '@clipline/contract/schemas/desktop.ts';
import type { BodyOf } from '@clipline/contract/schemas/endpoint.ts';
import {
  limitName,
  MAX_DESKTOP_BYTES,
  MAX_DESKTOP_ITEMS,
  MAX_DESKTOP_TEXT_BYTES,
  UNDO_SECONDS,
} from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Tx } from '../core/db/database.ts';
import { hashToken, newId, newToken } from '../core/ids.ts';
import { removeDoneIn } from '../core/once.queries.ts';
import { removeFilesOf } from '../files/files.queries.ts';
import { addFile, type Upload } from '../files/uploads.ts';
import { endUploadsBy } from '../uploads/uploads.queries.ts';
import { callerOfDesktop } from '../uploads/uploads.ts';
import { DESKTOP, type FullItem, positionOf, sizeOf, withFiles } from './desktop.present.ts';
import * as queries from './desktop.queries.ts';
import type { DesktopRow, ItemRow } from './desktop.queries.ts';
import { freePosition } from './free-position.ts';
import type { Visitor } from './visitors.ts';

/** For holders of a desktop's link, and for desktops of people who are signed out. */
export const UNDO_MS = UNDO_SECONDS * 1000;

const DEFAULT_POSITION: Position = { x: 0, y: 0 };
const DEFAULT_SIZE: Size = { width: 200, height: 150 };

export interface Written {
  readonly desktop: DesktopRow;
  readonly item: FullItem;
}

async function createDesktopOf(
  tx: Tx,
  owner: Pick<DesktopRow, 'user_id' | 'browser_hash' | 'paired_at' | 'is_shared'>,
  now: number,
): Promise<DesktopRow> {
  const desktop = {
    ...owner,
    id: newId(),
    network_id: newId(),
    share_token: newToken(),
    item_count: 0,
    byte_count: 0,
    text_byte_count: 0,
    version: 0,
    created_at: now,
    updated_at: now,
    used_at: now,
  };
  await queries.insertDesktop(tx, desktop);
  return desktop;
}

export const createDesktop = (
  tx: Tx,
  { claims: { userId }, newToken: token }: Pick<Visitor, 'claims' | 'newToken'>,
): Promise<DesktopRow> => {
  const browserHash = userId === null ? hashToken(token) : null;
  const owner = { user_id: userId, browser_hash: browserHash, paired_at: null, is_shared: 0 };
  return createDesktopOf(tx, owner, Date.now());
};

/** Nobody's: two devices have its share token. */
export const createPairedDesktop = (tx: Tx, now = Date.now()): Promise<DesktopRow> =>
  createDesktopOf(tx, { user_id: null, browser_hash: null, paired_at: now, is_shared: 1 }, now);

/**
 * Everything on it goes, and what repeats of its calls are answered with. Returns the blobs of its
 * files; undefined where it is gone already.
 */
export async function removePairing(tx: Tx, desktopId: string): Promise<string[] | undefined> {
  const itemIds = await queries.listItemIds(tx, desktopId);
  if (!(await queries.removeDesktop(tx, desktopId))) return undefined;
  await removeDoneIn(tx, desktopId);
  await endUploadsBy(tx, callerOfDesktop(desktopId));
  return removeFilesOf(tx, DESKTOP, itemIds);
}

/** A desktop of nobody who is signed in holds no more, however large a file may be. */
export const mostBytesOf = (userId: string | null, maxFileBytes: number): number =>
  userId === null ? MAX_DESKTOP_BYTES : Math.max(MAX_DESKTOP_BYTES, maxFileBytes);

export function requireCapacity(
  { user_id: userId, item_count: items, byte_count: bytes, text_byte_count: textBytes }: DesktopRow,
  maxFileBytes: number,
): void {
  if (items > MAX_DESKTOP_ITEMS)
    throw new ProductError('TOO_MANY_ITEMS', { max: MAX_DESKTOP_ITEMS });
  const most = mostBytesOf(userId, maxFileBytes);
  if (bytes > most || textBytes > MAX_DESKTOP_TEXT_BYTES)
    throw new ProductError('DESKTOP_FULL', { limit: limitName(most, ' ') });
}

async function count(
  tx: Tx,
  desktopId: string,
  { type, bytes }: Pick<ItemRow, 'type' | 'bytes'>,
  by: 1 | -1,
  maxFileBytes = 0,
): Promise<DesktopRow> {
  const textBytes = type === 'text' ? bytes : 0;
  const desktop = await queries.touchDesktop(tx, desktopId, Date.now(), {
    items: by,
    bytes: by * bytes,
    textBytes: by * textBytes,
  });
  if (by > 0) requireCapacity(desktop, maxFileBytes);
  return desktop;
}

type Placing = Pick<BodyOf<typeof desktopEndpoints.addDesktopText>, 'position' | 'size'>;

async function freePositionOn(tx: Tx, desktopId: string, size: Size): Promise<Position> {
  const rects = await queries.listRects(tx, desktopId);
  return freePosition(
    rects.map((row) => ({ position: positionOf(row), size: sizeOf(row) })),
    size,
  );
}

type NewItem = Pick<ItemRow, 'id' | 'type' | 'bytes' | 'content'>;

async function add(
  tx: Tx,
  desktopId: string,
  item: NewItem,
  { position = DEFAULT_POSITION, size = DEFAULT_SIZE }: Placing,
  maxFileBytes: number,
): Promise<[DesktopRow, ItemRow]> {
  // First, because the change of the desktop's row is what parallel additions wait for.
  const desktop = await count(tx, desktopId, item, 1, maxFileBytes);
  const row: ItemRow = {
    ...item,
    desktop_id: desktopId,
    position: JSON.stringify(
      position === 'free' ? await freePositionOn(tx, desktopId, size) : position,
    ),
    size: JSON.stringify(size),
    version: 1,
    desktop_version: desktop.version,
    created_at: desktop.updated_at,
    deleted_at: null,
  };
  await queries.insertItem(tx, row);
  return [desktop, row];
}

export async function addText(
  tx: Tx,
  desktopId: string,
  content: string,
  placing: Placing,
  maxFileBytes: number,
): Promise<Written> {
  const item = { id: newId(), type: 'text', bytes: Buffer.byteLength(content), content } as const;
  const [desktop, row] = await add(tx, desktopId, item, placing, maxFileBytes);
  return { desktop, item: { row, file: undefined } };
}

export async function addFileItem(
  tx: Tx,
  desktopId: string,
  received: Upload,
  placing: Placing,
  maxFileBytes: number,
): Promise<Written> {
  const item = { id: newId(), type: 'file', bytes: received.size, content: '' } as const;
  const [desktop, row] = await add(tx, desktopId, item, placing, maxFileBytes);
  const file = await addFile(tx, received, { kind: DESKTOP, id: row.id }, row.created_at);
  return { desktop, item: { row, file } };
}

async function full(tx: Tx, row: ItemRow): Promise<FullItem> {
  const [item] = await withFiles(tx, [row]);
  return item as FullItem;
}

async function requireItem(tx: Tx, desktopId: string, itemId: string): Promise<ItemRow> {
  const row = await queries.findItem(tx, desktopId, itemId);
  if (!row || row.deleted_at !== null) throw new ProductError('ITEM_NOT_FOUND');
  return row;
}

export type Change = Written & { readonly isChanged: boolean };

export async function changeItem(
  tx: Tx,
  desktop: DesktopRow,
  itemId: string,
  { content, ...layout }: BodyOf<typeof desktopEndpoints.arrangeDesktopItem>,
  isUpToDate: (version: number) => boolean,
  maxFileBytes: number,
): Promise<Change> {
  const before = await requireItem(tx, desktop.id, itemId);
  if (content !== undefined) {
    if (before.type === 'file') throw new ProductError('NOT_A_TEXT');
    if (!isUpToDate(before.version)) throw new ProductError('VERSION_CONFLICT');
  }
  const text = content ?? before.content;
  const bytes = content === undefined ? before.bytes : Buffer.byteLength(content);
  const position = layout.position ? JSON.stringify(layout.position) : before.position;
  const size = layout.size ? JSON.stringify(layout.size) : before.size;
  if (position === before.position && size === before.size && text === before.content)
    return { desktop, item: await full(tx, before), isChanged: false };
  const touched = await queries.touchDesktop(tx, desktop.id, Date.now(), {
    items: 0,
    bytes: bytes - before.bytes,
    textBytes: before.type === 'text' ? bytes - before.bytes : 0,
  });
  if (bytes > before.bytes) requireCapacity(touched, maxFileBytes);
  const change = { position, size, content: text, bytes, desktop_version: touched.version };
  return {
    desktop: touched,
    item: await full(tx, await queries.saveItem(tx, itemId, change)),
    isChanged: true,
  };
}

export async function deleteItem(tx: Tx, desktopId: string, itemId: string): Promise<Written> {
  const before = await requireItem(tx, desktopId, itemId);
  const desktop = await count(tx, desktopId, before, -1);
  const row = await queries.saveItem(tx, itemId, {
    deleted_at: Date.now(),
    desktop_version: desktop.version,
  });
  return { desktop, item: { row, file: undefined } };
}

export async function restoreItem(
  tx: Tx,
  desktop: DesktopRow,
  itemId: string,
  deletedSince: number,
  maxFileBytes: number,
): Promise<Change> {
  const before = await queries.findItem(tx, desktop.id, itemId);
  if (!before || (before.deleted_at !== null && before.deleted_at < deletedSince))
    throw new ProductError('ITEM_NOT_FOUND');
  if (before.deleted_at === null)
    return { desktop, item: await full(tx, before), isChanged: false };
  const touched = await count(tx, desktop.id, before, 1, maxFileBytes);
  const row = await queries.saveItem(tx, itemId, {
    deleted_at: null,
    desktop_version: touched.version,
  });
  return { desktop: touched, item: await full(tx, row), isChanged: true };
}
