import { type Stored, type StorageKind, storageKind } from '@clipline/contract/schemas/account.ts';
import type { TrashKind } from '@clipline/contract/schemas/trash.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import { mayGoOn } from '../core/db/sqlite-reader.ts';
import { SEALED } from './files.queries.ts';

/** A row takes room of its own, however short its text is. */
export const ROW_BYTES = 512;

const trashed = {
  'trashed clip': 'clip',
  'trashed roomItem': 'roomItem',
  'trashed desktopItem': 'desktopItem',
  'trashed room': 'room',
  'in a trashed room': 'room',
} as const satisfies Record<string, TrashKind>;
type LiveKind = Exclude<StoredThing['kind'], 'trash'> | 'other';
const kinds: Readonly<Record<LiveKind, StorageKind>> = {
  clip: 'clips',
  roomItem: 'rooms',
  desktopItem: 'desktop',
  history: 'history',
  upload: 'uploads',
  other: 'other',
};
type Kind = LiveKind | keyof typeof trashed;

/** In SQL: rows of which each is found by an index on its owner. */
interface Part {
  readonly from: string;
  readonly where?: string;
  readonly owner?: string;
  /** By which a long read is ended. */
  readonly asked: string;
  readonly bytes: string;
  /** Each is a row that counts as one, beside its bytes. */
  readonly row?: true;
  /** A `Kind`. */
  readonly kind?: string;
  /** As what each row is a thing, or so many. */
  readonly counts?: readonly Kind[];
  readonly count?: string;
  /** What has a title. */
  readonly thing?: string;
  readonly room?: string;
}

const quoted = (kind: Kind) => `'${kind}'`;
const ofClip = (live: Kind) =>
  `case when clips.deleted_at is null then ${quoted(live)} else ${quoted('trashed clip')} end`;
/** In a room that another deleted, nothing can be brought back or removed by who wrote it. */
const inRoom = (live: Kind) => `(select case
  when rooms.deleted_at is null and room_content.deleted_at is null then ${quoted(live)}
  when rooms.deleted_at is null then ${quoted('trashed roomItem')}
  when rooms.owner_id = room_content.user_id then ${quoted('in a trashed room')}
  else ${quoted('other')} end from rooms where rooms.id = room_content.room_id)`;

const partsOfAll: readonly Part[] = [
  {
    from: 'desktops join desktop_items on desktop_id = desktops.id',
    asked: 'desktop_items.id',
    bytes: 'bytes',
    row: true,
    kind: `case when deleted_at is null then ${quoted('desktopItem')}
      else ${quoted('trashed desktopItem')} end`,
    counts: ['desktopItem', 'trashed desktopItem'],
    thing: 'desktop_items.id',
  },
  {
    from: 'once',
    where: 'and clip_id is null',
    asked: 'key',
    bytes: 'octet_length(reply)',
    row: true,
  },
  {
    from: 'uploads',
    owner: 'owner_id',
    asked: 'id',
    bytes: 'size',
    row: true,
    kind: quoted('upload'),
    counts: ['upload'],
    thing: 'id',
  },
];

const withVersions = (table: 'clips' | 'room_content', versions: string): Part => ({
  from: `${table} join ${versions} on thing_id = ${table}.id`,
  asked: `${table}.id`,
  bytes: 'bytes',
  kind: table === 'clips' ? ofClip('history') : inRoom('history'),
  counts: ['history'],
  count: 'case when bytes > 0 then 1 else 0 end',
  thing: `${table}.id`,
  ...(table === 'room_content' && { room: 'room_id' }),
});

const partsOfPerson: readonly Part[] = [
  ...partsOfAll,
  { from: 'links', where: 'and clip_id is null', asked: 'id', bytes: '0', row: true },
  {
    from: 'links join files on holder_id = links.id',
    where: `and holder_kind = '${SEALED}'`,
    asked: 'links.id',
    bytes: 'size',
    counts: ['other'],
  },
  { from: 'imports', asked: 'origin_id', bytes: '0', row: true },
  {
    from: 'rooms',
    where: 'and deleted_at is not null',
    owner: 'owner_id',
    asked: 'id',
    bytes: `${ROW_BYTES} * (select case count(*) when 0 then 1 else count(*) end
      from room_activity where room_id = rooms.id)`,
    kind: quoted('trashed room'),
    counts: ['trashed room'],
  },
  {
    from: 'clips',
    asked: 'id',
    bytes: 'octet_length(content)',
    row: true,
    kind: ofClip('clip'),
    counts: ['clip', 'trashed clip'],
    count: 'case when saved_at is null then 0 else 1 end',
    thing: 'id',
  },
  {
    from: 'clips join files on holder_id = clips.id',
    where: "and holder_kind in ('clip', 'version')",
    asked: 'clips.id',
    bytes: 'size',
    kind: `case holder_kind when 'version' then ${ofClip('history')} else ${ofClip('clip')} end`,
    thing: 'clips.id',
  },
  withVersions('clips', 'clip_versions'),
  {
    from: 'room_content',
    asked: 'id',
    bytes: 'octet_length(content)',
    row: true,
    kind: inRoom('roomItem'),
    counts: ['roomItem', 'trashed roomItem'],
    thing: 'id',
    room: 'room_id',
  },
  {
    from: 'room_content join files on holder_id = room_content.id',
    where: "and holder_kind = 'room'",
    asked: 'room_content.id',
    bytes: 'size',
    kind: inRoom('roomItem'),
    thing: 'room_content.id',
    room: 'room_id',
  },
  withVersions('room_content', 'content_versions'),
];

