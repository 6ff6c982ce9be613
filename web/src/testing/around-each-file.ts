/**
 * Files run one after another in the same page: what holds for all of them is said here, as a
 * helper that several import is loaded once.
 */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { beginTest, endTest } from './fake-server.ts';
import { forgetSockets } from './fake-socket.ts';
import { leave } from './show.tsx';

beforeAll(() => page.viewport(414, 896));
beforeEach(beginTest);
afterEach(async () => {
  await leave();
  forgetSockets();
  endTest();
});
afterAll(() => void vi.useRealTimers());
