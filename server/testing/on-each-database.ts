import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Declares the tests once for SQLite and, when TEST_DATABASE_URL names a PostgreSQL whose user may create databases, once for a
 * throw-away database there. The environment is for `buildTestApp`, inside hooks and tests.
 */
export function onEachDatabase(tests: (environment: Record<string, string>) => void): void {
  describe('on SQLite', () => tests({}));
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return;
  describe('on PostgreSQL', () => {
    const name = `clipline_test_${randomBytes(8).toString('hex')}`;
    const own = new URL(url);
    own.pathname = `/${name}`;
    beforeAll(() => administer(url, `create database ${name}`));
    afterAll(() => administer(url, `drop database if exists ${name} with (force)`));
    tests({ DATABASE_URL: own.href, APP_SECRET: randomBytes(32).toString('base64url') });
  });
}
