import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { App } from '../core/app.ts';
import { channelOf } from '../core/live/channels.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import type { Author } from '../texts/history.ts';
import { isAddressOpen, person, refusalOf } from './clips.access.ts';
import { CLIP, readerByAddress, viaOf } from './clips.present.ts';
import { type ClipHead, type ClipRow, findClipHead, listOpened } from './clips.queries.ts';

const allChannels = (clipId: string) => `clip:${clipId}:`;

export const clipChannel = {
  /** With which the names of the others begin. */
  all: allChannels,
  plain: (clipId: string) => `${allChannels(clipId)}plain`,
  own: (clipId: string) => `${allChannels(clipId)}own`,
  opened: (clipId: string, linkId: string) => `${allChannels(clipId)}link:${linkId}`,
} as const;

export type ClipChange = ServerPayload<'clip-update'>['change'];

type Told = Pick<ClipHead | Clip, 'id' | 'version' | 'via'>;

/** To all lists of this person; without a clip it is about several. */
export function tellLists(
  { channels }: App,
  userId: string,
  change: ClipChange,
  clip?: Told,
): void {
  const by = typeof clip?.via === 'string' ? viaOf(clip.via) : clip?.via;
  const via = by ? { kind: 'link' as const, label: by.label } : null;
  const news = { clipId: clip?.id ?? null, change, version: clip?.version ?? null, via };
  channels.publish(channelOf.user(userId), 'clip-update', news);
}

/** Where a clip is heard of, and what its files are signed for there. */
async function audienceOf({ db, channels, planOf }: App, clip: ClipHead) {
  const reader = readerByAddress(clip);
  const own = { channel: clipChannel.own(clip.id), reader };
  const plain = { channel: clipChannel.plain(clip.id), reader };
  // A viewer may have joined while the owner's plan still let them.
  if (!allowedBy(await planOf(db, clip.user_id)).sharing) {
    channels.expelOthers(plain.channel, []);
    return [own];
  }
  const opened = (await listOpened(db, clip.id)).map((link) => ({
    channel: clipChannel.opened(clip.id, link.linkId),
    reader: link.reader,
  }));
  return [own, ...(isAddressOpen(clip) ? [plain] : []), ...opened];
}

export async function tellText(
  app: App,
  clip: ClipRow,
  { kind, label }: Author,
  change: ClipChange,
): Promise<void> {
  const { id: clipId, content, version } = clip;
  const own = clipChannel.own(clipId);
  await app.tell(async () => {
    for (const { channel } of await audienceOf(app, clip)) {
      const by = kind !== 'you' && channel === own ? { by: { kind, label } } : {};
      app.channels.publish(channel, 'clip-content-updated', { clipId, content, version, ...by });
    }
  });
  tellLists(app, clip.user_id, change, clip);
}

/**
 * The files are others: to all who have the clip open, and to its owner's lists. What is sent is
 * read after the commit: a later change may have come first, and only stored state is ever sent.
 */
export const tellFiles = (app: App, clipId: string, change: ClipChange): Promise<void> =>
  app.tell(async () => {
    const clip = await findClipHead(app.db, clipId);
    if (!clip || refusalOf(clip, person(clip.user_id), 'read') !== null) return;
    const files = await listFiles(app.db, CLIP, [clipId]);
    for (const { channel, reader } of await audienceOf(app, clip))
      app.channels.publish(channel, 'clip-files-updated', {
        clipId,
        files: files.map((file) => app.files.links.present(file, reader)),
        version: clip.version,
      });
    tellLists(app, clip.user_id, change, clip);
  });

/** Programs that may not read clips are told of none. */
export async function tellPreview(app: App, file: FileRow): Promise<void> {
  const clip = await findClipHead(app.db, file.holder_id);
  if (!clip || refusalOf(clip, person(clip.user_id), 'read') !== null) return;
  for (const { channel, reader } of await audienceOf(app, clip)) {
    const preview = app.files.links.previewOf(file, reader);
    const isOwn = channel === clipChannel.own(clip.id);
    if (preview)
      app.channels.publish(
        isOwn ? [channel, channelOf.user(clip.user_id)] : channel,
        'file:preview',
        { clipId: clip.id, fileId: file.id, preview },
        channelOf.without('clips:read'),
      );
  }
}

/** Who has the clip open in another way, too, stays. */
const tellClosed = ({ channels }: App, clipId: string, channel: string): void =>
  channels.close(channel, 'link:closed', { clipId }, clipChannel.all(clipId));

export const tellAddressClosed = (app: App, clipId: string): void =>
  tellClosed(app, clipId, clipChannel.plain(clipId));

export const tellLinkClosed = (app: App, clipId: string, linkId: string): void =>
  tellClosed(app, clipId, clipChannel.opened(clipId, linkId));
