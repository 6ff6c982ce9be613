import type { LinkState } from '@clipline/contract/schemas/links.ts';
import { sql } from 'kysely';
import { type Db, isAny, type Tx, countOf } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import { idsOf } from '../core/ids.ts';
import type { LinkOpeningTable, LinkTable } from './links.tables.ts';

export type LinkRow = LinkTable & { readonly state: LinkState };

const stateAt = (now: number) =>
  sql<LinkState>`case when revoked_at is not null then 'revoked'
    when expires_at <= ${now} then 'expired' when views >= max_views then 'used' else 'active' end`;

/** One is made at a time, so that there are seldom more. */
const MAX_REMOVED = 50;

const withState = (db: Db, now: number) =>
  db.selectFrom('links').selectAll().select(stateAt(now).as('state'));

export const findLinkByToken = preparedOne((db, tokenHash: string, now: number) =>
  withState(db, now).where('token_hash', '=', tokenHash),
);
export const findLink = (db: Db, id: string, now: number): Promise<LinkRow | undefined> =>
  withState(db, now).where('id', '=', id).executeTakeFirst();

export const insertLink = (tx: Tx, link: LinkTable, now: number): Promise<LinkRow> =>
  tx
    .insertInto('links')
    .values(link)
    .returningAll()
    .returning(stateAt(now).as('state'))
    .executeTakeFirstOrThrow();

export const updateLink = (
  tx: Tx,
  { id }: Pick<LinkTable, 'id'>,
  changes: Partial<LinkTable>,
  now: number,
): Promise<LinkRow> =>
  tx
    .updateTable('links')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .returning(stateAt(now).as('state'))
    .executeTakeFirstOrThrow();

export interface LinkFilter {
  readonly userId: string;
  readonly clipIds: readonly string[] | undefined;
  readonly kind: LinkRow['kind'] | undefined;
  readonly state: LinkState | undefined;
  readonly now: number;
}

const filtered = (db: Db, { userId, clipIds, kind, state, now }: LinkFilter) =>
  db
    .selectFrom('links')
    .where('user_id', '=', userId)
    .$if(clipIds !== undefined, (q) => q.where('clip_id', 'in', clipIds ?? []))
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? 'clip'))
    .$if(state !== undefined, (q) => q.where(stateAt(now), '=', state ?? 'active'));

export const listLinks = (
  db: Db,
  filter: LinkFilter,
  slice: { limit: number; offset: number },
): Promise<LinkRow[]> =>
  filtered(db, filter)
    .selectAll()
    .select(stateAt(filter.now).as('state'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();

export const countLinks = (db: Db, filter: LinkFilter): Promise<number> =>
  countOf(filtered(db, filter));

export const countActive = (db: Db, userId: string, clipId: string | null, now: number) =>
  db
    .selectFrom('links')
    .where('user_id', '=', userId)
    .where(stateAt(now), '=', 'active')
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
    .where(stateAt(now), '!=', 'active')
    // Those of sealed bytes that are still there stay as long as they do.
    .where((eb) => eb.or([eb('kind', '!=', 'sealed'), eb('closes_at', 'is', null)]))
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
    .where(stateAt(now), '=', 'active')
    .returningAll()
    .returning(stateAt(now).as('state'))
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
): Promise<LinkTable[]> {
  return tx
    .updateTable('links')
    .set({
      revoked_at: now,
      closes_at: sql<number | null>`case kind when 'sealed' then ${sql.lit(now)} end`,
    })
    .where('user_id', '=', userId)
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute();
}

/** Until when who opened it has its bytes, or may open it at all. */
export async function findSealedEnd(
  db: Db,
  { id, epoch, state, expires_at: expiresAt }: LinkRow,
  now: number,
): Promise<number | null> {
  if (state !== 'used') return expiresAt;
  const { last } = await db
    .selectFrom('link_grants')
    .select(({ fn }) => fn.max('ends_at').as('last'))
    .where('link_id', '=', id)
    .where('epoch', '=', epoch)
    .executeTakeFirstOrThrow();
  return Math.min(expiresAt ?? Infinity, Math.max(last ?? 0, now));
}

/** Whether a grant of a link is good, by its hash. */
export const isGranted = (db: Db, linkId: string, hash: string, now: number): Promise<boolean> =>
  isAny(
    db
      .selectFrom('link_grants')
      .innerJoin('links', 'links.id', 'link_grants.link_id')
      .select('links.id')
      .where('links.id', '=', linkId)
      .where('link_grants.grant_hash', '=', hash)
      .where('link_grants.ends_at', '>', now)
      .whereRef('link_grants.epoch', '=', 'links.epoch')
      .where('links.revoked_at', 'is', null)
      .where((eb) => eb.or([eb('links.expires_at', 'is', null), eb('links.expires_at', '>', now)])),
  );

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
    .returning(['id', 'user_id', 'kind', 'clip_id'])
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
