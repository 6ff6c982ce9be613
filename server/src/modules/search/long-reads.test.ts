import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { ProductError } from '@clipline/contract/errors.ts';
import { expect, test } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { type Db, openStore } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createLongReads } from './long-reads.ts';
import { addText, findTexts, holds } from './search.queries.ts';

const never = new AbortController().signal;

/** Reads that end when they are told to, by name. */
function reads() {
  const longReads = createLongReads({} as Db);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (person: string, name: string, gone = never) =>
    longReads.run(person, gone, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { run, begun, end };
}
const refused = { code: 'UNAVAILABLE' } satisfies Partial<ProductError>;

test('two run at once, one of each person, and those who wait have their turns', async () => {
  const { run, begun, end } = reads();
  const all = ['ada 1', 'ada 2', 'ada 3', 'bob 1', 'eve 1'].map((name) =>
    run(name.slice(0, 3), name),
  );
  await turn();
  expect(begun).toEqual(['ada 1', 'bob 1']);
  await end('ada 1');
  expect(begun.slice(2)).toEqual(['eve 1']);
  await end('bob 1');
  expect(begun.slice(3)).toEqual(['ada 2']);
  await end('ada 2');
  await end('eve 1');
  expect(begun.slice(4)).toEqual(['ada 3']);
  await end('ada 3');
  expect(await Promise.all(all)).toHaveLength(5);
});

test('a newer one replaces the oldest that waits, and a caller who is gone is left out', async () => {
  const { run, begun, end } = reads();
  const first = run('ada', '1');
  const second = run('ada', '2');
  const others = [run('ada', '3'), run('ada', '4')];
  const gone = new AbortController();
  const last = run('ada', '5', gone.signal);
  await expect(second).rejects.toMatchObject(refused);
  gone.abort();
  await expect(last).rejects.toMatchObject(refused);
  await expect(run('ada', '6', gone.signal)).rejects.toMatchObject(refused);
  for (const name of ['1', '3', '4']) await end(name);
  expect(await Promise.all([first, ...others])).toEqual(['1', '3', '4']);
  expect(begun).toEqual(['1', '3', '4']);
});

test('one that fails makes room for the next', async () => {
  const longReads = createLongReads({} as Db);
  const fail = () => longReads.run('ada', never, () => Promise.reject(new Error('no')));
  await expect(fail()).rejects.toThrow('no');
  await expect(fail()).rejects.toThrow('no');
  expect(await longReads.run('ada', never, async () => 'yes')).toBe('yes');
});

test('a search that takes too long is ended, and the reader goes on', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-long-reads-'));
  const store = openStore({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
  try {
    await migrate(store.db, migrations);
    await store.db.transaction().execute(async (tx) => {
      for (let index = 0; index < 400; index++)
        await addText(
          tx,
          { holderId: 'ada', createdAt: index, thingId: String(index) },
          'a'.repeat(200_000),
          [],
        );
    });
    const longReads = createLongReads(store.scans);
    const search = (words: string[]) =>
      longReads.run('ada', never, (scans) =>
        findTexts(scans, {
          holderId: 'ada',
          conditions: (eb) => words.map((word) => holds(eb, word)),
          order: 'desc',
          limit: 1,
          offset: 0,
        }),
      );
    // Compared with its beginning from every letter on: some 100 ms for each text.
    await expect(search([`${'a'.repeat(900)}b`])).rejects.toMatchObject(refused);
    expect(await search(['aaa'])).toEqual({ ids: ['399'], total: 400 });
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