type Of = (owner: RawBuilder<unknown>) => RawBuilder<unknown>;

const withRow = ({ bytes, row }: Part) => sql.raw(row ? `${bytes} + ${ROW_BYTES}` : bytes);
const ownerOf = ({ owner = 'user_id' }: Part) => sql.ref(owner);

/** What those who are meant keep, by their ids. */
const fromPart = (scans: Db, of: Of, part: Part) =>
  sql`from ${sql.raw(part.from)}
    where ${of(ownerOf(part))} and ${mayGoOn(scans, sql.ref(part.asked))}
    ${sql.raw(part.where ?? '')}`;

/** What was deleted counts as long as it can be brought back. */
export function storedBy(of: Of, scans: Db, isOfPeople = true) {
  const sums = (isOfPeople ? partsOfPerson : partsOfAll).map(
    (part) => sql`select ${ownerOf(part)} as user_id, sum(${withRow(part)}) as bytes
      ${fromPart(scans, of, part)} group by ${ownerOf(part)}`,
  );
  return sql<{ bytes: number }>`
    select user_id, cast(sum(bytes) as bigint) as bytes
    from (${sql.join(sums, sql` union all `)}) as part group by user_id`;
}

/** Null for all who are signed out. */
export async function sumStored(scans: Db, userId: string | null): Promise<number> {
  const mine: Of = (owner) => (userId === null ? sql`${owner} is null` : sql`${owner} = ${userId}`);
  const { rows } = await storedBy(mine, scans, userId !== null).execute(scans);
  return rows[0]?.bytes ?? 0;
}

const isTrashed = (kind: Kind): kind is keyof typeof trashed => kind in trashed;

/** What `sumStored` sums, by kinds. */
export async function sumKinds(
  scans: Db,
  userId: string,
): Promise<{ kind: StorageKind; bytes: number; count: number }[]> {
  const sums = partsOfPerson.map((part, index) => {
    const { kind = quoted('other'), count = '1' } = part;
    return sql`select ${sql.lit(index)} as part, kind,
        cast(sum(bytes) as bigint) as bytes, cast(sum(things) as bigint) as count
      from (select ${sql.raw(kind)} as kind, ${withRow(part)} as bytes, ${sql.raw(count)} as things
        ${fromPart(scans, (owner) => sql`${owner} = ${userId}`, part)}) as kept group by kind`;
  });
  const { rows } = await sql<{ part: number; kind: Kind; bytes: number; count: number }>`
    ${sql.join(sums, sql` union all `)}`.execute(scans);
  return storageKind.options.map((kind) => {
    const of = rows.filter((row) => (isTrashed(row.kind) ? 'trash' : kinds[row.kind]) === kind);
    const things = of.filter((row) => partsOfPerson[row.part]?.counts?.includes(row.kind));
    return {
      kind,
      bytes: of.reduce((sum, { bytes }) => sum + bytes, 0),
      count: things.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

export interface StoredThing {
  readonly kind: Stored['kind'];
  readonly id: string;
  /** Of what is in the trash: what it was. */
  readonly was: TrashKind | null;
  readonly room: string | null;
  readonly bytes: number;
}

/** The largest first; all that is in a deleted room is one thing. */
export async function listLargest(
  scans: Db,
  userId: string,
  { atLeast, limit }: { readonly atLeast: number; readonly limit: number },
): Promise<StoredThing[]> {
  const things = partsOfPerson.flatMap((part) => {
    const { kind = '', bytes, thing, room = 'cast(null as text)' } = part;
    return thing === undefined
      ? []
      : sql`select ${sql.raw(`${kind} as kind, ${thing} as thing, ${room} as room, ${bytes} as bytes`)}
          ${fromPart(scans, (owner) => sql`${owner} = ${userId}`, part)}`;
  });
  const { rows } = await sql<{
    kind: Exclude<Kind, 'other'>;
    id: string;
    room: string | null;
    bytes: number;
  }>`
    select kind, id, room, cast(sum(bytes) as bigint) as bytes
    from (select kind, room, bytes,
        case kind when ${sql.lit('in a trashed room')} then room else thing end as id
      from (${sql.join(things, sql` union all `)}) as things) as kept
    where kind <> 'other' group by kind, id, room having sum(bytes) >= ${atLeast}
    order by 4 desc, id limit ${limit}`.execute(scans);
  return rows.map(({ kind, ...row }) =>
    isTrashed(kind) ? { ...row, kind: 'trash', was: trashed[kind] } : { ...row, kind, was: null },
  );
}
