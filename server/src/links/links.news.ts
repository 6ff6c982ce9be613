import type { App } from '../core/app.ts';
import { transact } from '../core/db/database.ts';
import { channelOf } from '../core/live/channels.ts';
import { tellLinkClosed } from '../clips/clips.news.ts';
import { type LinkRow, revokeLinks } from './links.queries.ts';

export function closeLink(app: App, link: Pick<LinkRow, 'id' | 'clip_id'>): void {
  if (link.clip_id !== null) tellLinkClosed(app, link.clip_id, link.id);
}

export const tellOpened = (
  { channels }: App,
  { id: linkId, user_id: ownerId, views }: LinkRow,
  more: { readonly burned?: true } = {},
): void => channels.publish(channelOf.user(ownerId), 'link:opened', { linkId, views, ...more });

/** Everything that a user shared ends, before their account does. */
export async function endLinksOf(app: App, userId: string): Promise<void> {
  const revoked = await transact(app.db, (tx) => revokeLinks(tx, { userId, now: Date.now() }));
  for (const link of revoked) closeLink(app, link);
}
