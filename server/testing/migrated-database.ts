/**
 * Before the first test: where TEST_DATABASE_URL names a PostgreSQL, a database there that is up
 * to date, for others to be copied from, which takes half the work of bringing each up to date.
 */
import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrations } from '../src/migrations/migrations.ts';
import { openStore } from '../src/core/db/database.ts';
import { migrate } from '../src/core/db/migrate.ts';
import { administer } from './administer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    migratedDatabase?: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return;
  const name = `clipline_test_${randomBytes(8).toString('hex')}`;
  await administer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const store = openStore({ DATABASE_URL: own.href, DATA_DIR: '' }, () => {});
  await migrate(store.db, migrations);
  // Whoever is connected to it keeps others from copying it.
  await store.close();
  project.provide('migratedDatabase', name);
  return async () => void (await administer(url, `drop database ${name}`));
}
