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

/**
 * What a run of these tests says at its end, and its exit code.
 * @param {string} tests
 */
function ending(tests) {
  writeFileSync(path.join(folder, 'some.test.mjs'), tests);
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      inProject('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--globals',
      `--root=${folder}`,
      `--reporter=${inProject('scripts', 'totals-reporter.mjs')}`,
    ],
    { encoding: 'utf8', env: { ...process.env, TEST_REDIS_URL: 'redis://somewhere' } },
  );
  return { lines: stdout.trim().split('\n'), status };
}

describe('a run of tests ends with', () => {
  test('skipped for what is left out, however deep, with its reason', () => {
    const { lines, status } = ending(`
      test('runs', () => {});
      test.skip('alone', () => {});
      describe.skip('outer', () => {
        test('one', () => {});
        describe.skip('inner (needs the program sesame)', () => {
          test('two', () => {});
          describe('innermost', () => void test('three', () => {}));
        });
      });
    `);
    expect(lines.at(-1)).toBe('1 passed, 0 failed, 4 skipped');
    expect(lines).toContain('Left out: inner: needs the program sesame.');
    expect(lines.join()).not.toContain('Redis');
    expect(status).toBe(0);
  });

  test('failed for what fails, also outside of a test', () => {
    const { lines, status } = ending(`
      test('fails', () => { throw new Error('no'); });
      describe('group', () => {
        afterAll(() => { throw new Error('not either'); });
        test('runs', () => {});
      });
    `);
    expect(lines.at(-1)).toBe('1 passed, 2 failed, 0 skipped');
    expect(status).toBe(1);
  });

  test('failed for a file that cannot be loaded', () => {
    const { lines, status } = ending('import "./nowhere.mjs";');
    expect(lines.at(-1)).toBe('0 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });
});
