import type { Platform } from '../../platform/platform.ts';
import { serveBulk } from './bulk.routes.ts';
import { clipPageWriter } from './clip-page.ts';
import { clipsJobs } from './clips.jobs.ts';
import { type ClipNews, createClipNews } from './clips.news.ts';
import { type ClipsContext, serveClips } from './clips.routes.ts';
import { serveClipEvents } from './clips.sockets.ts';
import { serveTags } from './tags.routes.ts';
import { CLIP, filesSharedBy } from './clip-files.ts';

export function plugInClips(
  { db, serving, pageWriters, realtime, channels, tell, jobs, limits }: Platform,
  neighbours: Omit<ClipsContext, 'news'>,
): ClipNews {
  const { files, links } = neighbours;
  files.sharedBy.set(CLIP, (clipId, reader) => filesSharedBy(links, db, clipId, reader));
  const news = createClipNews({ ...neighbours, db, channels, tell });
  serveClips(serving, { ...neighbours, news });
  pageWriters.set('/clips/:clipId', clipPageWriter(serving, neighbours));
  serveTags(serving, { ...neighbours, channels });
  serveBulk(serving, { ...neighbours, channels, news, limits });
  serveClipEvents(realtime, neighbours);
  jobs.push(...clipsJobs(files, channels, neighbours.trashMs));
  return news;
}
