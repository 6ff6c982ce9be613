import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { historyEndpoints as history } from '@clipline/contract/schemas/history.ts';
import { type RoomContent, roomEndpoints as endpoints } from '@clipline/contract/schemas/rooms.ts';
import { beginRoomUpload } from '@clipline/contract/schemas/uploads.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Db, type Tx, writeLogBack } from '../core/db/database.ts';
import { callerGone } from '../core/http/guard.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { streamList } from '../core/http/stream.ts';
import { planAllows } from '../auth/plans.ts';

import {
  authorOf,
  checkVersion,
  type History,
  readVersion,
  readVersions,
  type Saving,
} from '../texts/history.ts';
import { removeAllEnded } from '../texts/history.queries.ts';
import { beginUpload, repeatingUpload } from '../uploads/begin.ts';
import { callerOfUser } from '../uploads/uploads.ts';
import { withUpload } from '../uploads/with-upload.ts';
import { forgetRefusalOf, mayRestore } from './rooms.access.ts';
import {
  type ItemCall,
  repeatingIn,
  requireItem,
  requireOwnText,
  requireRoom,
  roleOf,
} from './require-room.ts';
import { findRoom } from './rooms.queries.ts';
import * as changes from './room-content.changes.ts';
import { findContent, findHome, type FoundContent, ROOM } from './room-content.queries.ts';
import {
  contentAdded,
  contentCounted,
  deltaOf,
  deltaWith,
  roomChanged,
  tellPreview,
} from './rooms.news.ts';
import { presentItem, readContent } from './rooms.present.ts';

async function list(call: Call<typeof endpoints.listRoomContent>, app: App) {
  const { user, params, query, reply } = call;
  const room = await requireRoom(app.db, params.id, user.id, 'read');
  const page = await readContent(app, room, user.id, query, callerGone(reply));
  return streamList(reply, { total: page.total }, 'content', page.content);
}

async function get(call: Call<typeof endpoints.getRoomContent>, app: App) {
  const { room, item } = await requireItem(app.db, call, 'read');
  return presentItem(app, app.db, item, call.user.id, room);
}

async function add(call: Call<typeof endpoints.addRoomContent>, app: App) {
  const { user, params, body, create, ensure } = call;
  ensure(planAllows('changes'));
  return create(async (tx) => {
    const room = await requireRoom(tx, params.id, user.id, 'addContent');
    const added = await changes.addTextItem(tx, room, user, body.content);
    const item = await presentItem(app, tx, added, user.id);
    const delta = deltaWith(room, added.created_at, item);
    afterCommit(tx, () => contentAdded(app, room.id, user, delta));
    return item;
  });
}

async function upload(call: Call<typeof endpoints.uploadRoomFile>, app: App) {
  const { user, params, create, ensure } = call;
  ensure(planAllows('changes'));
  await requireRoom(app.db, params.id, user.id, 'addContent');
  return withUpload(app, call, { ownerId: user.id }, (received) =>
    create(async (tx) => {
      const room = await requireRoom(tx, params.id, user.id, 'addContent');
      const added = await changes.addFileItem(tx, room, user, received);
      afterCommit(tx, () => contentAdded(app, room.id, user));
      return presentItem(app, tx, added, user.id);
    }, received),
  );
}

function begin(call: Call<typeof beginRoomUpload>, app: App) {
  const { user, params } = call;
  return beginUpload(app, call, async (on) => {
    const { id } = await requireRoom(on, params.id, user.id, 'addContent');
    call.ensure(planAllows('changes'));
    const caller = callerOfUser(user.id);
    return { place_kind: 'room', place_id: id, owner_id: user.id, caller, isSent: false };
  });
}

type SaveCall = Pick<
  Call<typeof endpoints.updateRoomContent | typeof history.restoreContentVersion>,
  'user' | 'params' | 'headers' | 'change'
>;

/** Saves a text upon the version that its author knows. */
async function save(
  app: App,
  call: SaveCall,
  find: (tx: Tx, item: FoundContent) => Promise<Pick<Saving, 'restored'> & { content: string }>,
): Promise<RoomContent> {
  const { user, headers, change } = call;
  return change(async (tx) => {
    const { room, item: before } = await requireOwnText(tx, call);
    await checkVersion(headers['if-match'], before, async () => ({
      item: await presentItem(app, tx, before, user.id),
    }));
    const { content, restored } = await find(tx, before);
    const saving = { author: authorOf(user), restored };
    const saved = await changes.saveText(tx, room, before, content, saving);
    const item = await presentItem(app, tx, saved, user.id);
    const delta = deltaWith(room, saved.updated_at, item);
    if (saved !== before) afterCommit(tx, () => roomChanged(app, room.id, 'content', delta));
    return item;
  });
}

