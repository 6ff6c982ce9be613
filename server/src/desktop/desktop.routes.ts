import { ProductError } from '@clipline/contract/errors.ts';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import * as endpoints from '@clipline/contract/schemas/desktop.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import type { Tx } from '../core/db/database.ts';
import { whereWritable } from '../core/db/errors.ts';
import { isUpToDate } from '../core/http/headers.ts';
import type { RateLimit } from '../core/http/limits.ts';
import { bytesOf, type Call, serve } from '../core/http/serve.ts';
import { validate } from '../core/http/failures.ts';
import { newToken } from '../core/ids.ts';
import { withUpload } from '../files/uploads.ts';
import type { DesktopCapability } from './desktop.access.ts';
import * as changes from './desktop.changes.ts';
import type { Written } from './desktop.changes.ts';
import { desktopJobs } from './desktop.jobs.ts';
import * as news from './desktop.news.ts';
import { DESKTOP, filesSharedBy, presentItem, readerOf, sendDesktop } from './desktop.present.ts';
import { noteSharedBy, saveSharing } from './desktop.queries.ts';
import { serveDesktopEvents } from './desktop.sockets.ts';
import { findDesktopFor, type MyDesktop, requireDesktop } from './find-desktop.ts';
import { rememberBrowser, repeatingFor, type Visitor, visitorOf } from './visitors.ts';

const desktopLimit = {
  name: 'newDesktops',
  points: 600,
  seconds: 3600,
  by: 'address',
} as const satisfies RateLimit;

type AnyCall = Pick<Call<Endpoint>, 'request' | 'reply' | 'change'>;

async function changeDesktop<T>(
  app: App,
  { request, reply, change }: AnyCall,
  capability: DesktopCapability,
  work: (tx: Tx, desktop: MyDesktop) => Promise<T>,
): Promise<T> {
  const { claims } = await visitorOf(app, request, reply);
  return change(async (tx) => work(tx, await requireDesktop(app, tx, claims, capability)));
}

const present = (app: App, { item }: Written, desktop: MyDesktop) =>
  presentItem(app, item, readerOf(desktop.as, desktop));

async function readOwn({ user, request, reply }: Call<typeof endpoints.getDesktop>, app: App) {
  const { claims } = await visitorOf(app, request, reply);
  const desktop = await findDesktopFor(app, app.db, claims, 'read');
  return desktop ? sendDesktop(app, reply, desktop, user) : { desktop: null, items: [] };
}

async function readShared(
  { user, params, headers, reply }: Call<typeof endpoints.getSharedDesktop>,
  app: App,
) {
  const shareToken = headers['x-desktop-token'] ?? params.id;
  const claims = { userId: null, browserHash: null, shareToken };
  const desktop = await requireDesktop(app, app.db, claims, 'read');
  if (params.id !== shareToken && params.id !== desktop.id)
    throw new ProductError('DESKTOP_NOT_FOUND');
  // A link that a user has in hand was given out, by them or another.
  if (desktop.is_shared === 0) await whereWritable(noteSharedBy(app.db, shareToken));
  return sendDesktop(app, reply, desktop, user);
}

async function setSharing(call: Call<typeof endpoints.setDesktopSharing>, app: App) {
  const { shared } = call.body;
  const [before, token] = await changeDesktop(app, call, 'renewShareToken', async (tx, desktop) => {
    const sharing = { share_token: shared ? desktop.share_token : newToken() };
    await saveSharing(tx, desktop.id, { ...sharing, is_shared: shared ? 1 : 0 });
    return [desktop, sharing.share_token];
  });
  if (!shared) news.closeDesktopToHolders(app, before);
  return { share_token: token, shared };
}

async function renewShareToken(call: Call<typeof endpoints.renewDesktopShareToken>, app: App) {
  const token = newToken();
  const before = await changeDesktop(app, call, 'renewShareToken', async (tx, desktop) => {
    await saveSharing(tx, desktop.id, { share_token: token });
    return desktop;
  });
  news.closeDesktopToHolders(app, before);
  return { share_token: token };
}

/** The first item creates it. Its id says which is meant, grants nothing. */
async function desktopToAddTo(
  app: App,
  tx: Tx,
  visitor: Visitor,
  desktopId: string | undefined,
): Promise<MyDesktop> {
  const desktop = await findDesktopFor(app, tx, visitor.claims, 'add');
  if (desktopId !== undefined && desktopId !== desktop?.id)
    throw new ProductError('DESKTOP_NOT_FOUND');
  return desktop ?? { ...(await changes.createDesktop(tx, visitor)), as: 'owner' };
}

