/**
 * Files run one after another in the same page: what holds for all of them is said here, as a
 * helper that several import is loaded once. What one of them changed for a test, and would leave
 * to the next file, ends with that test.
 */
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { beginTest, endTest } from './fake-server.ts';
import { forgetSockets } from './fake-socket.ts';
import { translatePage } from './translator.ts';
import { leave } from './show.tsx';

beforeAll(translatePage);
beforeAll(() => page.viewport(414, 896));
beforeEach(beginTest);
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await leave();
  forgetSockets();
  endTest();
});
