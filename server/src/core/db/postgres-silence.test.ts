import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/on-each-database.ts';
import { type SilentProxy, startSilentProxy } from '../../../testing/silent-proxy.ts';
import { endWhenSilent } from './postgres-silence.ts';

onPostgres((database) => {
  let proxy: SilentProxy;
  let pool: pg.Pool;
  afterEach(async () => {
    proxy.speakAgain();
    await pool.end();
    await proxy.stop();
  });

  async function start(answerMs: number): Promise<void> {
    proxy = await startSilentProxy(String(database['DATABASE_URL']));
    pool = new pg.Pool({ connectionString: proxy.url });
    pool.on('connect', (client) => void client.on('error', () => {}));
    endWhenSilent(pool, pg.Client, proxy.url, { lookMs: 20, longMs: 500, answerMs });
  }

  test('a query that takes long is left alone while PostgreSQL responds to others', async () => {
    await start(10_000);
    expect((await pool.query('select 1 as done from pg_sleep(1.5)')).rows).toEqual([{ done: 1 }]);
  });

  test('a caller who waits for a PostgreSQL that is silent is told, and the pool goes on when it speaks again', async () => {
    await start(500);
    // On a slow machine even a PostgreSQL that responds may seem silent.
    await expect.poll(async () => (await pool.query('select 1')).rowCount).toBe(1);
    proxy.fallSilent();
    await expect(pool.query('select 1')).rejects.toThrow(/^Connection terminated/);
    proxy.speakAgain();
    await expect.poll(async () => (await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  });
});
