import { ACTIVITY_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { listRoomActivity } from '@clipline/contract/schemas/rooms.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Db } from '../core/db/database.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { findRoomFor } from './find-room.ts';
import { presentActivity } from './rooms.present.ts';
import { listActivity, findActivityMoment } from './room-activity.queries.ts';
import type { Rooms } from './rooms.ts';

export function serveRoomActivity(app: App, { db }: Rooms): void {
  serve(app, listRoomActivity, async ({ user, params, query }) => {
    const room = await findRoomFor(db, params.id, user.id, 'seeActivity');
    const before = await momentOf(db, room.id, query.before);
    const entries = await listActivity(db, room.id, before, query.limit ?? ACTIVITY_PAGE_SIZE);
    return entries.map(presentActivity);
  });
}

/**
 * An ISO timestamp has a T after its date; an id of the store's making may look like anything but
 * that.
 */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;

/** No two entries of a room share a moment, so that an id and a timestamp name one exactly. */
async function momentOf(db: Db, roomId: string, before: string | undefined): Promise<number> {
  if (before === undefined) return Number.MAX_SAFE_INTEGER;
  const moment = ISO_TIME.test(before)
    ? Date.parse(before)
    : await findActivityMoment(db, roomId, before);
  if (moment === undefined || Number.isNaN(moment)) throw new ProductError('INVALID_REQUEST');
  return moment;
}
