/** @import { FullConfig, Reporter, Suite } from '@playwright/test/reporter' */
import { tellTotals } from './totals.mjs';

/**
 * Counts for the launcher.
 * @implements {Reporter}
 */
export default class PlaywrightTotals {
  /** @type {Suite | undefined} */
  #all;
  /** Outside of any test. */
  #errors = 0;

  printsToStdio() {
    return false;
  }

  /**
   * @param {FullConfig} _config
   * @param {Suite} suite
   */
  onBegin(_config, suite) {
    this.#all = suite;
  }

  onError() {
    this.#errors += 1;
  }

  onEnd() {
    const totals = {
      passed: 0,
      failed: this.#errors,
      skipped: 0,
      leftOut: /** @type {string[]} */ ([]),
    };
    for (const test of this.#all?.allTests() ?? []) {
      const outcome = test.outcome();
      totals[outcome === 'expected' ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed'] += 1;
      for (const { type, description } of test.annotations)
        if (outcome === 'skipped' && type === 'skip' && description)
          totals.leftOut.push(`${test.parent.title}: ${description}`);
    }
    tellTotals(totals);
  }
}
