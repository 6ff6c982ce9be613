/** Files run one after another in the same page: what one changed for a test ends with it. */
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { outbox } from '../capture/outbox.ts';
import { allEntries, removeEntry } from '../capture/store.ts';
import { beginTest, endTest } from './fake-server.ts';
import { forgetSockets } from './fake-socket.ts';
import { translatePage } from './translator.ts';
import { listenForNews } from './unheard-news.ts';
import { leave } from './show.tsx';

beforeAll(translatePage);
beforeAll(listenForNews);
beforeAll(() => page.viewport(414, 896));
beforeEach(beginTest);
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await leave();
  // The page that adds to it has gone.
  for (const { id } of await allEntries()) await removeEntry(id);
  outbox.setState(outbox.getInitialState(), true);
  forgetSockets();
  endTest();
});
