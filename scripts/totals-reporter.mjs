/** @import { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node' */

/** Tests that speak to a real service run where its address is given. */
const SERVICES = [
  { variable: 'TEST_DATABASE_URL', name: 'PostgreSQL' },
  { variable: 'TEST_REDIS_URL', name: 'Redis' },
  { variable: 'TEST_S3_ENDPOINT', name: 'an S3 server' },
];

/** Others say in their name what they need, such as `(needs to mount one, as root)`. */
const NEED = /\(needs (?!TEST_)(.+)\)$/;

/**
 * Ends a run with what was left out and with one plain line: `N passed, N failed, N skipped`.
 * @implements {Reporter}
 */
export default class TotalsReporter {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {Set<string>} */
    const leftOut = new Set();
    const totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      // A file that cannot even be loaded holds no test, and is a failure all the same.
      totals.failed += module.errors().length;
      for (const test of module.children.allTests()) totals[outcome(test)] += 1;
      for (const suite of module.children.allSuites()) {
        totals.failed += suite.errors().length;
        const [, need] = NEED.exec(suite.name) ?? [];
        if (need !== undefined && isLeftOut(suite))
          leftOut.add(`${suite.name.replace(NEED, '').trim()}: needs ${need}`);
      }
    }
    const missing = SERVICES.filter(({ variable }) => !process.env[variable]);
    const lines = missing.map(
      ({ variable, name }) => `Left out: tests that need ${name} (set ${variable} to run them).`,
    );
    lines.push(...[...leftOut].map((line) => `Left out: ${line}.`));
    process.stdout.write(
      `${[...lines, `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`].join('\n')}\n`,
    );
  }
}

/**
 * Vitest leaves a test pending for ever when its group is left out inside another one that is left
 * out. Any other that is pending at the end was cut off.
 * @param {TestCase} test
 */
function outcome(test) {
  const { state } = test.result();
  if (state !== 'pending') return state;
  return isLeftOut(test.parent) ? 'skipped' : 'failed';
}

/**
 * @param {TestSuite | TestModule} group
 * @returns {boolean}
 */
function isLeftOut(group) {
  return group.type === 'suite' && (group.options.mode === 'skip' || isLeftOut(group.parent));
}
