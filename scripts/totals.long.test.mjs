import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const inProject = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'totals-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * What `npm test` says at its end where these are the tests, and its exit code.
 * @param {string} units
 * @param {string} stories
 * @param {string[]} args
 */
function ending(units, stories, ...args) {
  const write = (/** @type {string} */ file, /** @type {string} */ text) =>
    writeFileSync(path.join(folder, file), text);
  const playwright = inProject('../node_modules/@playwright/test/index.mjs');
  write('units.test.mjs', units);
  write('stories.mjs', `import { expect, test } from ${JSON.stringify(playwright)}; ${stories}`);
  write('units.long.test.mjs', PASSING);
  write('stories.long.test.mjs', `import { test } from ${JSON.stringify(playwright)}; ${PASSING}`);
  write(
    'vitest.config.mjs',
    "export default { test: { globals: true, include: ['units*.mjs'] } };",
  );
  write('playwright.config.mjs', 'export default { testMatch: /stories.*mjs$/ };');
  const { TEST_WORKER_INDEX: _, ...env } = process.env;
  const { stdout, status } = spawnSync(process.execPath, [inProject('test.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 200_000,
    env: { ...env, TEST_REDIS_URL: 'redis://somewhere', TEST_DATABASE_URL: '' },
  });
  return { lines: stdout.trim().split('\n'), status };
}

const PASSING = "test('runs', () => {});";

// Each of them starts up to five processes.
describe('a run of tests ends with', () => {
  test('what is left out, however deep, with its reason', () => {
    const { lines, status } = ending(
      `
        ${PASSING}
        test('speaks', () => console.error('Error: all is well'));
        test.skip('alone', () => {});
        describe.skip('outer', () => {
          test('one', () => {});
          describe.skip('inner (needs the program sesame)', () => {
            test('two', () => {});
            describe('innermost', () => void test('three', () => {}));
          });
        });
      `,
      `
        ${PASSING}
        test.describe('a lamp', () => {
          test.skip(true, 'needs a genie');
          test('one', () => {});
          test('two', () => {});
        });
      `,
    );
    expect(lines.at(-1)).toBe('3 passed, 0 failed, 6 skipped');
    expect(lines.join()).not.toContain('Error');
    expect(lines).toContain('Left out: inner: needs the program sesame.');
    expect(lines).toContain('Left out: needs a genie.');
    expect(lines.join()).toMatch(/Left out: [^,]+.*: npm run test:long,/);
    expect(lines.join()).toContain('tests that need PostgreSQL (set TEST_DATABASE_URL');
    expect(lines.join()).not.toContain('Redis');
    expect(status).toBe(0);
  });

  test('what is slow by nature, where that is asked for', () => {
    const { lines, status } = ending('', '', '--long');
    expect(lines.at(-1)).toBe('2 passed, 0 failed, 0 skipped');
    expect(lines.join()).not.toContain('test:long');
    expect(status).toBe(0);
  });

  test('failed for what fails', () => {
    const { lines, status } = ending(
      "test('fails', () => { throw new Error('no'); });",
      `
        test.describe.configure({ mode: 'serial' });
        test('fails', () => expect(1).toBe(2));
        test('is not reached', () => {});
      `,
    );
    expect(lines.at(-1)).toBe('0 passed, 2 failed, 1 skipped');
    expect(lines).toContain('Failed: fails: Error: no');
    expect(lines.at(-2)).toBe('Failed: stories.mjs:3 fails');
    expect(status).toBe(1);
  });

  test('failed for what fails outside of a test', () => {
    const outside = `describe('group', () => { afterAll(() => { throw new Error('no'); }); ${PASSING} });`;
    const { lines, status } = ending(outside, PASSING);
    expect(lines.at(-1)).toBe('2 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });

  test('failed for a file that cannot be loaded', () => {
    const { lines, status } = ending('import "./nowhere.mjs";', 'import "./nowhere.mjs";');
    expect(lines.at(-1)).toBe('0 passed, 2 failed, 0 skipped');
    expect(lines.join()).toMatch(/Failed: \S+units\.test\.mjs: .*nowhere\.mjs/);
    expect(status).toBe(1);
  });

  test('the part that was asked for, and failed where there is none', () => {
    expect(ending(PASSING, PASSING, 'units.test').lines.at(-1)).toBe(
      '1 passed, 0 failed, 0 skipped',
    );
    const { lines, status } = ending(PASSING, PASSING, 'misspelt');
    expect(lines.at(-1)).toBe('0 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });
});
