import type { AdminUser } from '@clipline/contract/schemas/owner.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../core/db/database.ts';
import type { Store } from '../core/db/open.ts';
import { mayGoOn } from '../core/db/sqlite-reader.ts';
import { idsOf } from '../core/ids.ts';
import { storedBy } from '../files/stored.queries.ts';

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
  readonly storage_mb: number | null;
  readonly clips: number;
  readonly bytes: number;
  readonly two_step: number;
}

/** What stands in for deleted accounts was created at no time. */
const isPerson = sql`created_at > 0`;

/**
 * Accounts, and sign-ups that wait for their links: of an address the latest, unless it has an
 * account.
 */
const people = sql`(
  select id, name, name_key, email, created_at, last_seen_at, is_admin, trial_ends_at, paid_plan,
    paid_until, storage_mb, case when two_step_since is null then 0 else 1 end as two_step,
    cast(coalesce(last_seen_at, 0) as bigint) as seen_at, case when disabled_at is not null then 'disabled'
      when is_confirmed = 0 then 'unconfirmed' else 'active' end as state
  from users
  union all
  select id, name, name_key, email, created_at, cast(null as bigint), cast(0 as integer),
    cast(null as bigint), cast(null as text), cast(null as bigint), cast(null as integer), 0,
    cast(0 as bigint), 'unconfirmed'
  from registrations as sign_up where confirmed_at is null
    and not exists (select 1 from users where users.email = sign_up.email)
    and not exists (select 1 from registrations as later where later.email = sign_up.email
      and later.confirmed_at is null
      and (later.created_at, later.id) > (sign_up.created_at, sign_up.id))
) as person`;

const likeOf = (word: string) => `%${word.replaceAll(/[~%_]/g, '~$&')}%`;

const matching = (scans: Db, { words, state, id }: PeopleFilter) =>
  sql.join(
    [
      isPerson,
      mayGoOn(scans, sql.ref('id')),
      ...(id === undefined ? [] : [sql`id = ${id}`]),
      ...(state === undefined ? [] : [sql`state = ${state}`]),
      ...words.map(
        (word) =>
          sql`(name_key like ${likeOf(word)} escape '~' or email like ${likeOf(word)} escape '~')`,
      ),
    ],
    sql` and `,
  );

const clipsOf = (scans: Db, id: string) => sql`(select count(*) from clips
  where user_id = ${sql.ref(id)} and saved_at is not null and deleted_at is null
    and ${mayGoOn(scans, sql.ref('created_at'))})`;

const ofAll = (owner: RawBuilder<unknown>) => sql`${owner} is not null`;

/** Of those who have an account. */
async function measuresOf(scans: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const among = (id: RawBuilder<unknown>) => sql`${id} in (${sql.join(ids)})`;
  const { rows } = await sql<Pick<PersonRow, 'id' | 'clips' | 'bytes'>>`
    select id, ${clipsOf(scans, 'users.id')} as clips, coalesce(bytes, 0) as bytes
    from users left join (${storedBy(among, scans)}) as stored on user_id = id
    where ${among(sql.ref('id'))}`.execute(scans);
  return rows;
}

export async function listPeople(
  scans: Db,
  filter: PeopleFilter,
  { sort, order }: { readonly sort: PeopleSort; readonly order: 'asc' | 'desc' },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PersonRow[]> {
  const by: Record<PeopleSort, RawBuilder<unknown>> = {
    name: sql`name_key`,
    email: sql`email`,
    createdAt: sql`created_at`,
    lastSeenAt: sql`seen_at`,
    clips: clipsOf(scans, 'person.id'),
    bytes: sql`coalesce(bytes, 0)`,
  };
  const direction = sql.raw(order);
  const { rows } = await sql<Omit<PersonRow, 'clips' | 'bytes'>>`
    select person.* from ${people}
    ${sort === 'bytes' ? sql`left join (${storedBy(ofAll, scans)}) as stored on user_id = id` : sql``}
    where ${matching(scans, filter)}
    order by ${by[sort]} ${direction}, id ${direction}
    limit ${limit} offset ${offset}`.execute(scans);
  const measures = new Map((await measuresOf(scans, idsOf(rows))).map((each) => [each.id, each]));
  return rows.map((row) => ({ clips: 0, bytes: 0, ...row, ...measures.get(row.id) }));
}

export async function countPeople(scans: Db, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${people} where ${matching(scans, filter)}`.execute(scans);
  return rows[0]?.count ?? 0;
}

interface Counted {
  readonly users: number;
  readonly clips: number;
  readonly rooms: number;
  readonly fileBytes: number;
}

/** How much there is on this server. */
export async function countAll(scans: Db): Promise<Counted> {
  const goesOn = (column: string) => mayGoOn(scans, sql.ref(column));
  const { rows } = await sql<Counted>`
    select (select count(*) from ${people} where ${isPerson} and ${goesOn('id')}) as users,
      (select count(*) from clips where saved_at is not null and deleted_at is null
        and ${goesOn('created_at')}) as clips,
      (select count(*) from rooms where deleted_at is null and ${goesOn('id')}) as rooms,
      (select cast(coalesce(sum(size), 0) as bigint) from
        (select id, size from blobs union all select blob_id, size from previews) as stored
        where ${goesOn('id')}) as "fileBytes"`.execute(scans);
  return rows[0] as Counted;
}

export async function measureStore({ scans, engine }: Pick<Store, 'scans' | 'engine'>) {
  const bytes =
    engine === 'sqlite'
      ? sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
      : sql`pg_database_size(current_database())`;
  const { rows } = await sql<{ bytes: number }>`select ${bytes} as bytes`.execute(scans);
  return rows[0]?.bytes ?? 0;
}
