import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inProject } from './project.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'totals-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} tests */
function vitest(tests) {
  writeFileSync(path.join(folder, 'some.test.mjs'), tests);
  return [
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--globals',
    `--root=${folder}`,
    `--reporter=${inProject('scripts', 'vitest-totals.mjs')}`,
  ];
}

/** @param {string} tests */
function playwright(tests) {
  writeFileSync(
    path.join(folder, 'stories.mjs'),
    `import { expect, test } from ${JSON.stringify(inProject('node_modules', '@playwright', 'test', 'index.mjs'))}; ${tests}`,
  );
  const reporter = inProject('scripts', 'playwright-totals.mjs');
  writeFileSync(
    path.join(folder, 'playwright.config.mjs'),
    `export default { testMatch: 'stories.mjs', reporter: ${JSON.stringify([[reporter]])} };`,
  );
  return [
    inProject('node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    `--config=${path.join(folder, 'playwright.config.mjs')}`,
  ];
}

/**
 * What a run of these says at its end, and its exit code.
 * @param {string[][]} runners
 */
function ending(...runners) {
  const launcher = path.join(folder, 'launcher.mjs');
  writeFileSync(
    launcher,
    `import { runTests } from ${JSON.stringify(inProject('scripts', 'totals.mjs'))};
     const runners = ${JSON.stringify(runners.map((args) => ({ args, env: {} })))};
     process.exitCode = await runTests(process.execPath, runners);`,
  );
  const { TEST_WORKER_INDEX: _, ...env } = process.env;
  const { stdout, status } = spawnSync(process.execPath, [launcher], {
    encoding: 'utf8',
    timeout: 100_000,
    env: { ...env, TEST_REDIS_URL: 'redis://somewhere', TEST_DATABASE_URL: '' },
  });
  return { lines: stdout.trim().split('\n'), status };
}

const PASSING = "test('runs', () => {});";

// Each of them starts up to five processes.
describe('a run of tests ends with', { timeout: 120_000 }, () => {
  test('skipped for what is left out, however deep, with its reason', () => {
    const { lines, status } = ending(
      vitest(`
        ${PASSING}
        test.skip('alone', () => {});
        describe.skip('outer', () => {
          test('one', () => {});
          describe.skip('inner (needs the program sesame)', () => {
            test('two', () => {});
            describe('innermost', () => void test('three', () => {}));
          });
        });
      `),
      playwright(`
        ${PASSING}
        test.describe('a lamp', () => {
          test.skip(true, 'needs a genie');
          test('one', () => {});
          test('two', () => {});
        });
      `),
    );
    expect(lines.at(-1)).toBe('2 passed, 0 failed, 6 skipped');
    expect(lines).toContain('Left out: inner: needs the program sesame.');
    expect(lines).toContain('Left out: a lamp: needs a genie.');
    expect(lines.join()).toContain('tests that need PostgreSQL (set TEST_DATABASE_URL');
    expect(lines.join()).not.toContain('Redis');
    expect(status).toBe(0);
  });

  test('failed for what fails, also outside of a test', () => {
    const { lines, status } = ending(
      vitest(`
        test('fails', () => { throw new Error('no'); });
        describe('group', () => {
          afterAll(() => { throw new Error('not either'); });
          test('runs', () => {});
        });
      `),
      playwright(`
        test.describe.configure({ mode: 'serial' });
        test('fails', () => expect(1).toBe(2));
        test('is not reached', () => {});
      `),
    );
    expect(lines.at(-1)).toBe('1 passed, 3 failed, 1 skipped');
    expect(status).toBe(1);
  });

  test('failed for a file that cannot be loaded', () => {
    const { lines, status } = ending(
      vitest('import "./nowhere.mjs";'),
      playwright('import "./nowhere.mjs";'),
    );
    // Playwright says as well that it found no test.
    expect(lines.at(-1)).toBe('0 passed, 3 failed, 0 skipped');
    expect(status).toBe(1);
  });

  test('failed where no test is meant by what was asked for', () => {
    const { lines, status } = ending([...vitest(PASSING), 'misspelt'], playwright(PASSING));
    expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });
});
