import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { administer } from './administer.ts';

type Once = Pick<typeof import('vitest'), 'describe' | 'test'>;
type Tests = (environment: Record<string, string>, once: Once) => void;

const ONCE: Once = { describe, test };
const nothing = Object.assign(() => {}, { each: () => () => {} });
const NEVER = { describe: nothing, test: nothing } as unknown as Once;

/**
 * Declares the tests once for SQLite and, when TEST_DATABASE_URL names a PostgreSQL whose user may
 * create databases, once for a throw-away database there, which is up to date. The environment is
 * for `buildTestApp`, inside hooks and tests. What neither races nor depends on more SQL than
 * `every-query.test.ts` compares is declared by `once`, on SQLite alone.
 */
export const onEachDatabase = (tests: Tests): void => onEach(tests, onPostgres);

export const onPostgres = (tests: Tests): void => declare(tests, () => inject('migratedDatabase'));

export const onEachEmptyDatabase = (tests: Tests): void => onEach(tests, onEmptyPostgres);

export const onEmptyPostgres = (tests: Tests): void => declare(tests, () => 'template1');

function onEach(tests: Tests, alsoOn: (tests: Tests) => void): void {
  describe('on SQLite', () => tests({}, ONCE));
  if (process.env['TEST_DATABASE_URL']) alsoOn(tests);
}

function declare(tests: Tests, template: () => string | undefined): void {
  const url = process.env['TEST_DATABASE_URL'];
  describe.skipIf(!url)('on PostgreSQL', () => {
    const name = `clipline_test_${randomBytes(8).toString('hex')}`;
    const own = new URL(url ?? 'postgres://unset');
    own.pathname = `/${name}`;
    beforeAll(async () => {
      await administer(String(url), `create database ${name} template ${template()}`);
      // It goes with the tests: no commit needs to wait for the disk.
      await administer(String(url), `alter database ${name} set synchronous_commit = off`);
      // As some servers have it: a literal with a backslash in it would break.
      await administer(String(url), `alter database ${name} set standard_conforming_strings = off`);
    });
    afterAll(
      async () =>
        void (await administer(String(url), `drop database if exists ${name} with (force)`)),
    );
    tests({ DATABASE_URL: own.href, APP_SECRET: randomBytes(32).toString('base64url') }, NEVER);
  });
}
