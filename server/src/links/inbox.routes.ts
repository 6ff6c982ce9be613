import type { App } from '../core/app.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import { dropClip, dropFile } from '@clipline/contract/schemas/links.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import { measureUpload } from '../core/http/uploads.ts';
import { bytesOf, serve } from '../core/http/serve.ts';
import { hashToken, keyed } from '../core/ids.ts';
import { checkAwaiting, partOf } from '../clips/captures.ts';
import { findPart } from '../clips/captures.queries.ts';
import { attachFile, createClip } from '../clips/clips.changes.ts';
import { findClipHead } from '../clips/clips.queries.ts';
import { type FileRow, findHeldFile } from '../files/files.queries.ts';
import { strangersName } from '../files/names.ts';
import { withUpload } from '../files/uploads.ts';
import type { Links } from './links.ts';
import { findGrant, type GrantRow } from './grants.queries.ts';
import { findSending, findSendingOf, insertSending } from './inbox.queries.ts';
import { linkLimits } from './links.limits.ts';
import { holderOf } from '../clips/clip-files.ts';

/** What a sender reads of a file: nothing that would open it. */
const present = ({ id, name, size }: FileRow) => ({ id, name, size });

/** Throws GRANT_EXPIRED unless the grant is good and of an inbox. */
async function inboxOf(on: Db, grant: string | undefined): Promise<GrantRow> {
  const link = grant === undefined ? undefined : await findGrant(on, hashToken(grant));
  if (link?.kind !== 'inbox') throw new ProductError('GRANT_EXPIRED');
  return link;
}

/** What was sent with this grant and waits for files, and the file if it came before. */
async function findSent(on: Db, call: { clipId: string; grant: string; part: string | undefined }) {
  const { owner_id: ownerId } = await inboxOf(on, call.grant);
  const sending = await findSendingOf(on, hashToken(call.grant), call.clipId);
  const clip = sending && (await findClipHead(on, call.clipId));
  if (!clip || clip.deleted_at !== null) throw new ProductError('CLIP_NOT_FOUND');
  const part = partOf(call.part);
  if (part && (part.captureId !== sending.capture_id || part.part >= sending.files))
    throw new ProductError('INVALID_REQUEST');
  const stored = part && (await findPart(on, clip.id, part.part));
  const file = stored && (await findHeldFile(on, holderOf(clip.id), stored.file_id));
  if (!file && clip.awaited_files === 0) throw new ProductError('CLIP_NOT_FOUND');
  return { clip, ownerId, file, part: part && { part: part.part, announced: sending.files } };
}

/** The clip that was sent before under the same id. */
async function findEarlier(
  on: Db,
  linkId: string,
  sending: { captureId: string; fingerprint: string; files: number },
): Promise<string | undefined> {
  const earlier = await findSending(on, linkId, sending.captureId);
  if (earlier && (earlier.fingerprint !== sending.fingerprint || earlier.files !== sending.files))
    throw new ProductError('IDEMPOTENCY_KEY_REUSED');
  return earlier?.clip_id;
}

async function checkPlan({ planOf }: Links, on: Db, ownerId: string): Promise<void> {
  if (!allowedBy(await planOf(on, ownerId)).links) throw new ProductError('OWNER_PLAN_ENDED');
}

/**
 * What others send through an inbox becomes a clip of its owner's, which the sender cannot read.
 */
export function serveInbox(app: App, links: Links): void {
  const { db, requireSpace } = app;
  const { limits, news, files, secret } = links;

  serve(app, dropClip, async ({ headers, body, address, reply }) => {
    const grant = headers['x-link-grant'] ?? '';
    const { content, captureId, files: announced = 0 } = body;
    const fingerprint = keyed(secret, 'sending', content);
    const sending = { captureId, fingerprint, files: announced };
    const inbox = await inboxOf(db, grant);
    const earlier = await findEarlier(db, inbox.link_id, sending);
    if (earlier !== undefined) {
      reply.code(200);
      return { id: earlier };
    }
    await checkPlan(links, db, inbox.owner_id);
    // What one address is refused takes nothing from others.
    await limits.take(linkLimits.sendings, { address });
    await limits.take(linkLimits.linkSendings, inbox.link_id);
    const owner = { userId: inbox.owner_id, isSent: true };
    await requireSpace(owner, Buffer.byteLength(content));
    const sent = await transact(db, async (tx) => {
      const { link_id: linkId, owner_id: ownerId, label } = await inboxOf(tx, grant);
      const known = await findEarlier(tx, linkId, sending);
      if (known !== undefined) return { id: known, clip: undefined };
      await checkPlan(links, tx, ownerId);
      if (announced > 0) await checkAwaiting(tx, ownerId, true);
      const coming = { files: announced, via: { kind: 'link' as const, label } };
      const author = { kind: 'link' as const, id: linkId, label };
      const clip = await createClip(tx, ownerId, content, Date.now(), coming, author);
      await insertSending(tx, {
        link_id: linkId,
        capture_id: captureId,
        grant_hash: hashToken(grant),
        fingerprint,
        files: announced,
        clip_id: clip.id,
        created_at: clip.created_at,
      });
      return { id: clip.id, clip };
    });
    if (sent.clip) news.changed(sent.clip, sent.clip.user_id, 'created');
    else reply.code(200);
    return { id: sent.id };
  });

  serve(app, dropFile, async ({ params, headers, request, reply }) => {
    const asked = {
      clipId: params.id,
      grant: headers['x-link-grant'] ?? '',
      part: headers['x-capture-part'],
    };
    const before = await findSent(db, asked);
    if (before.file) {
      await measureUpload(request, []);
      reply.code(200);
      return present(before.file);
    }
    await checkPlan(links, db, before.ownerId);
    await request.call.requireSpace(bytesOf(request), { userId: before.ownerId, isSent: true });
    let isRepeat = false;
    const answer = await withUpload(files, request, [], (received) =>
      transact(db, async (tx: Tx) => {
        const { clip, ownerId, file, part } = await findSent(tx, asked);
        isRepeat = file !== undefined;
        if (file) return present(file);
        // The bytes may have come long after the plan was looked up.
        await checkPlan(links, tx, ownerId);
        const named = { ...received, name: strangersName(received.name) };
        return present(await attachFile(tx, clip, named, Date.now(), part));
      }),
    );
    if (isRepeat) reply.code(200);
    else await news.files(params.id, 'files');
    return answer;
  });
}
