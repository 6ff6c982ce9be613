import { ProductError } from '@clipline/contract/errors.ts';
import { TRASH_PAGE_SIZE } from '@clipline/contract/limits.ts';
import {
  emptyTrash,
  listTrash,
  removeFromTrash,
  restoreFromTrash,
} from '@clipline/contract/schemas/trash.ts';
import { writeLogBack } from '../core/db/write-log-back.ts';
import { callerGone } from '../core/http/guard.ts';
import { hasScope, requireScope } from '../core/http/current-user.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { readTrash, trashKinds } from './read-trash.ts';
import { removeAllThings, removeThings } from './remove-things.ts';
import { restoreThing } from './restore-things.ts';
import { scopesOf, type Trash } from './trash.ts';

export function serveTrash(app: App, trash: Trash): void {
  const { longReads, trashMs } = trash;
  const ofUser = (userId: string) => ({ userId, deletedSince: Date.now() - trashMs });

  serve(app, listTrash, ({ user, query, reply }) => {
    const { kind, page = 1, pageSize = TRASH_PAGE_SIZE } = query;
    const kinds = (kind === undefined ? trashKinds : [kind]).filter((each) =>
      hasScope(user, scopesOf[each].read),
    );
    const slice = { limit: pageSize, offset: (page - 1) * pageSize };
    return longReads.run(user.id, callerGone(reply), (scans) =>
      readTrash(scans, kinds, ofUser(user.id), trashMs, slice),
    );
  });

  serve(app, restoreFromTrash, ({ user, params: { kind, id }, change }) => {
    requireScope(user, scopesOf[kind].write);
    return restoreThing({ trash, user, change }, kind, id);
  });

  serve(app, removeFromTrash, async ({ user, params: { kind, id }, change }) => {
    if ((await removeThings(trash, change, ofUser(user.id), kind, [id])) === 0)
      throw new ProductError('NOT_IN_TRASH');
    await writeLogBack(app.db);
    return { message: 'Deleted forever' };
  });

  // It goes on when its caller leaves.
  serve(app, emptyTrash, async ({ user, change, checkRights }) => {
    await checkRights();
    const of = ofUser(user.id);
    let removed = 0;
    for (const kind of trashKinds) removed += await removeAllThings(trash, change, of, kind);
    await writeLogBack(app.db);
    return { removed };
  });
}
