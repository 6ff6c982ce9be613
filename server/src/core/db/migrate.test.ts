import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { administer } from '../../../testing/administer.ts';
import { onEachEmptyDatabase, onEmptyPostgres } from '../../../testing/on-each-database.ts';
import { openStore, type Store } from './open.ts';
import { isUpToDate, migrate } from './migrate.ts';
import { StoreUnusable } from './store-health.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'clipline-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (environment: Record<string, string>): Store =>
  openStore({ DATA_DIR: folder, DATABASE_URL: environment['DATABASE_URL'] }, vi.fn());
const stepsOf = async ({ db }: Store) =>
  (
    await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  ).rows.map(({ name }) => name);

onEmptyPostgres((environment) => {
  test('nodes that start together on an empty database bring it up to date once', async () => {
    const stores = Array.from({ length: 5 }, () => open(environment));
    const [first] = stores as [Store];
    await Promise.all(stores.map(({ db }) => migrate(db, migrations)));
    expect(await Promise.all(stores.map(({ db }) => isUpToDate(db, migrations)))).toEqual(
      stores.map(() => true),
    );
    const steps = await stepsOf(first);
    expect(steps.length).toBeGreaterThan(0);
    expect(new Set(steps).size).toBe(steps.length);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('installations in schemas of one database are brought up to date each for itself', async () => {
    for (const name of ['first', 'second']) {
      const url = new URL(String(environment['DATABASE_URL']));
      await administer(url.href, `create schema ${name}`);
      url.searchParams.set('options', `-c search_path=${name}`);
      const store = open({ DATABASE_URL: url.href });
      await migrate(store.db, migrations);
      expect(await isUpToDate(store.db, migrations)).toBe(true);
      const { rows } =
        await sql`select 1 from information_schema.tables where table_schema = ${name} and table_name = 'clips'`.execute(
          store.db,
        );
      expect(rows).toHaveLength(1);
      await store.close();
    }
  });

  test('a database whose encoding cannot hold every text is refused in one line', async () => {
    const url = new URL(String(environment['DATABASE_URL']));
    const name = `${url.pathname.slice(1)}_latin1`;
    await administer(
      url.href,
      `create database ${name} encoding 'LATIN1' locale 'C' template template0`,
    );
    url.pathname = `/${name}`;
    const store = open({ DATABASE_URL: url.href });
    const refused = await migrate(store.db, migrations).catch((error: unknown) => error);
    await store.close();
    await administer(String(environment['DATABASE_URL']), `drop database ${name} with (force)`);
    expect(refused).toBeInstanceOf(StoreUnusable);
    expect((refused as Error).message).toMatch(/^the encoding of the database is LATIN1, [^\n]*$/);
  });
});

onEachEmptyDatabase((environment) => {
  test('a store that a newer version wrote is refused and left as it is', async () => {
    const store = open(environment);
    await migrate(store.db, migrations);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2999-01-01T00:00:00Z')`.execute(
      store.db,
    );
    const steps = await stepsOf(store);
    await expect(migrate(store.db, migrations)).rejects.toThrow(StoreUnusable);
    await expect(migrate(store.db, migrations)).rejects.toThrow('9999-of-the-future');
    expect(await stepsOf(store)).toEqual(steps);
    await store.close();
  });
});
