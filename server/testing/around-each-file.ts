/**
 * Files run one after another in the same process: what holds for all of them is said here, as a
 * helper that several import is loaded once.
 */
import { afterAll, afterEach, vi } from 'vitest';
import { setHashingCost } from '../src/auth/passwords.ts';
import { setMostRepeatMs } from '../src/core/db/database.ts';
import { checkThatAllAreClosed, checkThatAllAreReady } from './build-test-app.ts';
import { LOW_COST } from './factories.ts';

setHashingCost(LOW_COST);
setMostRepeatMs(600_000);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  return checkThatAllAreReady();
});
afterAll(() => {
  vi.useRealTimers();
  checkThatAllAreClosed();
});
