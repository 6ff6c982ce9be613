import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mailRow } from '../../../testing/mail-store.ts';
import { migrations } from '../../migrations/migrations.ts';
import { transact, type Tx } from './database.ts';
import { isStorageFull, isStoreUnavailable } from './errors.ts';
import { migrate } from './migrate.ts';
import { openStore, type Store } from './open.ts';

let folder: string;
let file: string;
let store: Store;
/** Sees what is committed, as a process that starts after a crash would. */
let beside: DatabaseSync;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-sqlite-'));
  file = path.join(folder, 'clipline.sqlite');
  store = openStore({ DATA_DIR: folder, DATABASE_URL: undefined }, vi.fn());
  await migrate(store.db, migrations);
  beside = new DatabaseSync(file, { readOnly: true });
});
afterEach(async () => {
  beside.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const committed = () =>
  beside
    .prepare('select id from mails order by id')
    .all()
    .map(({ id }) => id);
const add = (id: string, recipient = 'a@example.com') =>
  transact(store.db, (tx) => addIn(tx, id, recipient));
const addIn = async (tx: Tx, id: string, recipient = 'a@example.com') => {
  await tx
    .insertInto('mails')
    .values({ ...mailRow(id), recipient })
    .execute();
};
const all = (work: readonly Promise<unknown>[]) => Promise.allSettled(work);

/** How often something was committed until the work has ended. */
async function commitsOf(work: () => Promise<unknown>): Promise<number> {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  try {
    await work();
    return exec.mock.calls.filter(([text]) => text === 'commit').length;
  } finally {
    exec.mockRestore();
  }
}

test('what is saved at once is on disk with one commit, acknowledged no sooner', async () => {
  const seen: unknown[][] = [];
  const saves = () =>
    Promise.all(
      ['a', 'b', 'c'].map(async (id) => {
        await add(id);
        seen.push(committed());
      }),
    );
  expect(await commitsOf(saves)).toBe(1);
  expect(seen).toEqual(Array.from({ length: 3 }, () => ['a', 'b', 'c']));
});

test('statements of their own share a commit too', async () => {
  const insert = (id: string) => store.db.insertInto('mails').values(mailRow(id)).execute();
  const saves = () => Promise.all([insert('a'), add('b'), insert('c')]);
  expect(await commitsOf(saves)).toBe(1);
  expect(committed()).toEqual(['a', 'b', 'c']);
});

test('one that fails takes no others with it, and leaves nothing', async () => {
  const outcomes = await all([
    add('a'),
    transact(store.db, async (tx) => {
      await addIn(tx, 'thrown');
      throw new Error('no');
    }),
    add('b'),
    add('b', 'again@example.com'),
    store.db.insertInto('mails').values(mailRow('a')).execute(),
    transact(store.db, async (tx) => {
      await addIn(tx, 'orphan');
      await tx
        .insertInto('mails')
        .values({ ...mailRow('of no one'), user_id: 'unknown' })
        .execute();
    }),
    add('c'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(committed()).toEqual(['a', 'b', 'c']);
});

test('where SQLite undoes all at once, the others run again and are acknowledged', async () => {
  const counted = vi.fn();
  const addCounted = (name: string) =>
    transact(store.db, (tx) => {
      counted();
      return addIn(tx, name);
    });
  const outcomes = await all([
    addCounted('a'),
    addCounted('b'),
    store.db.insertInto('mails').values(mailRow('c')).execute(),
    transact(store.db, async (tx) => {
      await addIn(tx, 'the one that fails');
      // As for a full disk or an I/O error.
      await sql`rollback`.execute(tx);
      await addIn(tx, 'not by itself');
    }),
    add('d'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(outcomes[3]).toMatchObject({ reason: new Error('SQLite has undone this transaction') });
  expect(counted.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(committed()).toEqual(['a', 'b', 'c', 'd']);
});

test('one that there is no space for is refused, and the others are on disk', async () => {
  const pages = async (set: string) =>
    Object.values(
      (await sql<Record<string, number>>`${sql.raw(set)}`.execute(store.db)).rows[0] ?? {},
    )[0];
  const count = await pages('pragma page_count');
  await sql.raw(`pragma max_page_count = ${Number(count) + 20}`).execute(store.db);
  const large = 'x'.repeat(1_000_000);
  for (let turn = 0; turn < 10; turn++) {
    const outcomes = await all([
      add(`a${turn}`),
      add('large', large),
      store.db
        .insertInto('mails')
        .values({ ...mailRow('large'), recipient: large })
        .execute(),
      add(`b${turn}`),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(isStorageFull(outcome.reason)).toBe(true);
  }
  expect(committed()).toHaveLength(20);
});

test('a commit that fails is told to each, and nothing of it is left', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  const outcomes = await all([
    add('a'),
    transact(store.db, async (tx) => {
      await addIn(tx, 'b');
      renameSync(file, elsewhere);
    }),
    transact(store.db, async () => {
      throw new Error('no');
    }),
    add('c'),
  ]);
  for (const outcome of outcomes) {
    expect(outcome.status).toBe('rejected');
    if (outcome.status === 'rejected') expect(isStoreUnavailable(outcome.reason)).toBe(true);
  }
  renameSync(elsewhere, file);
  expect(committed()).toEqual([]);
  await Promise.all([add('d'), add('e')]);
  expect(committed()).toEqual(['d', 'e']);
});

test('one that stays away for long keeps no one from reading, and joins no commit of others', async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = transact(store.db, async (tx) => {
    await addIn(tx, 'slow');
    begun.resolve();
    await gate.promise;
    return tx.selectFrom('mails').select('id').orderBy('id').execute();
  });
  await begun.promise;
  const behind = add('behind');
  await nextTurn();
  expect(await store.db.selectFrom('mails').select('id').execute()).toEqual([]);
  gate.resolve();
  expect(await slow).toEqual([{ id: 'slow' }]);
  await behind;
  expect(committed()).toEqual(['behind', 'slow']);
});

test('a read that goes on for long keeps no one from writing', async () => {
  beside.exec('begin');
  expect(committed()).toEqual([]);
  await Promise.all([add('a'), add('b')]);
  expect(await store.db.selectFrom('mails').select('id').execute()).toHaveLength(2);
  expect(committed()).toEqual([]);
  beside.exec('commit');
  expect(committed()).toEqual(['a', 'b']);
});

test('a transaction that is aborted leaves nothing and lets others in', async () => {
  const abort = new AbortController();
  const aborted = transact(store.db, async (tx) => {
    await addIn(tx, 'aborted');
    abort.abort();
    await tx.selectFrom('mails').select('id').execute({ signal: abort.signal });
  });
  const outcomes = await all([add('a'), aborted, add('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(committed()).toEqual(['a', 'b']);
});
