import type { App } from '../core/app.ts';
import { createRoomNews } from './rooms.news.ts';
import { roomJobs } from './rooms.jobs.ts';
import { serveRooms } from './rooms.routes.ts';
import { serveRoomEvents } from './rooms.sockets.ts';
import type { Rooms } from './rooms.ts';

export function plugInRooms(app: App): Rooms {
  const rooms: Rooms = {
    ...app,
    news: createRoomNews(app.db, app.channels, app.tell),
    secret: app.config.APP_SECRET,
    publicUrl: app.config.PUBLIC_URL,
  };
  serveRooms(app, rooms);
  serveRoomEvents(app, rooms);
  app.jobs.push(...roomJobs(app.files, app.store.scans, app.trashMs));
  return rooms;
}