/** Before anything is received. Returns whether this would be the desktop's first item. */
async function expectToAdd(
  app: App,
  { claims, address }: Visitor,
  request: FastifyRequest,
): Promise<boolean> {
  const desktop = await findDesktopFor(app, app.db, claims, 'add');
  const userId = desktop ? desktop.user_id : claims.userId;
  await request.call.requireSpace(bytesOf(request), { userId });
  if (desktop) changes.requireCapacity({ ...desktop, item_count: desktop.item_count + 1 });
  else if (claims.userId === null) await app.limits.take(desktopLimit, { address });
  return desktop === undefined;
}

/** What was really written is told, a repetition is not. */
async function adding<T extends { id: string }>(
  app: App,
  { request, reply }: Omit<AnyCall, 'change'>,
  work: (visitor: Visitor, note: (written: Written) => void) => Promise<T>,
): Promise<T> {
  const visitor = await visitorOf(app, request, reply);
  const isFirst = await expectToAdd(app, visitor, request);
  let written: Written | undefined;
  const item = await work(visitor, (each) => {
    written = each;
  });
  if (isFirst && visitor.claims.userId === null) rememberBrowser(app, visitor, reply);
  if (written?.item.row.id === item.id) news.tellItemAdded(app, written.desktop, written.item);
  return item;
}

const addTextItem = (call: Call<typeof endpoints.addDesktopText>, app: App) =>
  adding(app, call, (visitor, note) =>
    call.create(async (tx) => {
      const desktop = await desktopToAddTo(app, tx, visitor, call.body.desktopId);
      const written = await changes.addText(tx, desktop.id, call.body.content, call.body);
      note(written);
      return present(app, written, desktop);
    }),
  );

const addFile = (call: Call<typeof endpoints.addDesktopFile>, app: App) =>
  adding(app, call, (visitor, note) =>
    withUpload(app.files, call.request, ['desktopId', 'position', 'size'], async (received) => {
      const fields = validate(endpoints.addDesktopFile.body, received.fields);
      return call.create(async (tx) => {
        const desktop = await desktopToAddTo(app, tx, visitor, fields.desktopId);
        const written = await changes.addFileItem(tx, desktop.id, received, fields);
        note(written);
        return present(app, written, desktop);
      }, received);
    }),
  );

async function arrange(call: Call<typeof endpoints.arrangeDesktopItem>, app: App) {
  const { params, headers, body } = call;
  const [mine, written] = await changeDesktop(app, call, 'arrange', async (tx, desktop) => [
    desktop,
    await changes.changeItem(tx, desktop, params.id, body, (version) =>
      isUpToDate(headers['if-match'], version),
    ),
  ]);
  if (written.isChanged)
    news.tellItemChanged(app, written.desktop, written.item, {
      withText: body.content !== undefined,
    });
  return present(app, written, mine);
}

async function remove(call: Call<typeof endpoints.deleteDesktopItem>, app: App) {
  const { desktop, item } = await changeDesktop(app, call, 'delete', (tx, mine) =>
    changes.deleteItem(tx, mine.id, call.params.id),
  );
  news.tellItemRemoved(app, desktop, item);
  return { message: 'Item deleted' };
}

async function restore(call: Call<typeof endpoints.restoreDesktopItem>, app: App) {
  const [mine, written] = await changeDesktop(app, call, 'restore', async (tx, desktop) => {
    const isOwn = desktop.as === 'owner' && desktop.user_id !== null;
    const since = Date.now() - (isOwn ? app.trashMs : changes.UNDO_MS);
    return [desktop, await changes.restoreItem(tx, desktop, call.params.id, since)];
  });
  if (written.isChanged) news.tellItemAdded(app, written.desktop, written.item);
  return present(app, written, mine);
}

export function plugInDesktop(app: App): void {
  app.files.sharedBy.set(DESKTOP, (itemId, reader) => filesSharedBy(app, itemId, reader));
  app.files.previews.tell.set(DESKTOP, (file) => news.tellPreview(app, file));
  const repeating = repeatingFor(app);
  serve(app, endpoints.getDesktop, readOwn);
  serve(app, endpoints.getSharedDesktop, readShared);
  serve(app, endpoints.setDesktopSharing, setSharing);
  serve(app, endpoints.renewDesktopShareToken, renewShareToken);
  serve(app, endpoints.addDesktopText, addTextItem, repeating);
  serve(app, endpoints.addDesktopFile, addFile, repeating);
  serve(app, endpoints.arrangeDesktopItem, arrange);
  serve(app, endpoints.deleteDesktopItem, remove);
  serve(app, endpoints.restoreDesktopItem, restore);
  serveDesktopEvents(app);
  app.jobs.push(...desktopJobs(app));
}
