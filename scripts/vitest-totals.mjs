/** @import { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node' */
import { tellTotals } from './totals.mjs';

/** Groups say in their name what they need, such as `(needs to mount one, as root)`. */
const NEED = /\(needs (?!TEST_)(.+)\)$/;

/**
 * Counts for the launcher.
 * @implements {Reporter}
 */
export default class VitestTotals {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const totals = {
      passed: 0,
      failed: unhandledErrors.length,
      skipped: 0,
      leftOut: /** @type {string[]} */ ([]),
    };
    for (const module of modules) {
      // A file that cannot even be loaded holds no test, and is a failure all the same.
      totals.failed += module.errors().length;
      for (const test of module.children.allTests()) totals[outcome(test)] += 1;
      for (const suite of module.children.allSuites()) {
        totals.failed += suite.errors().length;
        const [, need] = NEED.exec(suite.name) ?? [];
        if (need !== undefined && isLeftOut(suite))
          totals.leftOut.push(`${suite.name.replace(NEED, '').trim()}: needs ${need}`);
      }
    }
    tellTotals(totals);
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
