import { expect, test, vi } from 'vitest';
import { mailRow, openMailStore } from '../../../testing/mail-store.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { afterCommit, transact, type Tx } from './database.ts';

/** Twice as many as the pool has connections. */
const MANY = 20;

onEachDatabase((environment) => {
  const store = openMailStore(environment);

  const attempts = () =>
    store()
      .db.selectFrom('mails')
      .select('attempts')
      .where('id', '=', 'one')
      .executeTakeFirstOrThrow();
  const raise = () =>
    transact(store().db, async (tx) => {
      const row = await tx
        .selectFrom('mails')
        .select('attempts')
        .where('id', '=', 'one')
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('mails')
        .set({ attempts: row.attempts + 1 })
        .where('id', '=', 'one')
        .execute();
    });

  test('twenty that want one row at the same time all get it, one after the other', async () => {
    await store().db.insertInto('mails').values(mailRow('one')).execute();
    await Promise.all(Array.from({ length: MANY }, raise));
    expect(await attempts()).toEqual({ attempts: MANY });
  });

  test('of those who add the same row one does, and the others hear so', async () => {
    const add = () =>
      transact(store().db, (tx) => tx.insertInto('mails').values(mailRow('one')).execute());
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, add));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await raise();
    expect(await attempts()).toEqual({ attempts: 1 });
  });

  test('what follows a commit runs once, of the try that was kept', async () => {
    const told: string[] = [];
    let tries = 0;
    const result = await transact(store().db, async (tx) => {
      tries += 1;
      const ofTry = `try ${tries}`;
      afterCommit(tx, () => void told.push(ofTry));
      await tx.insertInto('mails').values(mailRow('one')).execute();
      afterCommit(tx, () => void told.push('and more'));
      expect(told).toEqual([]);
      if (tries < 3) throw Object.assign(new Error('in the way'), { code: '40001', errcode: 5 });
      return ofTry;
    });
    expect([result, told]).toEqual(['try 3', ['try 3', 'and more']]);
    await expect(
      transact(store().db, async (tx) => {
        afterCommit(tx, () => void told.push('never'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(told).toHaveLength(2);
  });

  test('work that fails leaves nothing and is not repeated', async () => {
    const work = vi.fn(async (tx: Tx) => {
      await tx.insertInto('mails').values(mailRow('one')).execute();
      throw new Error('no');
    });
    await expect(transact(store().db, work)).rejects.toThrow('no');
    expect(work).toHaveBeenCalledTimes(1);
    await expect(attempts()).rejects.toThrow();
  });

  test.skipIf(environment['DATABASE_URL'] === undefined)(
    'one that others are in the way of many times is done in the end',
    async () => {
      const work = vi.fn(async (tx: Tx) => {
        await tx.insertInto('mails').values(mailRow('one')).execute();
        if (work.mock.calls.length < 16)
          throw Object.assign(new Error('could not serialize access'), { code: '40001' });
      });
      await transact(store().db, work);
      expect(work).toHaveBeenCalledTimes(16);
      expect(await attempts()).toEqual({ attempts: 0 });
    },
  );

  test.skipIf(environment['DATABASE_URL'] === undefined)(
    'one that takes long when it is done again holds up no other that is',
    async () => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
      const { promise: other, resolve } = Promise.withResolvers<void>();
      const secondTry = (work: () => unknown) => {
        let tries = 0;
        return transact(store().db, async () => {
          tries += 1;
          if (tries > 1) return work();
          throw Object.assign(new Error('could not serialize access'), { code: '40001' });
        });
      };
      const long = secondTry(() => other.then(() => 'done'));
      await secondTry(resolve);
      expect(await long).toBe('done');
      vi.restoreAllMocks();
    },
  );
});
