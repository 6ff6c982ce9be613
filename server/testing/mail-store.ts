import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { migrations } from '../src/migrations/migrations.ts';
import { openStore, type Store } from '../src/core/db/open.ts';
import { migrate } from '../src/core/db/migrate.ts';

/** Opens a store without mails for each test; they are a table that needs nothing else. */
export function openMailStore(environment: Readonly<Record<string, string>>): () => Store {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-store-'));
  let store: Store;
  beforeEach(async () => {
    store = openStore({ DATA_DIR: folder, DATABASE_URL: environment['DATABASE_URL'] }, vi.fn());
    await migrate(store.db, migrations);
    await store.db.deleteFrom('mails').execute();
  });
  afterEach(() => store.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => store;
}

export const mailRow = (id: string, attempts = 0) => ({
  id,
  attempts,
  kind: id,
  recipient: 'stranger@example.com',
  created_at: 0,
  next_attempt_at: 0,
});
