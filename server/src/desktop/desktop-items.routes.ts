import type { App } from '../core/app.ts';
import {
  addDesktopFile,
  addDesktopText,
  arrangeDesktopItem,
  deleteDesktopItem,
  restoreDesktopItem,
} from '@clipline/contract/schemas/desktop.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../core/db/database.ts';
import type { RateLimit } from '../core/http/limits.ts';
import { bytesOf, type Call, serve } from '../core/http/serve.ts';
import { validate } from '../core/http/failures.ts';
import { withUpload } from '../files/uploads.ts';
import {
  addFileItem,
  addText,
  changeItem,
  createDesktop,
  deleteItem,
  requireCapacity,
  restoreItem,
  UNDO_MS,
  type Written,
} from './desktop.changes.ts';
import type { Desktops } from './desktop.ts';
import { findDesktopFor, type MyDesktop, requireDesktop } from './find-desktop.ts';
import { presentItem } from './desktop.present.ts';
import { remember, repeatingFor, type Visitor, visitorOf } from './visitors.ts';
import { isUpToDate } from '../core/http/headers.ts';
import { readerOf } from './desktop-files.ts';

/** Desktops that signed-out browsers of one address begin. */
const desktopLimit = {
  name: 'newDesktops',
  points: 600,
  seconds: 3600,
  by: 'address',
} as const satisfies RateLimit;

/** A desktop's id says which one is meant and grants nothing. */
function expectMeant(desktop: MyDesktop | undefined, desktopId: string | undefined): void {
  if (desktopId !== undefined && desktopId !== desktop?.id)
    throw new ProductError('DESKTOP_NOT_FOUND');
}

/** The desktop to add to; the first item creates it. */
async function desktopToAddTo(
  tx: Tx,
  { planOf }: Desktops,
  visitor: Visitor,
  desktopId: string | undefined,
): Promise<MyDesktop> {
  const desktop = await findDesktopFor({ db: tx, planOf }, visitor.claims, 'add');
  expectMeant(desktop, desktopId);
  return desktop ?? { ...(await createDesktop(tx, visitor)), as: 'owner' };
}

/**
 * Before anything is received: whether the visitor may add, and its owner, who may be another,
 * has capacity.
 */
async function expectToAdd(
  desktops: Desktops,
  { claims, address }: Visitor,
  request: FastifyRequest,
): Promise<{ readonly isFirst: boolean }> {
  const desktop = await findDesktopFor(desktops, claims, 'add');
  const userId = desktop ? desktop.user_id : claims.userId;
  await request.call.requireSpace(bytesOf(request), { userId });
  if (desktop) requireCapacity({ ...desktop, item_count: desktop.item_count + 1 });
  else if (claims.userId === null) await desktops.limits.take(desktopLimit, { address });
  return { isFirst: desktop === undefined };
}

/** Around what adds an item: what was really written is told, a repetition is not. */
async function adding<T extends { id: string }>(
  desktops: Desktops,
  { request, reply }: Pick<Call<typeof addDesktopText>, 'request' | 'reply'>,
  work: (visitor: Visitor, note: (written: Written) => void) => Promise<T>,
): Promise<T> {
  const visitor = await visitorOf(desktops, request, reply);
  const { isFirst } = await expectToAdd(desktops, visitor, request);
  let written: Written | undefined;
  const item = await work(visitor, (each) => {
    written = each;
  });
  if (isFirst && visitor.claims.userId === null) remember(desktops, visitor, reply);
  if (written?.item.row.id === item.id) desktops.news.added(written.desktop, written.item);
  return item;
}

export function serveDesktopItems(app: App, desktops: Desktops): void {
  const { files, news, planOf, trashMs } = desktops;
  const repeating = repeatingFor(desktops);
  const present = ({ item }: Written, desktop: MyDesktop) =>
    presentItem(item, files, readerOf(desktop.as, desktop));

  serve(
    app,
    addDesktopText,
    async ({ body, request, reply, create }) =>
      adding(desktops, { request, reply }, (visitor, note) =>
        create(async (tx) => {
          const desktop = await desktopToAddTo(tx, desktops, visitor, body.desktopId);
          const written = await addText(tx, desktop.id, body.content, body);
          note(written);
          return present(written, desktop);
        }),
      ),
    repeating,
  );

  serve(
    app,
    addDesktopFile,
    async ({ request, reply, create }) =>
      adding(desktops, { request, reply }, (visitor, note) =>
        withUpload(files, request, ['desktopId', 'position', 'size'], async (received) => {
          const fields = validate(addDesktopFile.body, received.fields);
          return create(async (tx) => {
            const desktop = await desktopToAddTo(tx, desktops, visitor, fields.desktopId);
            const written = await addFileItem(tx, desktop.id, received, fields);
            note(written);
            return present(written, desktop);
          }, received);
        }),
      ),
    repeating,
  );

  serve(app, arrangeDesktopItem, async ({ params, headers, body, request, reply, change }) => {
    const { claims } = await visitorOf(desktops, request, reply);
    const { mine, written } = await change(async (tx) => {
      const desktop = await requireDesktop({ db: tx, planOf }, claims, 'arrange');
      return {
        mine: desktop,
        written: await changeItem(tx, desktop, params.id, body, (version) =>
          isUpToDate(headers['if-match'], version),
        ),
      };
    });
    if (written.isChanged)
      news.changed(written.desktop, written.item, { withText: body.content !== undefined });
    return present(written, mine);
  });

  serve(app, deleteDesktopItem, async ({ params, request, reply, change }) => {
    const { claims } = await visitorOf(desktops, request, reply);
    const { desktop, item } = await change(async (tx) => {
      const mine = await requireDesktop({ db: tx, planOf }, claims, 'delete');
      return deleteItem(tx, mine.id, params.id);
    });
    news.removed(desktop, item);
    return { message: 'Item deleted' };
  });

  serve(app, restoreDesktopItem, async ({ params, request, reply, change }) => {
    const { claims } = await visitorOf(desktops, request, reply);
    const { mine, written } = await change(async (tx) => {
      const desktop = await requireDesktop({ db: tx, planOf }, claims, 'restore');
      const isOwn = desktop.as === 'owner' && desktop.user_id !== null;
      const since = Date.now() - (isOwn ? trashMs : UNDO_MS);
      return { mine: desktop, written: await restoreItem(tx, desktop, params.id, since) };
    });
    if (written.isChanged) news.added(written.desktop, written.item);
    return present(written, mine);
  });
}
