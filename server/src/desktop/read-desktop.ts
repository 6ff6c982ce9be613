import type { Desktop, DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { bytesOf, chunksOf } from '../core/chunks.ts';
import { streamList } from '../core/http/stream.ts';
import { readWhole } from '../core/live/whole-state.ts';
import type { Files } from '../files/files.ts';
import type { DesktopRole } from './desktop.access.ts';
import { listItemHeads, listItemsOf } from './desktop-items.queries.ts';
import type { DesktopRow } from './desktops.queries.ts';
import { presentDesktop, presentItem } from './desktop.present.ts';
import { idsOf } from '../core/ids.ts';
import { type FullItem, readerOf, withFiles } from './desktop-files.ts';

/** So many at a time are read of a desktop, fewer where texts are long. */
const ITEMS_CHUNK = 100;

/**
 * Everything on a desktop, in chunks that hold the event loop for a moment each: texts may come to
 * 16 MB.
 */
export async function* readFullItemsInChunks(
  db: Db,
  desktopId: string,
): AsyncGenerator<FullItem[], void> {
  for (const chunk of chunksOf(await listItemHeads(db, desktopId), ITEMS_CHUNK, bytesOf))
    yield withFiles(db, await listItemsOf(db, idsOf(chunk)));
}

/** The same as it is told, each file with a link that rests on `reader`. */
export async function* readItemsInChunks(
  db: Db,
  files: Pick<Files, 'links'>,
  desktopId: string,
  reader: string,
): AsyncGenerator<DesktopItem[], void> {
  for await (const items of readFullItemsInChunks(db, desktopId))
    yield items.map((item) => presentItem(item, files, reader));
}

/** The answer to a call for the whole desktop. */
export const sendDesktop = (
  reply: FastifyReply,
  { db, files }: { readonly db: Db; readonly files: Pick<Files, 'links'> },
  desktop: DesktopRow,
  role: DesktopRole,
  user: CurrentUser | null,
): Promise<{ desktop: Desktop; items: DesktopItem[] } | FastifyReply> =>
  streamList(
    reply,
    { desktop: presentDesktop(desktop, role, user) },
    'items',
    readItemsInChunks(db, files, desktop.id, readerOf(role, desktop)),
  );

/**
 * The whole desktop as its owner or a holder of its share token sees it, for an acknowledgement.
 */
export async function readDesktop(
  db: Db,
  files: Pick<Files, 'links'>,
  desktop: DesktopRow,
  role: DesktopRole,
  user: CurrentUser | null,
): Promise<{ desktop: Desktop; items: DesktopItem[] }> {
  const items = await readWhole(desktop.text_byte_count, () =>
    readItemsInChunks(db, files, desktop.id, readerOf(role, desktop)),
  );
  return { desktop: presentDesktop(desktop, role, user), items };
}
