import type { Platform } from '../../platform/platform.ts';
import { serveBulk } from './bulk.routes.ts';
import { CLIP, filesSharedBy } from './clips.ts';
import { clipsJobs } from './clips.jobs.ts';
import { type ClipsContext, serveClips } from './clips.routes.ts';
import { serveClipEvents } from './clips.sockets.ts';
import { serveTags } from './tags.routes.ts';

export function plugInClips(
  { db, serving, realtime, channels, jobs, limits, config }: Platform,
  neighbours: Omit<ClipsContext, 'channels'>,
): void {
  const { files } = neighbours;
  files.sharedBy.set(CLIP, (clipId, reader) => filesSharedBy(db, clipId, reader));
  serveClips(serving, { ...neighbours, channels });
  serveTags(serving, { ...neighbours, channels });
  serveBulk(serving, { ...neighbours, channels, limits, workFolder: config.DATA_DIR });
  serveClipEvents(realtime, neighbours);
  jobs.push(...clipsJobs(files, channels));
}
