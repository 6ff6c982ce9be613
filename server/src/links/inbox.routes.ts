import { ProductError } from '@clipline/contract/errors.ts';
import {
  dropClip as dropClipEndpoint,
  dropFile as dropFileEndpoint,
} from '@clipline/contract/schemas/links.ts';
import { beginDropUpload } from '@clipline/contract/schemas/uploads.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Db, transact } from '../core/db/database.ts';
import { type Call, type Repeating, serve } from '../core/http/serve.ts';
import { hashToken } from '../core/ids.ts';
import { findOutcome, type Outcome } from '../core/once.ts';
import {
  findPart,
  partOf,
  placeIn,
  type UploadTarget,
  uploadToClip,
} from '../clips/clip-files.routes.ts';
import { createSent, findAnnounced, onceOf } from '../clips/clips.changes.ts';
import { tellLists } from '../clips/clips.news.ts';
import { findClipHead, findGrant, type Grant } from '../clips/clips.queries.ts';
import { checkOwnersPlan } from '../clips/require-clip.ts';
import type { FileRow } from '../files/files.queries.ts';
import { beginUpload, repeatingUpload } from '../uploads/begin.ts';

const inboxLimit = { name: 'linkSendings', points: 30, seconds: 3600 } as const;
const senderLimit = { name: 'sendings', points: 10, seconds: 3600, by: 'address' } as const;

/** Throws GRANT_EXPIRED unless the grant is good and of an inbox. */
async function requireInbox(db: Db, token: string | undefined): Promise<Grant> {
  const grant = token === undefined ? undefined : await findGrant(db, token);
  if (grant?.kind !== 'inbox') throw new ProductError('GRANT_EXPIRED');
  return grant;
}

const idOf = ({ reply }: Outcome) => ({ id: (JSON.parse(reply) as { readonly id: string }).id });

/** What others send becomes a clip of the owner's, which the sender cannot read. */
async function dropClip(call: Call<typeof dropClipEndpoint>, app: App): Promise<{ id: string }> {
  const { headers, body, address, request, reply } = call;
  const { content, captureId, files = 0 } = body;
  const token = headers['x-link-grant'] ?? '';
  const sent = { captureId, content, files };
  const { linkId, ownerId } = await requireInbox(app.db, token);
  const once = onceOf(app, 'sending', linkId, ownerId, sent);
  const earlier = await findOutcome(app.db, once);
  if (earlier) {
    reply.code(200);
    return idOf(earlier);
  }
  await checkOwnersPlan(app, app.db, { user_id: ownerId }, 'edit');
  // What one address is refused takes nothing from others.
  await app.limits.take(senderLimit, { address });
  await app.limits.take(inboxLimit, linkId);
  const space = { userId: ownerId, isSent: true };
  await request.call.requireSpace(Buffer.byteLength(content), space);
  return transact(app.db, async (tx) => {
    const { label } = await requireInbox(tx, token);
    await checkOwnersPlan(app, tx, { user_id: ownerId }, 'edit');
    const via = { kind: 'link' as const, label };
    const sending = { via, grantHash: hashToken(token) };
    const done = await createSent(tx, once, sent, { ...via, id: linkId }, sending);
    const { id } = idOf(done.outcome);
    afterCommit(tx, () =>
      done.isNew
        ? tellLists(app, ownerId, 'created', { id, version: 1, via })
        : void reply.code(200),
    );
    return { id };
  });
}

type DropFile = Call<typeof dropFileEndpoint>;
type Dropped = Pick<FileRow, 'id' | 'name' | 'size'>;

/** What was sent with the grant of a call. */
async function requireSent(db: Db, { params, headers }: Pick<Beginning, 'params' | 'headers'>) {
  const token = headers['x-link-grant'] ?? '';
  const grant = await requireInbox(db, token);
  const announced = await findAnnounced(db, params.id);
  const isOfGrant = announced?.grantHash === hashToken(token);
  const clip = isOfGrant ? await findClipHead(db, params.id) : undefined;
  if (!clip || clip.deleted_at !== null) throw new ProductError('CLIP_NOT_FOUND');
  return { grant, announced, clip };
}

type Beginning = Call<typeof beginDropUpload>;

const begin = (call: Beginning, app: App) =>
  beginUpload(app, call, async (on) => {
    const { grant, clip } = await requireSent(on, call);
    if (clip.awaited_files === 0) throw new ProductError('CLIP_NOT_FOUND');
    await checkOwnersPlan(app, on, clip, 'edit');
    return { ...placeIn('link', clip, grant.reader), isSent: true };
  });

async function findSent(db: Db, call: DropFile): Promise<UploadTarget<Dropped>> {
  const { grant, announced, clip } = await requireSent(db, call);
  const { linkId, label } = grant;
  const { headers } = call;
  const sent = partOf(headers['x-capture-part']);
  const file = sent && (await findPart(db, announced, 'sending', linkId, sent));
  // That its owner deleted it is not told.
  if (file === null || (!file && clip.awaited_files === 0))
    throw new ProductError('CLIP_NOT_FOUND');
  return {
    clip,
    file,
    part: sent?.part,
    author: { kind: 'link', id: linkId, label },
    // Nothing that would open it.
    present: ({ id, name, size }) => ({ id, name, size }),
  };
}

const dropFile = (call: DropFile, app: App): Promise<Dropped> =>
  uploadToClip(
    app,
    call,
    {
      find: (on) => findSent(on, call),
      // The bytes may have come long after the plan was looked up.
      allow: (on, clip) => checkOwnersPlan(app, on, clip, 'edit'),
      within: (work) => transact(app.db, work),
    },
    true,
  );

const byGrant: Repeating = {
  callerOf: async ({ headers }) => hashToken(String(headers['x-link-grant'])),
  onRepeat: async () => {},
};

export function serveInbox(app: App): void {
  serve(app, dropClipEndpoint, dropClip);
  serve(app, dropFileEndpoint, dropFile);
  serve(app, beginDropUpload, begin, repeatingUpload(app, byGrant));
}
