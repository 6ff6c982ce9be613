import { ProductError } from '@clipline/contract/errors.ts';
import { TRASH_PAGE_SIZE, UNDO_SECONDS } from '@clipline/contract/limits.ts';
import {
  trashEndpoints as endpoints,
  type TrashItem,
  trashKind,
  type TrashKind,
} from '@clipline/contract/schemas/trash.ts';
import type { Scope } from '@clipline/contract/scopes.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { writeLogBack } from '../core/db/database.ts';
import { hasScope, requireScope } from '../core/http/current-user.ts';
import { callerGone } from '../core/http/guard.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { DAY_MS, isoTime } from '../core/time.ts';
import { titleFrom } from '../core/title.ts';
import { cameBy } from '../clips/clips.present.ts';
import { removeSome, restoreThing, trashOf } from './trash.changes.ts';
import * as queries from './trash.queries.ts';
import type { TrashDetails, TrashEntry, TrashOf } from './trash.queries.ts';

/** How long what was deleted can be brought back. */
export const trashMsOf = (trashDays: number): number =>
  trashDays === 0 ? UNDO_SECONDS * 1000 : trashDays * DAY_MS;

/** What a token needs to read and to restore the kinds. */
const scopesOf: Readonly<Record<TrashKind, { readonly read: Scope; readonly write: Scope }>> = {
  clip: { read: 'clips:read', write: 'clips:write' },
  roomItem: { read: 'rooms:read', write: 'rooms:write' },
  desktopItem: { read: 'desktop', write: 'desktop' },
  // Rooms are deleted by their owners in the browser alone, and brought back there.
  room: { read: 'rooms:read', write: 'rooms:write' },
};

const MAX_TITLE = 120;

export const titleOf = ({ beginning, file_name: name }: TrashDetails): string =>
  titleFrom(beginning, MAX_TITLE) || (name ?? '');

const present = (entry: TrashEntry, details: TrashDetails, trashMs: number): TrashItem => ({
  kind: entry.kind,
  id: entry.id,
  title: titleOf(details),
  deletedAt: isoTime(entry.deleted_at),
  goneAt: isoTime(entry.deleted_at + trashMs),
  bytes: details.bytes,
  ...cameBy(details),
});

/** One page of a user's trash, and how much there is altogether. */
async function readTrash(
  { trashMs }: App,
  db: Db,
  kinds: readonly TrashKind[],
  of: TrashOf,
  slice: { readonly limit: number; readonly offset: number },
): Promise<{ items: TrashItem[]; total: number; bytes: number }> {
  if (kinds.length === 0) return { items: [], total: 0, bytes: 0 };
  const entries = await queries.listTrash(db, kinds, of, slice);
  const details = new Map<string, TrashDetails>();
  let [total, bytes] = [0, 0];
  for (const kind of kinds) {
    const sum = await queries.sumTrash(db, kind, of);
    total += sum.total;
    bytes += sum.bytes;
    const ids = entries.filter((each) => each.kind === kind).map(({ id }) => id);
    for (const each of await queries.listDetails(db, kind, ids)) details.set(each.id, each);
  }
  const items = entries.flatMap((entry) => {
    const found = details.get(entry.id);
    return found ? [present(entry, found, trashMs)] : [];
  });
  return { items, total, bytes };
}

async function list({ user, query, reply }: Call<typeof endpoints.listTrash>, app: App) {
  const { kind, page = 1, pageSize = TRASH_PAGE_SIZE } = query;
  const kinds = (kind === undefined ? trashKind.options : [kind]).filter((each) =>
    hasScope(user, scopesOf[each].read),
  );
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  return app.longReads.run(user.id, callerGone(reply), (scans) =>
    readTrash(app, scans, kinds, trashOf(app, user), slice),
  );
}

async function remove(call: Call<typeof endpoints.removeFromTrash>, app: App) {
  const { user, params, change } = call;
  const removed = await removeSome(app, change, trashOf(app, user), params.kind, params.id);
  if (removed === 0) throw new ProductError('NOT_IN_TRASH');
  await writeLogBack(app.db);
  return { message: 'Deleted forever' };
}

/** It goes on when its caller leaves. */
async function empty({ user, change, checkRights }: Call<typeof endpoints.emptyTrash>, app: App) {
  await checkRights();
  const of = trashOf(app, user);
  let removed = 0;
  for (const kind of trashKind.options) {
    let lot: number;
    do {
      lot = await removeSome(app, change, of, kind);
      removed += lot;
    } while (lot > 0);
  }
  await writeLogBack(app.db);
  return { removed };
}

export function plugInTrash(app: App): void {
  serve(app, endpoints.listTrash, list);
  serve(app, endpoints.restoreFromTrash, async ({ user, params: { kind, id }, change }) => {
    requireScope(user, scopesOf[kind].write);
    return restoreThing({ app, user, change }, kind, id);
  });
  serve(app, endpoints.removeFromTrash, remove);
  serve(app, endpoints.emptyTrash, empty);
}
