import type { AdminUser } from '@clipline/contract/schemas/owner.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import type { Store } from '../core/db/open.ts';
import { bytesOfFiles, bytesOfVersions } from '../files/files.queries.ts';

export type PeopleSort = 'name' | 'email' | 'createdAt' | 'lastSeenAt' | 'clips' | 'bytes';

export interface PeopleFilter {
  /** Folded; each must be found. */
  readonly words: readonly string[];
  readonly state: AdminUser['state'] | undefined;
  readonly id: string | undefined;
}

export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly created_at: number;
  readonly last_seen_at: number | null;
  readonly state: AdminUser['state'];
  readonly is_admin: number;
  readonly trial_ends_at: number | null;
  readonly paid_plan: 'basic' | 'pro' | 'advanced' | null;
  readonly paid_until: number | null;
  readonly clips: number;
  readonly bytes: number;
}

/** What stands in for deleted accounts was created at no time. */
const isPerson = sql`created_at > 0`;

/**
 * Accounts, and sign-ups that wait for their links: of an address the latest, unless it has an
 * account.
 */
const people = sql`(
  select id, name, name_key, email, created_at, last_seen_at, is_admin, trial_ends_at, paid_plan,
    paid_until, case when disabled_at is not null then 'disabled'
      when is_confirmed = 0 then 'unconfirmed' else 'active' end as state
  from users where ${isPerson}
  union all
  select id, name, name_key, email, created_at, null, 0, null, null, null, 'unconfirmed'
  from registrations as sign_up where confirmed_at is null
    and not exists (select 1 from users where users.email = sign_up.email)
    and not exists (select 1 from registrations as later where later.email = sign_up.email
      and later.confirmed_at is null
      and (later.created_at, later.id) > (sign_up.created_at, sign_up.id))
) as person`;

const sum = (column: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`coalesce((select sum(${column}) from ${from}), 0)`;

/** Of one person, by the id in this column. */
const measures = (id: RawBuilder<unknown>) => ({
  clips: sql`(select count(*) from clips
    where user_id = ${id} and saved_at is not null and deleted_at is null)`,
  bytes: sql`cast(${sum(
    sql`octet_length(content) + ${bytesOfFiles('clip', 'clips.id')} + ${bytesOfFiles('version', 'clips.id')}
      + ${bytesOfVersions('clip_versions', 'clips.id')}`,
    sql`clips where user_id = ${id}`,
  )} + ${sum(
    sql`octet_length(content) + ${bytesOfFiles('room', 'room_content.id')}
      + ${bytesOfVersions('content_versions', 'room_content.id')}`,
    sql`room_content where user_id = ${id}`,
  )} + ${sum(
    sql`item.bytes`,
    sql`desktop_items as item join desktops on desktops.id = item.desktop_id
      where desktops.user_id = ${id}`,
  )} as bigint)`,
});

const likeOf = (word: string) => `%${word.replaceAll(/[~%_]/g, '~$&')}%`;

const matching = ({ words, state, id }: PeopleFilter) =>
  sql.join(
    [
      sql`1 = 1`,
      ...(id === undefined ? [] : [sql`id = ${id}`]),
      ...(state === undefined ? [] : [sql`state = ${state}`]),
      ...words.map(
        (word) =>
          sql`(name_key like ${likeOf(word)} escape '~' or email like ${likeOf(word)} escape '~')`,
      ),
    ],
    sql` and `,
  );

export async function listPeople(
  scans: Db,
  filter: PeopleFilter,
  { sort, order }: { readonly sort: PeopleSort; readonly order: 'asc' | 'desc' },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PersonRow[]> {
  const ofAll = measures(sql.ref('person.id'));
  const by: Record<PeopleSort, RawBuilder<unknown>> = {
    name: sql`name_key`,
    email: sql`email`,
    createdAt: sql`created_at`,
    lastSeenAt: sql`coalesce(last_seen_at, 0)`,
    ...ofAll,
  };
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const ofPage = measures(sql.ref('page.id'));
  const { rows } = await sql<PersonRow>`
    select page.*, ${ofPage.clips} as clips, ${ofPage.bytes} as bytes from (
      select person.*, row_number() over (order by ${by[sort]} ${direction}, id) as place
      from ${people} where ${matching(filter)}
      order by place limit ${limit} offset ${offset}
    ) as page order by place`.execute(scans);
  return rows;
}

export async function countPeople(scans: Db, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${people} where ${matching(filter)}`.execute(scans);
  return rows[0]?.count ?? 0;
}

interface Counted {
  readonly users: number;
  readonly clips: number;
  readonly rooms: number;
  readonly fileBytes: number;
  readonly storeBytes: number;
}

/** How much there is on this server. */
export async function countAll(store: Pick<Store, 'scans' | 'engine'>): Promise<Counted> {
  const storeBytes =
    store.engine === 'sqlite'
      ? sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
      : sql`pg_database_size(current_database())`;
  const { rows } = await sql<Counted>`
    select (select count(*) from ${people}) as users,
      (select count(*) from clips where saved_at is not null and deleted_at is null) as clips,
      (select count(*) from rooms where deleted_at is null) as rooms,
      (select cast(coalesce(sum(size), 0) as bigint) from
        (select size from blobs union all select size from previews) as stored) as "fileBytes",
      ${storeBytes} as "storeBytes"`.execute(store.scans);
  return rows[0] as Counted;
}
