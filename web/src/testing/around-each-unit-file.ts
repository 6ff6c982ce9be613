/** Files run one after another in the same thread: what one changed for a test ends with it. */
import { afterAll, afterEach, expect, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterAll(async () => {
  // A file may have loaded the modules anew: those that the next file gets are asked.
  const { language } = await import('../lib/language.ts');
  expect(language(), 'A file left another language to the next one').toBe('en');
});
