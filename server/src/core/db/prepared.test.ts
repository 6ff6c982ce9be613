import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { mailRow, openMailStore } from '../../../testing/mail-store.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { type Db, transact } from './database.ts';
import { prepared } from './prepared.ts';

onEachDatabase((environment) => {
  const store = openMailStore(environment);

  test('arguments stand where the query has them, each time anew, in a transaction too', async () => {
    const build = vi.fn((db: Db, attempts: number, kind: string) =>
      db
        .selectFrom('mails')
        .select('id')
        .where('kind', '=', kind)
        .where('attempts', '>=', attempts)
        .where('created_at', '=', 0),
    );
    const find = prepared((db, attempts: number, kind: string) => build(db, attempts, kind));
    await store()
      .db.insertInto('mails')
      .values([mailRow('first', 1), mailRow('second', 2)])
      .execute();
    expect(await find(store().db, 1, 'first')).toEqual([{ id: 'first' }]);
    expect(await find(store().db, 2, 'first')).toEqual([]);
    await transact(store().db, async (tx) => {
      await tx.insertInto('mails').values(mailRow('third', 3)).execute();
      expect(await find(tx, 3, 'third')).toEqual([{ id: 'third' }]);
      await tx.deleteFrom('mails').execute();
    });
    expect(await find(store().db, 1, 'second')).toEqual([]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  test('a query that was asked before sees a column that was added since', async () => {
    const all = prepared((db) => db.selectFrom('added' as 'mails').selectAll());
    const columns = async (db: Db = store().db) => Object.keys((await all(db))[0] ?? {});
    await sql`create table added (one integer)`.execute(store().db);
    await sql`insert into added values (1)`.execute(store().db);
    expect(await columns()).toEqual(['one']);
    await sql`alter table added add column two integer`.execute(store().db);
    expect(await columns()).toEqual(['one', 'two']);
    await sql`alter table added add column three integer`.execute(store().db);
    expect(await transact(store().db, columns)).toEqual(['one', 'two', 'three']);
    await sql`drop table added`.execute(store().db);
  });
});
