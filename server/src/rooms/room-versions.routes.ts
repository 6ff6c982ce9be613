import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import type { RoomCapability } from '@clipline/contract/room-roles.ts';
import {
  forgetContentVersions,
  listContentVersions,
  readContentVersion,
  restoreContentVersion,
} from '@clipline/contract/schemas/history.ts';
import type { Db } from '../core/db/database.ts';
import { writeLogBack } from '../core/db/write-log-back.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { authorOf } from '../texts/author.ts';
import { type History, readVersion, readVersions } from '../texts/read-versions.ts';
import { removeAllEnded } from '../texts/versions.queries.ts';
import { planAllows } from '../auth/plans.ts';
import { saveText } from './room-content.changes.ts';
import { findRoomFor } from './find-room.ts';
import { eyesOf, presentItem } from './rooms.present.ts';
import { findContent, type FoundContent } from './room-content.queries.ts';
import { editRefusalOf, forgetRefusalOf } from './rooms.access.ts';
import type { Rooms } from './rooms.ts';
import { isUpToDate } from '../core/http/headers.ts';

async function findItem(
  on: Db,
  params: { readonly id: string; readonly contentId: string },
  userId: string,
  capability: RoomCapability,
) {
  const room = await findRoomFor(on, params.id, userId, capability);
  const item = await findContent(on, room.id, params.contentId);
  if (!item) throw new ProductError('CONTENT_NOT_FOUND');
  return { room, item };
}

export function serveRoomVersions(app: App, rooms: Rooms): void {
  const { db, files, news, planOf } = rooms;

  /** Kept as long as the plan of who wrote it says. */
  const historyOf = async (on: Db, item: FoundContent): Promise<History> => ({
    table: 'content_versions',
    thingId: item.id,
    plan: await planOf(on, item.user_id),
  });

  serve(app, listContentVersions, async ({ user, params }) => {
    const { item } = await findItem(db, params, user.id, 'seeVersions');
    const author = item.user_id === user.id ? undefined : item.name;
    return readVersions(db, await historyOf(db, item), author);
  });

  serve(app, readContentVersion, async ({ user, params }) => {
    const { item } = await findItem(db, params, user.id, 'seeVersions');
    return readVersion(db, await historyOf(db, item), params.version);
  });

  serve(app, restoreContentVersion, async (call) => {
    const { user, params, headers, ensure, change } = call;
    ensure(planAllows('changes'));
    // Packed, it took less.
    await app.requireSpace({ userId: user.id }, MAX_TEXT_BYTES);
    const { item, isChanged } = await change(async (tx) => {
      const { room, item: before } = await findItem(tx, params, user.id, 'editOwnContent');
      const refusal = editRefusalOf({ authorId: before.user_id, type: before.type }, user.id);
      if (refusal !== null) throw new ProductError(refusal);
      const present = (each: FoundContent) => presentItem(tx, files, each, user.id, eyesOf(true));
      if (!isUpToDate(headers['if-match'], before.version))
        throw new ProductError('VERSION_CONFLICT', {}, undefined, {
          item: await present(before),
        });
      const { content } = await readVersion(tx, await historyOf(tx, before), params.version);
      const saved = await saveText(tx, room, before, user.id, content, {
        author: authorOf(user),
        // No item has files beside its text.
        restored: [],
      });
      return { item: await present(saved), isChanged: saved !== before };
    });
    if (isChanged) news.changed(params.id, 'content');
    return item;
  });

  serve(app, forgetContentVersions, async ({ user, params, change }) => {
    await change(async (tx) => {
      const { room, item } = await findItem(tx, params, user.id, 'seeVersions');
      const refusal = forgetRefusalOf({ authorId: item.user_id }, room.as, user.id);
      if (refusal !== null) throw new ProductError(refusal);
      await removeAllEnded(tx, 'content_versions', [item.id]);
    });
    await writeLogBack(db);
    return { message: 'Earlier versions forgotten' };
  });
}
