import { type Db, wakeJob } from '../db/database.ts';
import type { ChannelEndingTable } from '../db/schema.ts';

export const END_CHANNELS = 'end channels';

export async function insertEndings(db: Db, endings: ChannelEndingTable): Promise<void> {
  await db.insertInto('channel_endings').values(endings).execute();
  await wakeJob(db, END_CHANNELS);
}

export const listEndings = (db: Db, since: number): Promise<ChannelEndingTable[]> =>
  db.selectFrom('channel_endings').selectAll().where('created_at', '>=', since).execute();

export const forgetEndings = (db: Db, before: number) =>
  db.deleteFrom('channel_endings').where('created_at', '<', before).execute();
