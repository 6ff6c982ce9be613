import type { TrashKind } from '@clipline/contract/schemas/trash.ts';
import { type Expression, sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import { mayGoOn } from '../core/db/sqlite-reader.ts';
import { idsOf } from '../core/ids.ts';

/** Whose trash, and since when what was deleted can be brought back. */
export interface TrashOf {
  readonly userId: string;
  readonly deletedSince: number;
}

const clips = (db: Db, { userId, deletedSince }: TrashOf) =>
  db
    .selectFrom('clips')
    .select(['clips.id', 'clips.deleted_at'])
    .where('clips.user_id', '=', userId)
    .where('clips.saved_at', 'is not', null)
    .where('clips.deleted_at', '>=', deletedSince);

const desktopItems = (db: Db, { userId, deletedSince }: TrashOf) =>
  db
    .selectFrom('desktops')
    .innerJoin('desktop_items as item', 'item.desktop_id', 'desktops.id')
    .select(['item.id', 'item.deleted_at'])
    .where('desktops.user_id', '=', userId)
    .where('item.deleted_at', '>=', deletedSince);

/** In rooms that a user is still in: what they wrote or deleted, everything in their own. */
const roomItems = (db: Db, { userId, deletedSince }: TrashOf) =>
  db
    .selectFrom('room_members as mine')
    .innerJoin('room_content as item', 'item.room_id', 'mine.room_id')
    .select(['item.id', 'item.deleted_at'])
    .where('mine.user_id', '=', userId)
    .where('item.deleted_at', '>=', deletedSince)
    .where((where) =>
      where.or([
        where('mine.role', '=', 'owner'),
        where('item.user_id', '=', userId),
        where('item.deleted_by', '=', userId),
      ]),
    );

const rooms = (db: Db, { userId, deletedSince }: TrashOf) =>
  db
    .selectFrom('rooms')
    .select(['rooms.id', 'rooms.deleted_at'])
    .where('rooms.owner_id', '=', userId)
    .where('rooms.deleted_at', '>=', deletedSince)
    .where('rooms.purged_at', 'is', null);

const entriesOf: Readonly<Record<TrashKind, (db: Db, of: TrashOf) => Expression<unknown>>> = {
  clip: clips,
  desktopItem: desktopItems,
  roomItem: roomItems,
  room: rooms,
};

/** Of a deleted item those may be rid for good who wrote it or own the room, not who deleted it. */
const mayPurge: Readonly<Record<TrashKind, (db: Db, of: TrashOf) => Expression<unknown>>> = {
  ...entriesOf,
  roomItem: (db, of) =>
    roomItems(db, of).where((where) =>
      where.or([where('mine.role', '=', 'owner'), where('item.user_id', '=', of.userId)]),
    ),
};

const holderKinds = { clip: 'clip', desktopItem: 'desktop', roomItem: 'room' } as const;
const tables = {
  clip: 'clips',
  desktopItem: 'desktop_items',
  roomItem: 'room_content',
} as const;

/** Enough for a title. */
const BEGINNING = 400;

const fileBytes = (kind: string, holderId: Expression<unknown>) =>
  sql<number>`coalesce((select sum(files.size) from files
    where files.holder_kind = ${kind} and files.holder_id = ${holderId}), 0)`;
/** Of most things nothing is to be looked up. */
const withoutFiles = {
  clip: sql`thing.file_count = 0`,
  desktopItem: sql`thing.type = 'text'`,
  roomItem: sql`thing.type = 'text'`,
} as const;
/** PostgreSQL sums integers to another type. */
const whole = (value: Expression<number>) => sql<number>`cast(${value} as bigint)`;

/** What it takes: of a room everything that is in it. */
const bytesOf = (db: Db, kind: TrashKind) =>
  kind === 'room'
    ? sql<number>`coalesce((select sum(octet_length(item.content) + ${fileBytes('room', sql.ref('item.id'))})
        from room_content as item where item.room_id = thing.id and ${mayGoOn(db, sql.ref('item.id'))}), 0)`
    : sql<number>`octet_length(thing.content) + case when ${withoutFiles[kind]} then 0
        else ${fileBytes(holderKinds[kind], sql.ref('thing.id'))} end`;

const namesOfFirstFile = (kind: keyof typeof holderKinds) =>
  sql<string | null>`(select files.name from files
    where files.holder_kind = ${holderKinds[kind]} and files.holder_id = thing.id
    order by files.created_at, files.id limit 1)`;

const NONE = sql<null>`null`;
const viaOf = { clip: sql<string | null>`thing.via`, desktopItem: NONE, roomItem: NONE } as const;

export interface TrashEntry {
  readonly kind: TrashKind;
  readonly id: string;
  readonly deleted_at: number;
}

/** Latest deletion first. */
export async function listTrash(
  scans: Db,
  kinds: readonly TrashKind[],
  of: TrashOf,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<TrashEntry[]> {
  const all = kinds.map(
    (kind) =>
      sql`select ${sql.lit(kind)} as kind, id, deleted_at from ${entriesOf[kind](scans, of)} as t
        where ${mayGoOn(scans, sql.ref('id'))}`,
  );
  const { rows } = await sql<TrashEntry>`
    select kind, id, deleted_at from (${sql.join(all, sql` union all `)}) as trash
    order by deleted_at desc, id limit ${limit} offset ${offset}`.execute(scans);
  return rows;
}

/** How many things of a kind there are, and what they take. */
export async function sumTrash(
  scans: Db,
  kind: TrashKind,
  of: TrashOf,
): Promise<{ total: number; bytes: number }> {
  const table = kind === 'room' ? 'rooms' : tables[kind];
  const { rows } = await sql<{ total: number; bytes: number | null }>`
    select count(*) as total, ${whole(sql`sum(${bytesOf(scans, kind)})`)} as bytes
    from ${sql.table(table)} as thing
    where ${mayGoOn(scans, sql.ref('thing.id'))}
      and thing.id in (select id from ${entriesOf[kind](scans, of)} as t)`.execute(scans);
  const [row] = rows;
  return { total: row?.total ?? 0, bytes: row?.bytes ?? 0 };
}

export interface TrashDetails {
  readonly id: string;
  readonly created_at: number;
  readonly beginning: string;
  readonly file_name: string | null;
  readonly via: string | null;
  readonly bytes: number;
}

/** What a page shows of some of a kind. */
export async function listDetails(
  db: Db,
  kind: TrashKind,
  ids: readonly string[],
): Promise<TrashDetails[]> {
  if (ids.length === 0) return [];
  const among = sql`where thing.id in (${sql.join(ids)})`;
  const { rows } =
    kind === 'room'
      ? await sql<TrashDetails>`select thing.id, thing.created_at, thing.name as beginning, null as file_name, null as via,
          ${whole(bytesOf(db, kind))} as bytes from rooms as thing ${among}`.execute(db)
      : await sql<TrashDetails>`select thing.id, thing.created_at, substr(thing.content, 1, ${BEGINNING}) as beginning,
          ${namesOfFirstFile(kind)} as file_name, ${viaOf[kind]} as via, ${whole(bytesOf(db, kind))} as bytes
          from ${sql.table(tables[kind])} as thing ${among}`.execute(db);
  return rows;
}

/** Some of what a user may remove for good, or one thing of it. */
export async function listRemovable(
  db: Db,
  kind: TrashKind,
  of: TrashOf,
  { limit, id }: { readonly limit: number; readonly id?: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${mayPurge[kind](db, of)} as mine
    ${id === undefined ? sql`` : sql`where id = ${id}`} limit ${limit}`.execute(db);
  return idsOf(rows);
}
