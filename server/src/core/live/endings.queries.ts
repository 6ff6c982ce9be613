import type { Db } from '../db/database.ts';
import type { ChannelEndingTable } from '../db/schema.ts';

export const insertEndings = (db: Db, endings: ChannelEndingTable) =>
  db.insertInto('channel_endings').values(endings).execute();

export const listEndings = (db: Db, since: number): Promise<ChannelEndingTable[]> =>
  db.selectFrom('channel_endings').selectAll().where('created_at', '>=', since).execute();

export const forgetEndings = (db: Db, before: number) =>
  db.deleteFrom('channel_endings').where('created_at', '<', before).execute();
