import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '../migrations/migrations.ts';
import type { Db } from '../core/db/database.ts';
import { ReadTooLong } from '../core/db/errors.ts';
import { openScans, openStore } from '../core/db/open.ts';
import { migrate } from '../core/db/migrate.ts';
import { createLongReads } from './search.ts';
import { addText, findTexts, holds } from './search.queries.ts';

/** Texts that a search for what none holds looks through for some 100 ms each. */
const COUNT = 40;

const never = new AbortController().signal;

/** With readers that have so long for a read. */
async function withStore(
  readMs: number,
  work: (store: ReturnType<typeof openStore>, readers: Db) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-long-reads-'));
  const store = openStore({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
  const readers = openScans(store.sqliteFile ?? '', readMs);
  try {
    await migrate(store.db, migrations);
    await work(store, readers);
  } finally {
    await readers.destroy();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a search that takes too long is ended', () =>
  withStore(500, async (store, readers) => {
    await store.db.transaction().execute(async (tx) => {
      for (let index = 0; index < COUNT; index++)
        await addText(
          tx,
          { holderId: 'ada', createdAt: index, thingId: String(index) },
          'a'.repeat(200_000),
          [],
        );
    });
    const search = (from: Db, words: string[]) =>
      createLongReads(from).run('ada', never, (scans) =>
        findTexts(scans, {
          holderId: 'ada',
          conditions: (eb) => words.map((word) => holds(eb, word)),
          order: 'desc',
          limit: 1,
          offset: 0,
        }),
      );
    // Compared with its beginning from every letter on.
    await expect(search(readers, [`${'a'.repeat(900)}b`])).rejects.toBeInstanceOf(ReadTooLong);
    expect(await search(store.scans, ['aaa'])).toEqual({ ids: [String(COUNT - 1)], total: COUNT });
  }));
