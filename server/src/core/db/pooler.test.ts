import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/on-each-database.ts';
import { bringUpToDate } from './migrate.ts';
import { openStore, type Store } from './open.ts';
import { keepsSessions } from './postgres.ts';
import type { Schema } from './schema.ts';
import { migrations } from '../../migrations/migrations.ts';

onPostgres(({ DATABASE_URL }) => {
  let store: Store;
  beforeAll(() => {
    store = openStore({ DATABASE_URL, DATA_DIR: '' }, () => {});
  });
  afterAll(() => store.close());

  /** Its clients share so many servers, each for one statement at a time: `next` chooses. */
  async function behindPooler<T>(
    servers: number,
    next: (idle: pg.Client[]) => pg.Client | undefined,
    work: (db: Kysely<Schema>) => Promise<T>,
  ): Promise<T> {
    const all = Array.from({ length: servers }, () => new pg.Client(DATABASE_URL));
    await Promise.all(all.map((server) => server.connect()));
    const idle = [...all];
    const query = async (text: string, values: unknown[]) => {
      const server = next(idle) ?? all[0]!;
      if (idle.includes(server)) idle.splice(idle.indexOf(server), 1);
      const result = await server.query(text, values);
      idle.push(server);
      return result;
    };
    const client = { query, release: () => {} } as unknown as PostgresPoolClient;
    const pool = { options: {}, connect: async () => client, end: async () => {} };
    try {
      return await work(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }));
    } finally {
      await Promise.all(all.map((server) => server.end()));
    }
  }

  test('PostgreSQL itself keeps what each connection sets', async () => {
    expect(await keepsSessions(store.db)).toBe(true);
  });

  test.each([
    ['has one server', 1, (idle: pg.Client[]) => idle[0]],
    ['takes the server that was used last', 5, (idle: pg.Client[]) => idle.at(-1)],
    ['takes its servers in turn', 5, (idle: pg.Client[]) => idle[0]],
    ['takes them in turn, as many as who asks', 2, (idle: pg.Client[]) => idle[0]],
  ])('a pooler that %s does not', async (_, servers, next) => {
    expect(await behindPooler(servers, next, keepsSessions)).toBe(false);
  });

  test('one is refused in one line, before anything is changed', async () => {
    const starting = behindPooler(
      3,
      (idle) => idle.at(-1),
      (db) => bringUpToDate({ ...store, db }, migrations),
    );
    await expect(starting).rejects.toThrow(/^DATABASE_URL names a pooler [^\n]+$/);
  });
});
