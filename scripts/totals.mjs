import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from './run-child.mjs';

/**
 * What one of the two test runners counted.
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} leftOut what this machine lacks for some tests, in words
 */

/** Tests that speak to a real service run where its address is given. */
const SERVICES = [
  { variable: 'TEST_DATABASE_URL', name: 'PostgreSQL' },
  { variable: 'TEST_REDIS_URL', name: 'Redis' },
  { variable: 'TEST_S3_ENDPOINT', name: 'an S3 server' },
];

/**
 * For a reporter: tells the launcher, if that is who started the run.
 * @param {Totals} totals
 */
export function tellTotals(totals) {
  const file = process.env['TEST_TOTALS_FILE'];
  if (file) writeFileSync(file, JSON.stringify(totals));
}

/**
 * Runs the test runners one after the other, and ends with what was left out and with one plain
 * line: `N passed, N failed, N skipped`. The exit code says the same as the line.
 * @param {string} node
 * @param {{ args: string[], env: NodeJS.ProcessEnv }[]} runners
 * @returns {Promise<number>}
 */
export async function runTests(node, runners) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clipline-totals-'));
  const sum = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Set<string>} */
  const leftOut = new Set();
  try {
    for (const [index, { args, env }] of runners.entries()) {
      const file = path.join(folder, `${index}.json`);
      const { code } = await run(node, args, { env: { ...env, TEST_TOTALS_FILE: file } });
      const told = readTotals(file);
      for (const line of told?.leftOut ?? []) leftOut.add(line);
      sum.passed += told?.passed ?? 0;
      sum.skipped += told?.skipped ?? 0;
      // A runner that fails for another reason than a test, such as that there is none, failed.
      sum.failed += told?.failed || (code === 0 && told ? 0 : 1);
      if (code > 128) break;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const { variable, name } of SERVICES)
    if (!process.env[variable])
      console.log(`Left out: tests that need ${name} (set ${variable} to run them).`);
  for (const line of leftOut) console.log(`Left out: ${line}.`);
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed === 0 ? 0 : 1;
}

/**
 * @param {string} file
 * @returns {Totals | undefined}
 */
function readTotals(file) {
  try {
    return /** @type {Totals} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
