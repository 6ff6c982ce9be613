import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mailRow, openMailStore } from '../../../testing/mail-store.ts';
import { onPostgres } from '../../../testing/on-each-database.ts';
import { transact } from './database.ts';
import { createNames } from './postgres-names.ts';

test('a statement has a name from the second time on, and there are so many and no more', () => {
  const names = createNames();
  const twice = (text: string) => [names.nameOf(text), names.nameOf(text)];
  const [first, second] = twice('select 1');
  expect([first, names.nameOf('select 1')]).toEqual([undefined, second]);
  expect(second).toMatch(/^c\d+_\d+$/);
  expect(twice(`select '${'x'.repeat(5000)}'`)).toEqual([undefined, undefined]);
  const given = Array.from({ length: 5000 }, (_, index) => twice(`select ${index + 2}`)[1]);
  expect(new Set([second, ...given].filter((name) => name !== undefined)).size).toBe(300);
  names.renew();
  const [, anew] = twice('select 1');
  expect(anew).not.toBe(second);
  expect(anew).toBeDefined();
});

onPostgres((environment) => {
  const store = openMailStore(environment);
  const prepared = async () =>
    (
      await sql<{ calls: number }>`select sum(generic_plans + custom_plans) as calls
        from pg_prepared_statements where statement like '%"kind"%'`.execute(store().db)
    ).rows[0]?.calls ?? 0;

  test('what is asked again is prepared on the connection', async () => {
    const ask = () =>
      store().db.selectFrom('mails').select('id').where('kind', '=', 'one').execute();
    await store().db.insertInto('mails').values(mailRow('one')).execute();
    for (let turn = 0; turn < 5; turn++) expect(await ask()).toEqual([{ id: 'one' }]);
    expect(await prepared()).toBeGreaterThanOrEqual(3);
  });

  test('a migration beside the node costs neither a call nor a transaction', async () => {
    const { db } = store();
    const columns = async (on = db) =>
      Object.keys((await sql<object>`select * from beside`.execute(on)).rows[0] ?? {});
    await sql`create table beside (one integer)`.execute(db);
    await sql`insert into beside values (1)`.execute(db);
    for (let turn = 0; turn < 3; turn++) expect(await columns()).toEqual(['one']);
    await sql`alter table beside add column two integer`.execute(db);
    expect(await columns()).toEqual(['one', 'two']);
    expect(await columns()).toEqual(['one', 'two']);
    await sql`alter table beside add column three integer`.execute(db);
    let attempts = 0;
    const seen = await transact(db, async (tx) => {
      attempts++;
      await tx.insertInto('mails').values(mailRow('in a transaction')).execute();
      return columns(tx);
    });
    expect([attempts, seen]).toEqual([2, ['one', 'two', 'three']]);
    expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(1);
    await sql`drop table beside`.execute(db);
  });
});
