import { clipChannel } from '../clips/clips.news.ts';
import type { LinkRow } from './links.queries.ts';
import type { Links } from './links.ts';

/** Those who have the link open leave. */
export function closeLink(
  { channels }: Pick<Links, 'channels'>,
  { id, clip_id: clipId }: Pick<LinkRow, 'id' | 'clip_id'>,
): void {
  if (clipId !== null) channels.close(clipChannel.opened(clipId, id), 'link:closed', { clipId });
}
