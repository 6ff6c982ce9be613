/**
 * Before the first test: stores that are up to date, for others to be copied from, as bringing each
 * up to date takes longer than the rest of a start. One is a folder with SQLite, the other a
 * database, where TEST_DATABASE_URL names a PostgreSQL.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrations } from '../src/migrations/migrations.ts';
import { openStore } from '../src/core/db/open.ts';
import { migrate } from '../src/core/db/migrate.ts';
import { administer } from './administer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    migratedDatabase?: string;
  }
}

async function migrated(config: Parameters<typeof openStore>[0]): Promise<void> {
  const store = openStore(config, () => {});
  await migrate(store.db, migrations);
  // Whoever is connected to a database keeps others from copying it.
  await store.close();
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-migrated-'));
  await migrated({ DATABASE_URL: undefined, DATA_DIR: folder });
  project.provide('migratedFolder', folder);
  const url = process.env['TEST_DATABASE_URL'];
  const name = `clipline_test_${randomBytes(8).toString('hex')}`;
  if (url) {
    await administer(url, `create database ${name}`);
    const own = new URL(url);
    own.pathname = `/${name}`;
    await migrated({ DATABASE_URL: own.href, DATA_DIR: '' });
    project.provide('migratedDatabase', name);
  }
  return async () => {
    rmSync(folder, { recursive: true });
    if (url) await administer(url, `drop database ${name}`);
  };
}
