/** Files run one after another in the same page: what one changed for a test ends with it. */
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
