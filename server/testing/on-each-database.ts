import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { administer } from './administer.ts';

/**
 * Declares the tests once for SQLite and, when TEST_DATABASE_URL names a PostgreSQL whose user may
 * create databases, once for a throw-away database there. The environment is for `buildTestApp`,
 * inside hooks and tests.
 */
export function onEachDatabase(tests: (environment: Record<string, string>) => void): void {
  describe('on SQLite', () => tests({}));
  if (process.env['TEST_DATABASE_URL']) onPostgres(tests);
}

/** The same for what only PostgreSQL can do. */
export function onPostgres(tests: (environment: Record<string, string>) => void): void {
  const url = process.env['TEST_DATABASE_URL'];
  describe.skipIf(!url)('on PostgreSQL', () => {
    const name = `clipline_test_${randomBytes(8).toString('hex')}`;
    const own = new URL(url ?? 'postgres://unset');
    own.pathname = `/${name}`;
    beforeAll(async () => {
      await administer(String(url), `create database ${name}`);
      // It goes with the tests: no commit needs to wait for the disk.
      await administer(String(url), `alter database ${name} set synchronous_commit = off`);
    });
    afterAll(
      async () =>
        void (await administer(String(url), `drop database if exists ${name} with (force)`)),
    );
    tests({ DATABASE_URL: own.href, APP_SECRET: randomBytes(32).toString('base64url') });
  });
}
