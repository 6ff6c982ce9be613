import type { App } from '../core/app.ts';
import { serveBulk } from './bulk.routes.ts';
import { clipPageWriter } from './clip-page.ts';
import { clipsJobs } from './clips.jobs.ts';
import { type ClipNews, createClipNews } from './clips.news.ts';
import { type ClipsContext, serveClips } from './clips.routes.ts';
import { serveClipEvents } from './clips.sockets.ts';
import { serveTexts } from './plain-texts.routes.ts';
import { serveTags } from './tags.routes.ts';
import { CLIP, filesSharedBy } from './clip-files.ts';

export function plugInClips(app: App, neighbours: Omit<ClipsContext, 'news'>): ClipNews {
  const { db, pageWriters, channels, tell, jobs, limits } = app;
  const { files, links } = neighbours;
  files.sharedBy.set(CLIP, (clipId, reader) => filesSharedBy(links, db, clipId, reader));
  const news = createClipNews({ ...neighbours, db, channels, tell });
  serveClips(app, { ...neighbours, news });
  pageWriters.set('/clips/:clipId', clipPageWriter(app, neighbours));
  serveTexts(app, { ...neighbours, news });
  serveTags(app, { ...neighbours, channels });
  serveBulk(app, { ...neighbours, channels, news, limits });
  serveClipEvents(app, neighbours);
  jobs.push(...clipsJobs(files, channels, neighbours.trashMs));
  return news;
}
