import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { Db } from '../core/db/database.ts';
import type { Channels } from '../core/live/channels.ts';
import { channelOf } from '../core/live/sockets.ts';
import type { Tell } from '../core/live/tell.ts';
import type { Files } from '../files/files.ts';
import { listFiles } from '../files/files.queries.ts';
import type { Author } from '../texts/history.ts';
import type { PlanOf } from '../auth/plans.ts';
import { isAddressOpen, person, refusalOf } from './clips.access.ts';
import { type ClipHead, type ClipRow, findClip } from './clips.queries.ts';
import { viaOf } from './clips.present.ts';
import type { LinksToClips } from './viewers.ts';
import { CLIP, readerByAddress } from './clip-files.ts';

export const clipChannel = {
  /** Sockets that joined by the plain address. */
  plain: (clipId: string) => `clip:${clipId}`,
  /** Sockets of its owner. */
  own: (clipId: string) => `own-clip:${clipId}`,
  /** Sockets that joined with a grant of this link. */
  opened: (clipId: string, linkId: string) => `opened-clip:${clipId}:${linkId}`,
} as const;

export type ClipChange = ServerPayload<'clip-update'>['change'];

type Told = Pick<ClipHead, 'id' | 'version' | 'via'> | Pick<Clip, 'id' | 'version' | 'via'>;

/** To all lists of this person; without a clip it is about several. */
export function tellLists(
  channels: Pick<Channels, 'publish'>,
  userId: string,
  change: ClipChange,
  clip?: Told,
): void {
  const via = typeof clip?.via === 'string' ? viaOf(clip.via) : (clip?.via ?? null);
  const news = { clipId: clip?.id ?? null, change, version: clip?.version ?? null, via };
  channels.publish(channelOf.user(userId), 'clip-update', news);
}

/** What is told after a clip changed. Never fails. */
export interface ClipNews {
  /** To its owner, wherever they are. */
  changed(clip: Told, ownerId: string, change: ClipChange): void;
  /** The text is another one: to all who have it open, and to its owner's lists. */
  text(clip: ClipRow, author: Author, change: ClipChange): Promise<void>;
  /**
   * Tells its owner and viewers that its files changed. What is sent is read after the commit: a
   * later change may have come first, and only stored state is ever sent.
   */
  files(clipId: string, change: ClipChange): Promise<void>;
  /** Its address was closed: those who came by it leave. */
  addressClosed(clipId: string): void;
}

interface ClipNewsContext {
  readonly db: Db;
  readonly files: Files;
  readonly channels: Pick<Channels, 'publish' | 'expelOthers' | 'close'>;
  readonly planOf: PlanOf;
  readonly links: LinksToClips;
  readonly tell: Tell;
}

/** Where a clip is heard of, and what its files are signed for there. */
async function audienceOf({ db, channels, planOf, links }: ClipNewsContext, clip: ClipHead) {
  const reader = readerByAddress(clip);
  const own = { channel: clipChannel.own(clip.id), reader };
  const plain = { channel: clipChannel.plain(clip.id), reader };
  // A caller may have joined while the owner's plan still let them.
  if (!allowedBy(await planOf(db, clip.user_id)).sharing) {
    channels.expelOthers(plain.channel, []);
    return [own];
  }
  const opened = (await links.listOpened(db, clip.id)).map((link) => ({
    channel: clipChannel.opened(clip.id, link.linkId),
    reader: link.reader,
  }));
  return [own, ...(isAddressOpen(clip) ? [plain] : []), ...opened];
}

async function tellText(
  context: ClipNewsContext,
  clip: ClipRow,
  { kind, label }: Author,
): Promise<void> {
  const { id: clipId, content, version } = clip;
  const own = clipChannel.own(clipId);
  for (const { channel } of await audienceOf(context, clip)) {
    const by = kind !== 'you' && channel === own ? { by: { kind, label } } : {};
    context.channels.publish(channel, 'clip-content-updated', { clipId, content, version, ...by });
  }
}

async function tellFiles(
  context: ClipNewsContext,
  clipId: string,
  change: ClipChange,
): Promise<void> {
  const { db, files, channels } = context;
  const stored = await findClip(db, clipId);
  if (!stored || refusalOf(stored, person(stored.user_id), 'read') !== null) return;
  const { version } = stored;
  const rows = await listFiles(db, CLIP, [clipId]);
  for (const { channel, reader } of await audienceOf(context, stored)) {
    const present = rows.map((row) => files.links.present(row, reader));
    channels.publish(channel, 'clip-files-updated', { clipId, files: present, version });
  }
  tellLists(channels, stored.user_id, change, stored);
}

export function createClipNews(context: ClipNewsContext): ClipNews {
  const { channels, tell } = context;
  const changed: ClipNews['changed'] = (clip, ownerId, change) =>
    tellLists(channels, ownerId, change, clip);
  return {
    changed,
    async text(clip, author, change) {
      await tell(() => tellText(context, clip, author));
      changed(clip, clip.user_id, change);
    },
    files: (clipId, change) => tell(() => tellFiles(context, clipId, change)),
    addressClosed(clipId) {
      channels.close(clipChannel.plain(clipId), 'link:closed', { clipId });
    },
  };
}
