/**
 * Files run one after another in the same process: what holds for all of them is said here, as a
 * helper that several import is loaded once.
 */
import { afterAll, afterEach, vi } from 'vitest';
import { checkThatAllAreClosed, checkThatAllAreReady } from './build-test-app.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  return checkThatAllAreReady();
});
afterAll(() => {
  vi.useRealTimers();
  checkThatAllAreClosed();
});
