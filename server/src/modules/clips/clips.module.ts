import type { Platform } from '../../platform/platform.ts';
import { CLIP, filesSharedBy } from './clips.ts';
import { clipsJobs } from './clips.jobs.ts';
import { type ClipsContext, serveClips } from './clips.routes.ts';
import { serveClipEvents } from './clips.sockets.ts';
import { serveTags } from './tags.routes.ts';

export function plugInClips(
  { db, serving, realtime, channels, jobs }: Platform,
  neighbours: Omit<ClipsContext, 'channels'>,
): void {
  const { files } = neighbours;
  files.sharedBy.set(CLIP, (clipId, reader) => filesSharedBy(db, clipId, reader));
  serveClips(serving, { ...neighbours, channels });
  serveTags(serving, { ...neighbours, channels });
  serveClipEvents(realtime, neighbours);
  jobs.push(...clipsJobs(files, channels));
}
