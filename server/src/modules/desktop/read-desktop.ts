import { setImmediate } from 'node:timers/promises';
import type { Desktop, DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '../../platform/database/database.ts';
import { inChunksOf, streamList } from '../../platform/http/stream-array.ts';
import type { Files } from '../files/files.ts';
import type { DesktopRole } from './desktop.access.ts';
import { findItemHeads, findItemsOf } from './desktop-items.queries.ts';
import type { DesktopRow } from './desktops.queries.ts';
import { presentDesktop, presentItem, readerOf, withFiles } from './present-desktop.ts';

/** So many at a time are read of a desktop, fewer where texts are long. */
const ITEMS_CHUNK = 100;

/**
 * Everything on a desktop, each file with a link that rests on `reader`, in chunks that hold the
 * event loop for a moment each: texts may come to 16 MB.
 */
export async function* readItemsInChunks(
  db: Db,
  files: Pick<Files, 'links'>,
  desktopId: string,
  reader: string,
): AsyncGenerator<DesktopItem[], void> {
  for (const chunk of inChunksOf(await findItemHeads(db, desktopId), ITEMS_CHUNK)) {
    const rows = await findItemsOf(
      db,
      chunk.map(({ id }) => id),
    );
    yield (await withFiles(db, rows)).map((item) => presentItem(item, files, reader));
  }
}

/** The answer to a call for the whole desktop. */
export const sendDesktop = (
  reply: FastifyReply,
  { db, files }: { readonly db: Db; readonly files: Pick<Files, 'links'> },
  desktop: DesktopRow,
  role: DesktopRole,
): Promise<{ desktop: Desktop; items: DesktopItem[] }> =>
  streamList(
    reply,
    { desktop: presentDesktop(desktop, role) },
    'items',
    readItemsInChunks(db, files, desktop.id, readerOf(role, desktop)),
  );

/** Texts of a desktop that take a while to become one message. */
const LARGE_BYTES = 1024 * 1024;
let large: Promise<unknown> = Promise.resolve();

/** One after the other, each in turns of the event loop of its own. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = large.then(work);
  large = result.catch(() => {});
  return result;
}

/**
 * The whole desktop as its owner or a holder of its share token sees it, for an acknowledgement,
 * which is a single message. Of large ones one is read at a time: many at once would be ready, and
 * be made messages, in one turn of the event loop.
 */
export async function readDesktop(
  db: Db,
  files: Pick<Files, 'links'>,
  desktop: DesktopRow,
  role: DesktopRole,
): Promise<{ desktop: Desktop; items: DesktopItem[] }> {
  async function read(): Promise<DesktopItem[]> {
    const items: DesktopItem[] = [];
    for await (const chunk of readItemsInChunks(db, files, desktop.id, readerOf(role, desktop))) {
      items.push(...chunk);
      // A store that answers at once would otherwise keep everybody else waiting to the end.
      await setImmediate();
    }
    return items;
  }
  const isLarge = desktop.text_byte_count > LARGE_BYTES;
  const items = await (isLarge ? inTurn(read) : read());
  return { desktop: presentDesktop(desktop, role), items };
}
