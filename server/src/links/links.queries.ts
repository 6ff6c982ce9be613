import type { LinkState } from '@clipline/contract/schemas/links.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { type Db, type Tx, countOf } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';
import { idsOf } from '../core/ids.ts';
import { isLive } from '../clips/clips.queries.ts';
import type { LinkOpeningTable, LinkTable } from './links.tables.ts';

export type LinkRow = LinkTable;

/** One is made at a time, so that there are seldom more. */
const MAX_REMOVED = 50;

export const findLinkByToken = preparedOne((db, tokenHash: string) =>
  db.selectFrom('links').selectAll().where('token_hash', '=', tokenHash),
);
export const findLink = (db: Db, id: string): Promise<LinkRow | undefined> =>
  db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();

export const insertLink = (tx: Tx, link: LinkRow) => tx.insertInto('links').values(link).execute();

export async function updateLink(
  tx: Tx,
  link: LinkRow,
  changes: Partial<LinkRow>,
): Promise<LinkRow> {
  await tx.updateTable('links').set(changes).where('id', '=', link.id).execute();
  return { ...link, ...changes };
}

const isUsedUp = (eb: ExpressionBuilder<Schema, 'links'>): Expression<SqlBool> =>
  eb.and([
    eb('links.max_views', 'is not', null),
    eb('links.views', '>=', eb.ref('links.max_views')),
  ]);

const isOpenable = (eb: ExpressionBuilder<Schema, 'links'>, now: number): Expression<SqlBool> =>
  eb.and([isLive(eb, now), eb.not(isUsedUp(eb))]);

/** The decision of `stateOf` as a condition. */
function isIn(
  eb: ExpressionBuilder<Schema, 'links'>,
  state: LinkState,
  now: number,
): Expression<SqlBool> {
  const conditions: Record<LinkState, () => Expression<SqlBool>> = {
    revoked: () => eb('links.revoked_at', 'is not', null),
    expired: () => eb.and([eb('links.revoked_at', 'is', null), eb('links.expires_at', '<=', now)]),
    used: () => eb.and([isLive(eb, now), isUsedUp(eb)]),
    active: () => isOpenable(eb, now),
  };
  return conditions[state]();
}

export interface LinkFilter {
  readonly userId: string;
  readonly clipId: string | undefined;
  readonly state: LinkState | undefined;
  readonly now: number;
}

const filtered = (db: Db, { userId, clipId, state, now }: LinkFilter) =>
  db
    .selectFrom('links')
    .where('user_id', '=', userId)
    .$if(clipId !== undefined, (q) => q.where('clip_id', '=', clipId ?? ''))
    .$if(state !== undefined, (q) => q.where((eb) => isIn(eb, state ?? 'active', now)));

