import { ProductError } from '@clipline/contract/errors.ts';
import type { Desktop, DesktopItem, Position, Size } from '@clipline/contract/schemas/desktop.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../core/app.ts';
import { allOf, bytesOf, chunksOf } from '../core/chunks.ts';
import type { Db } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { streamList } from '../core/http/stream.ts';
import { hashToken, idsOf } from '../core/ids.ts';
import { isoTime } from '../core/time.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { ANYONE } from '../files/links.ts';
import { type DesktopRole, isOver, pairedUntil } from './desktop.access.ts';
import * as queries from './desktop.queries.ts';
import type { MyDesktop } from './find-desktop.ts';

export const DESKTOP = 'desktop';

export interface FullItem {
  readonly row: queries.ItemRow;
  readonly file: FileRow | undefined;
}

export async function withFiles(db: Db, rows: queries.ItemRow[]): Promise<FullItem[]> {
  const itemIds = idsOf(rows.filter((row) => row.type === 'file'));
  const fileOf = new Map(
    (await listFiles(db, DESKTOP, itemIds)).map((file) => [file.holder_id, file]),
  );
  return rows.map((row) => ({ row, file: fileOf.get(row.id) }));
}

/** What links to files rest on: another owner has another channel, and is never a holder. */
const OWNER = 'owner.';
const SHARED = 'shared.';
const LAN = 'lan.';
const ownersTagOf = (networkId: string) => OWNER + hashToken(networkId);
const tagOf = (shareToken: string) => SHARED + hashToken(shareToken);
export const lanReader = (linkId: string): string => LAN + linkId;
export const readerOf = (
  role: DesktopRole,
  desktop: Pick<queries.DesktopRow, 'share_token' | 'network_id'>,
): string => (role === 'owner' ? ownersTagOf(desktop.network_id) : tagOf(desktop.share_token));

/** Throws FILE_LINK_INVALID where the item is there, but its link was renewed. */
export async function filesSharedBy(
  app: App,
  itemId: string,
  reader: string,
): Promise<string | undefined> {
  const desktop = await queries.findDesktopOfItem(app.db, itemId);
  if (!desktop || isOver(desktop)) return undefined;
  if (reader.startsWith(SHARED) && reader !== tagOf(desktop.share_token))
    throw new ProductError('FILE_LINK_INVALID');
  const isOpen = reader.startsWith(LAN)
    ? await app.localNetwork.isGuestOf(app, desktop.id, reader.slice(LAN.length))
    : reader.startsWith(SHARED) || reader === ownersTagOf(desktop.network_id);
  return isOpen ? (desktop.user_id ?? ANYONE) : undefined;
}

export const positionOf = (row: Pick<queries.ItemRow, 'position'>) =>
  JSON.parse(row.position) as Position;
export const sizeOf = (row: Pick<queries.ItemRow, 'size'>) => JSON.parse(row.size) as Size;

export function presentItem({ files }: App, { row, file }: FullItem, reader: string): DesktopItem {
  const stored = file && files.links.present(file, reader);
  return {
    id: row.id,
    type: row.type,
    content: row.content,
    position: positionOf(row),
    size: sizeOf(row),
    file_name: stored?.name ?? null,
    file_size: stored?.size ?? null,
    file_type: stored?.type ?? null,
    file_url: stored?.url ?? null,
    file_preview: stored?.preview ?? null,
    version: row.version,
  };
}

const presentDesktop = (desktop: MyDesktop, user: CurrentUser | null): Desktop => {
  const { id, network_id, share_token, is_shared, as } = desktop;
  const until = pairedUntil(desktop);
  return {
    id,
    network_id,
    ...(until !== null && { pairedUntil: isoTime(until) }),
    // Whoever has the token has the desktop: no program is told.
    ...(as === 'owner'
      ? { share_token: user?.program ? null : share_token, shared: is_shared === 1 }
      : {}),
  };
};

const ITEMS_CHUNK = 100;

/** In chunks that hold the event loop for a moment each: texts may come to 16 MB. */
export async function* readFullItemsInChunks(
  db: Db,
  desktopId: string,
): AsyncGenerator<FullItem[], void> {
  for (const chunk of chunksOf(await queries.listItemHeads(db, desktopId), ITEMS_CHUNK, bytesOf))
    yield withFiles(db, await queries.listItemsOf(db, idsOf(chunk)));
}

export async function* readItemsInChunks(
  app: App,
  desktopId: string,
  reader: string,
): AsyncGenerator<DesktopItem[], void> {
  for await (const items of readFullItemsInChunks(app.db, desktopId))
    yield items.map((item) => presentItem(app, item, reader));
}

export const sendDesktop = (
  app: App,
  reply: FastifyReply,
  desktop: MyDesktop,
  user: CurrentUser | null,
): Promise<{ desktop: Desktop; items: DesktopItem[] } | FastifyReply> =>
  streamList(
    reply,
    { desktop: presentDesktop(desktop, user) },
    'items',
    readItemsInChunks(app, desktop.id, readerOf(desktop.as, desktop)),
  );

export async function readDesktop(
  app: App,
  desktop: MyDesktop,
  user: CurrentUser | null,
): Promise<{ desktop: Desktop; items: DesktopItem[] }> {
  const items = readItemsInChunks(app, desktop.id, readerOf(desktop.as, desktop));
  return { desktop: presentDesktop(desktop, user), items: await allOf(items) };
}