async function update(call: Call<typeof endpoints.updateRoomContent>, app: App) {
  call.ensure(planAllows('changes'));
  return save(app, call, async () => call.body);
}

async function remove(call: Call<typeof endpoints.deleteRoomContent>, app: App) {
  const { user, change } = call;
  await change(async (tx) => {
    const { room, item } = await requireItem(tx, call, 'deleteContent');
    const at = await changes.deleteItem(tx, room, item, user.id);
    const delta = deltaOf(room, at, { removed: item.id });
    afterCommit(tx, () => contentCounted(app, room.id, delta));
  });
  return { message: 'Content deleted' };
}

export async function restoreContent(
  call: Pick<Call<typeof endpoints.restoreRoomContent>, 'user' | 'params' | 'change'>,
  app: App,
): Promise<RoomContent> {
  const { user, params, change } = call;
  return change(async (tx) => {
    const room = await requireRoom(tx, params.id, user.id, 'restoreContent');
    const found = await findContent(tx, room.id, params.contentId);
    const now = Date.now();
    const isHere = found?.deleted_at === null;
    const isInTrash = found && (found.deleted_at ?? 0) >= now - app.trashMs;
    if (!found || !(isHere || (isInTrash && mayRestore(found, room.as, user.id, now))))
      throw new ProductError('CONTENT_NOT_FOUND');
    const restored = isHere ? found : await changes.restoreItem(tx, room, found, user.id);
    if (!isHere) afterCommit(tx, () => contentCounted(app, room.id));
    return presentItem(app, tx, restored, user.id);
  });
}

/** Kept as long as the plan of who wrote it says. */
const historyOf = async (app: App, db: Db, item: FoundContent): Promise<History> => ({
  table: 'content_versions',
  thingId: item.id,
  plan: await app.planOf(db, item.user_id),
});

async function requireHistory(app: App, call: ItemCall) {
  const { item } = await requireItem(app.db, call, 'seeVersions');
  return { item, versions: await historyOf(app, app.db, item) };
}

async function listVersions(call: Call<typeof history.listContentVersions>, app: App) {
  const { item, versions } = await requireHistory(app, call);
  return readVersions(app.db, versions, item.user_id === call.user.id ? undefined : item.name);
}

async function getVersion(call: Call<typeof history.readContentVersion>, app: App) {
  const { versions } = await requireHistory(app, call);
  return readVersion(app.db, versions, call.params.version);
}

async function restoreVersion(call: Call<typeof history.restoreContentVersion>, app: App) {
  call.ensure(planAllows('changes'));
  // Packed, it took less.
  await call.request.call.requireSpace(MAX_TEXT_BYTES);
  return save(app, call, async (tx, item) => {
    const versions = await historyOf(app, tx, item);
    const { content } = await readVersion(tx, versions, call.params.version);
    return { content, restored: [] };
  });
}

async function forgetVersions(call: Call<typeof history.forgetContentVersions>) {
  const { user, change } = call;
  await change(async (tx) => {
    const { room, item } = await requireItem(tx, call, 'seeVersions');
    const refusal = forgetRefusalOf({ authorId: item.user_id }, room.as, user.id);
    if (refusal !== null) throw new ProductError(refusal);
    await removeAllEnded(tx, 'content_versions', [item.id]);
    afterCommit(tx, writeLogBack);
  });
  return { message: 'Earlier versions forgotten' };
}

async function isReadableBy(db: Db, contentId: string, userId: string): Promise<boolean> {
  const home = await findHome(db, contentId);
  if (!home || home.deleted_at !== null) return false;
  const room = await findRoom(db, home.room_id, userId);
  return room !== undefined && roleOf(room) !== null;
}

export function serveRoomContent(app: App): void {
  app.files.sharedBy.set(ROOM, async (contentId, reader) =>
    (await isReadableBy(app.db, contentId, reader)) ? reader : undefined,
  );
  app.files.previews.tell.set(ROOM, (file) => tellPreview(app, file));
  serve(app, endpoints.listRoomContent, list);
  serve(app, endpoints.getRoomContent, get);
  const repeating = repeatingIn(app.db, 'addContent');
  serve(app, endpoints.addRoomContent, add, repeating);
  serve(app, endpoints.uploadRoomFile, upload, repeating);
  serve(app, beginRoomUpload, begin, repeatingUpload(app, repeating));
  serve(app, endpoints.updateRoomContent, update);
  serve(app, endpoints.deleteRoomContent, remove);
  serve(app, endpoints.restoreRoomContent, restoreContent);
  serve(app, history.listContentVersions, listVersions);
  serve(app, history.readContentVersion, getVersion);
  serve(app, history.restoreContentVersion, restoreVersion);
  serve(app, history.forgetContentVersions, forgetVersions);
}