export const listLinks = (
  db: Db,
  filter: LinkFilter,
  slice: { limit: number; offset: number },
): Promise<LinkRow[]> =>
  filtered(db, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();

export const countLinks = (db: Db, filter: LinkFilter): Promise<number> =>
  countOf(filtered(db, filter));

export const countOpenable = (db: Db, userId: string, clipId: string | null, now: number) =>
  db
    .selectFrom('links')
    .where('user_id', '=', userId)
    .where((eb) => isOpenable(eb, now))
    .select(({ fn }) => [
      fn.countAll<number>().as('ofPerson'),
      fn
        .countAll<number>()
        .filterWhere('clip_id', '=', clipId ?? '')
        .as('ofClip'),
    ])
    .executeTakeFirstOrThrow();

/**
 * Removes links that are over, beyond the newest of a clip or of a person's inboxes: a person who
 * makes new ones without end keeps no more. Returns what went.
 */
export async function removeOver(
  tx: Tx,
  { user_id: userId, clip_id: clipId }: Pick<LinkRow, 'user_id' | 'clip_id'>,
  now: number,
  kept: number,
): Promise<Pick<LinkRow, 'id' | 'clip_id'>[]> {
  const over = await tx
    .selectFrom('links')
    .select('id')
    .where('user_id', '=', userId)
    .where('clip_id', clipId === null ? 'is' : '=', clipId)
    .where((eb) => eb.not(isOpenable(eb, now)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_REMOVED)
    .offset(kept)
    .execute();
  if (over.length === 0) return [];
  return tx
    .deleteFrom('links')
    .where('id', 'in', idsOf(over))
    .returning(['id', 'clip_id'])
    .execute();
}

export async function findTitles(
  db: Db,
  clipIds: string[],
): Promise<Map<string, { text: string; file: string | null }>> {
  if (clipIds.length === 0) return new Map();
  const clips = await db
    .selectFrom('clips')
    .select(['id', sql<string>`substr(content, 1, 400)`.as('text')])
    .select(({ selectFrom }) =>
      selectFrom('files')
        .select('files.name')
        .where('files.holder_kind', '=', 'clip')
        .whereRef('files.holder_id', '=', 'clips.id')
        .orderBy('files.created_at')
        .orderBy('files.id')
        .limit(1)
        .as('file'),
    )
    .where('id', 'in', clipIds)
    .execute();
  return new Map(clips.map(({ id, text, file }) => [id, { text, file }]));
}

/**
 * Counts a view if there is one left: of any number at once exactly as many as are left. Returns
 * the link after it, undefined when there was none.
 */
export const takeView = (
  tx: Tx,
  id: string,
  now: number,
  at: number,
): Promise<LinkRow | undefined> =>
  tx
    .updateTable('links')
    .set((eb) => ({ views: eb('views', '+', 1), last_opened_at: at }))
    .where('id', '=', id)
    .where((eb) => isOpenable(eb, now))
    .returningAll()
    .executeTakeFirst();

export const insertOpening = (tx: Tx, opening: LinkOpeningTable) =>
  tx.insertInto('link_openings').values(opening).execute();

export const removeOpenings = (tx: Tx, linkId: string, upTo: number) =>
  tx
    .deleteFrom('link_openings')
    .where('link_id', '=', linkId)
    .where('number', '<=', upTo)
    .execute();

export const listOpenings = (
  db: Db,
  linkId: string,
  before: string | undefined,
  limit: number,
): Promise<LinkOpeningTable[]> =>
  db
    .selectFrom('link_openings')
    .selectAll()
    .where('link_id', '=', linkId)
    .$if(before !== undefined, (q) =>
      q.where('number', '<', (eb) =>
        eb
          .selectFrom('link_openings as last')
          .select('last.number')
          .where('last.id', '=', before ?? '')
          .where('last.link_id', '=', linkId),
      ),
    )
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

export async function revokeLinks(
  tx: Tx,
  { userId, id, now }: { userId: string; id?: string; now: number },
): Promise<LinkRow[]> {
  return tx
    .updateTable('links')
    .set({ revoked_at: now, closes_at: null })
    .where('user_id', '=', userId)
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute();
}

export const listOtherLinks = (tx: Tx, clipId: string, except: string) =>
  tx
    .selectFrom('links')
    .select('id')
    .where('clip_id', '=', clipId)
    .where('id', '!=', except)
    .where('revoked_at', 'is', null)
    .execute();

export async function findNextClosing(db: Db): Promise<number | null> {
  const next = await db
    .selectFrom('links')
    .select('closes_at')
    .where('closes_at', 'is not', null)
    .orderBy('closes_at')
    .limit(1)
    .executeTakeFirst();
  return next?.closes_at ?? null;
}

/** Of links whose end has come since a user looked; each is returned once. */
export const takeOverdue = (db: Db, now: number) =>
  db
    .updateTable('links')
    .set({ closes_at: null })
    .where('closes_at', '<=', now)
    .returning(['id', 'clip_id'])
    .execute();

export const findOwnerName = async (db: Db, userId: string): Promise<string> =>
  (await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst())?.name ??
  '';

export async function forgetOld(
  db: Db,
  { now, before }: { now: number; before: number },
): Promise<void> {
  await db.deleteFrom('link_grants').where('ends_at', '<=', now).execute();
  await db.deleteFrom('link_openings').where('at', '<', before).execute();
  await db.deleteFrom('links').where('revoked_at', '<', before).execute();
}

/** A grant that ended may be given out again by its opener: it is then a new one. */
export const keepGrant = (
  tx: Tx,
  grant: { grant_hash: string; link_id: string; epoch: number; ends_at: number },
) =>
  tx
    .insertInto('link_grants')
    .values(grant)
    .onConflict((conflict) =>
      conflict.column('grant_hash').doUpdateSet({ epoch: grant.epoch, ends_at: grant.ends_at }),
    )
    .execute();
