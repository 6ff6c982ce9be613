import type { App } from '../core/app.ts';
import { transact } from '../core/db/database.ts';
import { type Channels, channelOf } from '../core/live/channels.ts';
import { tellLinkClosed } from '../clips/clips.news.ts';
import { type LinkRow, revokeLinks } from './links.queries.ts';

declare module '../core/app.ts' {
  interface App {
    readonly tellLinks: (changed: LinksChanged) => void;
  }
}

export interface LinksChanged {
  readonly userId: string;
  /** Null of an inbox, and where many links ended at once. */
  readonly clipId: string | null;
}

const NEWS_MS = 1000;

/** What each node does for the sockets that it has: the first at once, the others after a second. */
export function createLinkNews({ isHere, publishHere }: Pick<Channels, 'isHere' | 'publishHere'>) {
  const isOneMore = new Map<string, boolean>();
  return function tell({ userId, clipId }: LinksChanged): void {
    const channel = channelOf.user(userId);
    const key = `${userId} ${clipId}`;
    if (isOneMore.has(key)) return void isOneMore.set(key, true);
    if (!isHere(channel)) return;
    publishHere([channel], 'links:changed', { clipId });
    isOneMore.set(key, false);
    setTimeout(() => {
      const again = isOneMore.get(key);
      isOneMore.delete(key);
      if (again) tell({ userId, clipId });
    }, NEWS_MS).unref();
  };
}

export const tellLink = (app: App, link: Pick<LinkRow, 'user_id' | 'clip_id'>): void =>
  app.tellLinks({ userId: link.user_id, clipId: link.clip_id });

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
