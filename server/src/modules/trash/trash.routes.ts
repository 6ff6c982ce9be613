import { ProductError } from '@clipline/contract/errors.ts';
import { TRASH_PAGE_SIZE } from '@clipline/contract/limits.ts';
import {
  emptyTrash,
  listTrash,
  removeFromTrash,
  restoreFromTrash,
} from '@clipline/contract/schemas/trash.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { hasScope, requireScope } from '../../platform/http/current-user.ts';
import { serve, type Serving } from '../../platform/http/serve.ts';
import { readTrash, trashKinds } from './read-trash.ts';
import { removeThing } from './remove-things.ts';
import { restoreThing } from './restore-things.ts';
import { scopesOf, type Trash } from './trash.ts';
import { listTrash as listEntries } from './trash.queries.ts';

/** So many are looked up at a time where all are removed: each look goes over the whole trash. */
const BATCH = 500;

export function serveTrash(serving: Serving, trash: Trash): void {
  const { longReads, trashMs } = trash;
  const { db } = serving;
  const ofUser = (userId: string) => ({ userId, deletedSince: Date.now() - trashMs });

  serve(serving, listTrash, ({ user, query, reply }) => {
    const { kind, page = 1, pageSize = TRASH_PAGE_SIZE } = query;
    const kinds = (kind === undefined ? trashKinds : [kind]).filter((each) =>
      hasScope(user, scopesOf[each].read),
    );
    const slice = { limit: pageSize, offset: (page - 1) * pageSize };
    return longReads.run(user.id, callerGone(reply), (scans) =>
      readTrash(scans, kinds, ofUser(user.id), trashMs, slice),
    );
  });

  serve(serving, restoreFromTrash, ({ user, params: { kind, id }, change }) => {
    requireScope(user, scopesOf[kind].write);
    return restoreThing({ trash, user, change }, kind, id);
  });

  serve(serving, removeFromTrash, async ({ user, params: { kind, id }, change }) => {
    if (!(await removeThing(trash, change, user.id, kind, id)))
      throw new ProductError('NOT_IN_TRASH');
    return { message: 'Deleted forever' };
  });

  serve(serving, emptyTrash, async ({ user, change, checkRights }) => {
    await checkRights();
    const of = ofUser(user.id);
    let removed = 0;
    // What is not theirs to remove stays, and is passed over.
    for (let left = 0, entries; ;) {
      entries = await listEntries(db, trashKinds, of, { limit: BATCH, offset: left });
      for (const { kind, id } of entries) {
        if (await removeThing(trash, change, user.id, kind, id)) removed += 1;
        else left += 1;
      }
      if (entries.length < BATCH) return { removed };
    }
  });
}
