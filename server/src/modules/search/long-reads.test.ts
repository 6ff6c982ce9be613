import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProductError } from '@clipline/contract/errors.ts';
import { expect, test } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { openStore } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createLongReads } from './long-reads.ts';
import { addText, findTexts, holds } from './search.queries.ts';

const never = new AbortController().signal;

const refused = { code: 'UNAVAILABLE' } satisfies Partial<ProductError>;

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
