import { ProductError } from '@clipline/contract/errors.ts';
import {
  dropClip as dropClipEndpoint,
  dropFile as dropFileEndpoint,
} from '@clipline/contract/schemas/links.ts';
import type { App } from '../core/app.ts';
import { type Db, transact } from '../core/db/database.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken } from '../core/ids.ts';
import {
  checkAwaiting,
  findPartOf,
  fingerprintOf,
  partOf,
  requireSame,
  type Sent,
} from '../clips/captures.ts';
import { type UploadTarget, uploadToClip } from '../clips/clip-files.routes.ts';
import { createClip } from '../clips/clips.changes.ts';
import { tellLists } from '../clips/clips.news.ts';
import { findClipHead, findGrant, type Grant } from '../clips/clips.queries.ts';
import { checkOwnersPlan } from '../clips/require-clip.ts';
import type { FileRow } from '../files/files.queries.ts';
import { findSending, findSendingOf, insertSending } from './links.queries.ts';

/** What is sent through one inbox, and by one address through any. */
const inboxLimit = { name: 'linkSendings', points: 30, seconds: 3600 } as const;
const senderLimit = { name: 'sendings', points: 10, seconds: 3600, by: 'address' } as const;

/** Throws GRANT_EXPIRED unless the grant is good and of an inbox. */
async function requireInbox(db: Db, token: string | undefined): Promise<Grant> {
  const grant = token === undefined ? undefined : await findGrant(db, token);
  if (grant?.kind !== 'inbox') throw new ProductError('GRANT_EXPIRED');
  return grant;
}

/** The clip that was sent before under the key. Throws IDEMPOTENCY_KEY_REUSED. */
async function findEarlier(app: App, db: Db, linkId: string, sent: Sent) {
  const earlier = await findSending(db, linkId, sent.captureId);
  if (earlier) requireSame(earlier, fingerprintOf(app, 'sending', sent), sent);
  return earlier?.clip_id;
}

/** What others send becomes a clip of the owner's, which the sender cannot read. */
async function dropClip(call: Call<typeof dropClipEndpoint>, app: App): Promise<{ id: string }> {
  const { headers, body, address, reply } = call;
  const { content, captureId, files = 0 } = body;
  const token = headers['x-link-grant'] ?? '';
  const sent = { captureId, content, files };
  const inbox = await requireInbox(app.db, token);
  const earlier = await findEarlier(app, app.db, inbox.linkId, sent);
  if (earlier !== undefined) {
    reply.code(200);
    return { id: earlier };
  }
  await checkOwnersPlan(app, app.db, { user_id: inbox.ownerId }, 'edit');
  // What one address is refused takes nothing from others.
  await app.limits.take(senderLimit, { address });
  await app.limits.take(inboxLimit, inbox.linkId);
  const owner = { userId: inbox.ownerId, isSent: true };
  await app.requireSpace(owner, Buffer.byteLength(content));
  const { id, clip } = await transact(app.db, async (tx) => {
    const { linkId, ownerId, label } = await requireInbox(tx, token);
    const known = await findEarlier(app, tx, linkId, sent);
    if (known !== undefined) return { id: known };
    await checkOwnersPlan(app, tx, { user_id: ownerId }, 'edit');
    if (files > 0) await checkAwaiting(tx, ownerId, true);
    const coming = { files, via: { kind: 'link' as const, label } };
    const author = { kind: 'link' as const, id: linkId, label };
    const saved = await createClip(tx, ownerId, content, Date.now(), coming, author);
    await insertSending(tx, {
      link_id: linkId,
      capture_id: captureId,
      grant_hash: hashToken(token),
      fingerprint: fingerprintOf(app, 'sending', sent),
      files,
      clip_id: saved.id,
      created_at: saved.created_at,
    });
    return { id: saved.id, clip: saved };
  });
  if (clip) tellLists(app, clip.user_id, 'created', clip);
  else reply.code(200);
  return { id };
}

type DropFile = Call<typeof dropFileEndpoint>;
type Dropped = Pick<FileRow, 'id' | 'name' | 'size'>;

/** The clip that was sent with this grant, while it waits for files. */
async function findSent(db: Db, { params, headers }: DropFile): Promise<UploadTarget<Dropped>> {
  const token = headers['x-link-grant'] ?? '';
  await requireInbox(db, token);
  const sending = await findSendingOf(db, hashToken(token), params.id);
  const clip = sending && (await findClipHead(db, params.id));
  if (!clip || clip.deleted_at !== null) throw new ProductError('CLIP_NOT_FOUND');
  const sent = partOf(headers['x-capture-part']);
  if (sent && (sent.captureId !== sending.capture_id || sent.part >= sending.files))
    throw new ProductError('INVALID_REQUEST');
  const file = sent && (await findPartOf(db, clip.id, sent.part));
  // That its owner deleted it is not told.
  if (file === null || (!file && clip.awaited_files === 0))
    throw new ProductError('CLIP_NOT_FOUND');
  return {
    clip,
    file,
    part: sent && { part: sent.part, announced: sending.files },
    isByOwner: false,
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

export function serveInbox(app: App): void {
  serve(app, dropClipEndpoint, dropClip);
  serve(app, dropFileEndpoint, dropFile);
}
