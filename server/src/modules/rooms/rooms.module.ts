import type { Platform } from '../../platform/platform.ts';
import { createRoomNews } from './rooms.news.ts';
import { roomJobs } from './rooms.jobs.ts';
import { serveRooms } from './rooms.routes.ts';
import { serveRoomEvents } from './rooms.sockets.ts';
import type { Rooms } from './rooms.ts';

export function plugInRooms(
  platform: Platform,
  neighbours: Pick<Rooms, 'files' | 'longReads' | 'planOf' | 'trashMs'>,
): Rooms {
  const { config, db, store, serving, realtime, channels, limits, jobs, deliverMail } = platform;
  const rooms: Rooms = {
    ...neighbours,
    db,
    channels,
    presence: realtime.presence,
    news: createRoomNews(db, channels, platform.tell),
    onDefect: platform.onDefect,
    limits,
    deliverMail,
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
  };
  serveRooms(serving, rooms);
  serveRoomEvents(realtime, rooms);
  jobs.push(...roomJobs(rooms.files, store.scans, rooms.trashMs));
  return rooms;
}
