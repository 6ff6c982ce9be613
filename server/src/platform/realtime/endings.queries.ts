import type { Db } from '../database/database.ts';
import type { ChannelEndingTable } from '../database/schema.ts';

export const insertEnding = (db: Db, ending: ChannelEndingTable) =>
  db.insertInto('channel_endings').values(ending).execute();

export const listEndings = (db: Db): Promise<ChannelEndingTable[]> =>
  db.selectFrom('channel_endings').selectAll().execute();

export const forgetEndings = (db: Db, before: number) =>
  db.deleteFrom('channel_endings').where('created_at', '<', before).execute();
