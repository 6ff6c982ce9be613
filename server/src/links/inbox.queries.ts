import type { Db, Tx } from '../core/db/database.ts';
import type { LinkSendingTable } from './links.tables.ts';

export const findSending = (
  db: Db,
  linkId: string,
  captureId: string,
): Promise<LinkSendingTable | undefined> =>
  db
    .selectFrom('link_sendings')
    .selectAll()
    .where('link_id', '=', linkId)
    .where('capture_id', '=', captureId)
    .executeTakeFirst();

export const findSendingOf = (
  db: Db,
  grantHash: string,
  clipId: string,
): Promise<LinkSendingTable | undefined> =>
  db
    .selectFrom('link_sendings')
    .selectAll()
    .where('clip_id', '=', clipId)
    .where('grant_hash', '=', grantHash)
    .executeTakeFirst();

export const insertSending = (tx: Tx, sending: LinkSendingTable) =>
  tx.insertInto('link_sendings').values(sending).execute();
