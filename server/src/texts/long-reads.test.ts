import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProductError } from '@clipline/contract/errors.ts';
import { expect, test } from 'vitest';
import { migrations } from '../migrations/migrations.ts';
import { type Db, transact } from '../core/db/database.ts';
import { openScans, openStore } from '../core/db/open.ts';
import { migrate } from '../core/db/migrate.ts';
import { insertUser } from '../auth/auth.queries.ts';
import { createClip, deleteClips } from '../clips/clips.changes.ts';
import { countClips, filterOf, listClipIds } from '../clips/clip-lists.queries.ts';
import { insertTag, replaceTags } from '../clips/tags.queries.ts';
import { sumTrash } from '../trash/trash.queries.ts';
import { createLongReads } from './search.ts';
import { addText, findTexts, holds } from './search.queries.ts';

const never = new AbortController().signal;

const refused = { code: 'UNAVAILABLE' } satisfies Partial<ProductError>;

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

test('a search that takes too long is ended, and the reader goes on', () =>
  withStore(500, async (store, readers) => {
    await store.db.transaction().execute(async (tx) => {
      for (let index = 0; index < 400; index++)
        await addText(
          tx,
          { holderId: 'ada', createdAt: index, thingId: String(index) },
          'a'.repeat(200_000),
          [],
        );
    });
    const longReads = createLongReads(readers);
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
  }));

// As if each had taken all the time that it has.
test('counts and lists of clips and the trash are ended like searches', () =>
  withStore(-1, async (store, readers) => {
    const now = Date.now();
    await insertUser(store.db, {
      id: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      password_hash: '',
      created_at: 1,
    });
    const clip = await transact(store.db, (tx) => createClip(tx, 'ada', 'kept', now));
    const deleted = await transact(store.db, (tx) => createClip(tx, 'ada', 'deleted', now));
    await transact(store.db, async (tx) => {
      await deleteClips(tx, [deleted], now);
      await insertTag(tx, { id: 'tag', user_id: 'ada', name: 't', name_key: 't', color: 'red' });
      await replaceTags(tx, clip, ['tag']);
    });
    const filter = filterOf('ada', { tag: ['tag'] }, now);
    const trash = { userId: 'ada', deletedSince: 0 };
    const longReads = createLongReads(store.scans);
    const run = (read: (scans: Db) => Promise<unknown>) => longReads.run('ada', never, read);
    const reads: [(scans: Db) => Promise<unknown>, unknown][] = [
      [(scans) => countClips(scans, filter), 1],
      [(scans) => listClipIds(scans, filter, { limit: 9, offset: 0 }), [clip.id]],
      [(scans) => sumTrash(scans, 'clip', trash), { total: 1, bytes: 'deleted'.length }],
    ];
    for (const [read, expected] of reads) expect(await run(read)).toEqual(expected);
    const late = createLongReads(readers);
    for (const [read] of reads)
      await expect(late.run('ada', never, read)).rejects.toMatchObject(refused);
  }));
