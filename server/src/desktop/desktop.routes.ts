import { ProductError } from '@clipline/contract/errors.ts';
import type { BodyOf, Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import * as endpoints from '@clipline/contract/schemas/desktop.ts';
import { MAX_UPLOADS, MAX_UPLOADS_TO_DESKTOP } from '@clipline/contract/limits.ts';
import { beginDesktopUpload } from '@clipline/contract/schemas/uploads.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { afterCommit, type Tx } from '../core/db/database.ts';
import { whereWritable } from '../core/db/errors.ts';
import { isUpToDate } from '../core/http/headers.ts';
import type { RateLimit } from '../core/http/limits.ts';
import { bytesOf, type Call, serve } from '../core/http/serve.ts';
import { validate } from '../core/http/failures.ts';
import { newToken } from '../core/ids.ts';
import { fileTooLarge } from '../core/http/uploads.ts';
import { beginUpload, repeatingUpload } from '../uploads/begin.ts';
import { withUpload } from '../uploads/with-upload.ts';
import type { Upload } from '../files/uploads.ts';
import { callerOfDesktop, callerOfUser } from '../uploads/uploads.ts';
import { type DesktopCapability, roleIn } from './desktop.access.ts';
import * as changes from './desktop.changes.ts';
import type { Written } from './desktop.changes.ts';
import { desktopJobs, endPairing } from './desktop.jobs.ts';
import * as news from './desktop.news.ts';
import { DESKTOP, filesSharedBy, presentItem, readerOf, sendDesktop } from './desktop.present.ts';
import { noteSharedBy, saveSharing } from './desktop.queries.ts';
import { serveDesktopEvents } from './desktop.sockets.ts';
import { findDesktopFor, findDesktopOf, type MyDesktop, requireDesktop } from './find-desktop.ts';
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

/** By its share token; with that in a header, the address has its id. */
async function requireShared(app: App, id: string, shareToken = id): Promise<MyDesktop> {
  const claims = { userId: null, browserHash: null, shareToken };
  const desktop = await requireDesktop(app, app.db, claims, 'read');
  if (id !== shareToken && id !== desktop.id) throw new ProductError('DESKTOP_NOT_FOUND');
  return desktop;
}

async function readShared(
  { user, params, headers, reply }: Call<typeof endpoints.getSharedDesktop>,
  app: App,
) {
  const desktop = await requireShared(app, params.id, headers['x-desktop-token']);
  // A link that a user has in hand was given out, by them or another.
  if (desktop.is_shared === 0) await whereWritable(noteSharedBy(app.db, desktop.share_token));
  return sendDesktop(app, reply, desktop, user);
}

async function end({ params, headers }: Call<typeof endpoints.endPairing>, app: App) {
  const desktop = await requireShared(app, params.id, headers['x-desktop-token']);
  if (desktop.paired_at === null) throw new ProductError('NOT_DESKTOP_OWNER');
  if (!(await endPairing(app, desktop))) throw new ProductError('DESKTOP_NOT_FOUND');
  return { message: 'Pairing ended' };
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

/** What a holder adds is brought into the storage of the desktop's owner. */
const isSentTo = (desktop: MyDesktop | undefined): boolean =>
  desktop?.as === 'holder' && desktop.user_id !== null;

/** Before anything is received. Returns whether this would be the desktop's first item. */
async function expectToAdd(
  app: App,
  { claims, address }: Visitor,
  request: FastifyRequest,
): Promise<{ readonly isFirst: boolean; readonly ownerId: string | null }> {
  const desktop = await findDesktopFor(app, app.db, claims, 'add');
  const userId = desktop ? desktop.user_id : claims.userId;
  const { maxFileBytes } = app.files;
  const isSent = isSentTo(desktop);
  await request.call.requireSpace(bytesOf(request, maxFileBytes), { userId, isSent });
  if (desktop)
    changes.requireCapacity({ ...desktop, item_count: desktop.item_count + 1 }, maxFileBytes);
  else if (claims.userId === null) await app.limits.take(desktopLimit, { address });
  return { isFirst: desktop === undefined, ownerId: userId };
}

async function adding<T>(
  app: App,
  { request, reply }: Omit<AnyCall, 'change'>,
  work: (visitor: Visitor, ownerId: string | null) => Promise<T>,
): Promise<T> {
  const visitor = await visitorOf(app, request, reply);
  const { isFirst, ownerId } = await expectToAdd(app, visitor, request);
  const item = await work(visitor, ownerId);
  if (isFirst && visitor.claims.userId === null) rememberBrowser(app, visitor, reply);
  return item;
}

const addTextItem = (call: Call<typeof endpoints.addDesktopText>, app: App) =>
  adding(app, call, (visitor) =>
    call.create(async (tx) => {
      const desktop = await desktopToAddTo(app, tx, visitor, call.body.desktopId);
      const written = await changes.addText(
        tx,
        desktop.id,
        call.body.content,
        call.body,
        app.files.maxFileBytes,
      );
      afterCommit(tx, () => news.tellItemAdded(app, written.desktop, written.item));
      return present(app, written, desktop);
    }),
  );

const FIELDS = ['desktopId', 'position', 'size'];

const fieldsOf = (
  { request: { call } }: Call<typeof endpoints.addDesktopFile>,
  { fields }: Upload,
): BodyOf<typeof endpoints.addDesktopFile> =>
  (call.finishing as BodyOf<typeof endpoints.addDesktopFile> | undefined) ??
  validate(endpoints.addDesktopFile.body, fields);

function requireFitting(
  { user_id: userId }: Pick<MyDesktop, 'user_id'>,
  { name, size }: Pick<Upload, 'name' | 'size'>,
  maxFileBytes: number,
): void {
  const most = Math.min(maxFileBytes, changes.mostBytesOf(userId, maxFileBytes));
  if (size > most) throw fileTooLarge(name, most);
}

const addFile = (call: Call<typeof endpoints.addDesktopFile>, app: App) =>
  adding(app, call, (visitor, ownerId) =>
    withUpload(app, call, { fields: FIELDS, ownerId }, async (received) => {
      const fields = fieldsOf(call, received);
      return call.create(async (tx) => {
        const desktop = await desktopToAddTo(app, tx, visitor, fields.desktopId);
        const { maxFileBytes } = app.files;
        requireFitting(desktop, received, maxFileBytes);
        const written = await changes.addFileItem(tx, desktop.id, received, fields, maxFileBytes);
        afterCommit(tx, () => news.tellItemAdded(app, written.desktop, written.item));
        return present(app, written, desktop);
      }, received);
    }),
  );

/** By whom an upload to it goes on: its user, or who has it by a cookie or its token. */
const callerAt = ({ id, user_id: userId, as }: MyDesktop): string =>
  as === 'owner' && userId !== null ? callerOfUser(userId) : callerOfDesktop(id);

async function begin(call: Call<typeof beginDesktopUpload>, app: App) {
  const { request, reply } = call;
  const visitor = await visitorOf(app, request, reply);
  const { claims, address } = visitor;
  const { maxFileBytes } = app.files;
  let isFirst = false;
  const begun = await beginUpload(app, call, async (on, tx) => {
    const isOfBrowser = claims.userId === null;
    const found = await findDesktopFor(app, on, claims, 'add');
    const { desktopId } = call.body;
    if (desktopId !== undefined && desktopId !== found?.id)
      throw new ProductError('DESKTOP_NOT_FOUND');
    if (!found && isOfBrowser && !tx) await app.limits.take(desktopLimit, { address });
    // Its cookie is what the upload goes on by.
    isFirst = !found && isOfBrowser && tx !== undefined;
    const desktop =
      found ?? (isFirst && tx ? await desktopToAddTo(app, tx, visitor, undefined) : undefined);
    const ownerId = desktop ? desktop.user_id : claims.userId;
    const own = claims.userId === null ? '' : callerOfUser(claims.userId);
    const caller = desktop ? callerAt(desktop) : own;
    return {
      place_kind: 'desktop',
      place_id: null,
      owner_id: ownerId,
      caller,
      isSent: isSentTo(desktop),
      maxBytes: Math.min(maxFileBytes, changes.mostBytesOf(ownerId, maxFileBytes)),
      maxUploads: caller.startsWith(callerOfDesktop('')) ? MAX_UPLOADS_TO_DESKTOP : MAX_UPLOADS,
      requireCapacity(size) {
        if (!desktop) return;
        const [items, bytes] = [desktop.item_count + 1, desktop.byte_count + size];
        changes.requireCapacity({ ...desktop, item_count: items, byte_count: bytes }, maxFileBytes);
      },
    };
  });
  if (isFirst) rememberBrowser(app, visitor, reply);
  return begun;
}

/** The desktop that a request is at, without its owner's plan: that only ends beginning and finishing. */
async function findCaller(app: App, request: FastifyRequest, reply: FastifyReply) {
  if (request.call.user && request.headers['x-desktop-token'] === undefined) return undefined;
  const visit = visitorOf(app, request, reply).catch((error: unknown) => {
    if (!(error instanceof ProductError)) throw error;
  });
  const claims = (await visit)?.claims;
  const desktop = claims && (await findDesktopOf(app.db, claims));
  const as = desktop && roleIn(desktop, claims);
  return as ? callerAt({ ...desktop, as }) : undefined;
}

async function arrange(call: Call<typeof endpoints.arrangeDesktopItem>, app: App) {
  const { params, headers, body } = call;
  const [mine, written] = await changeDesktop(app, call, 'arrange', async (tx, desktop) => [
    desktop,
    await changes.changeItem(
      tx,
      desktop,
      params.id,
      body,
      (version) => isUpToDate(headers['if-match'], version),
      app.files.maxFileBytes,
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
    return [
      desktop,
      await changes.restoreItem(tx, desktop, call.params.id, since, app.files.maxFileBytes),
    ];
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
  serve(app, endpoints.endPairing, end);
  serve(app, endpoints.setDesktopSharing, setSharing);
  serve(app, endpoints.renewDesktopShareToken, renewShareToken);
  serve(app, endpoints.addDesktopText, addTextItem, repeating);
  serve(app, endpoints.addDesktopFile, addFile, repeating);
  serve(app, beginDesktopUpload, begin, repeatingUpload(app, repeating));
  app.uploads.callers.push((request, reply) => findCaller(app, request, reply));
  serve(app, endpoints.arrangeDesktopItem, arrange);
  serve(app, endpoints.deleteDesktopItem, remove);
  serve(app, endpoints.restoreDesktopItem, restore);
  serveDesktopEvents(app);
  app.jobs.push(...desktopJobs(app));
}
