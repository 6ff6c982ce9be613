import { defineConfig } from '@playwright/test';
import { testChromiumOptions } from './e2e/support/chromium-options.ts';

/**
 * For whatever a story waits for: a busy machine may take seconds over what takes milliseconds
 * otherwise. They end a wait that is in vain and prove nothing, so there is no reason to be short.
 */
const PATIENCE_MS = 60_000;

export default defineConfig({
  testDir: 'e2e',
  // Each has a browser and a product of its own. More than cores, as stories often wait: for a
  // socket, a timer of the app, a server that starts.
  workers: '150%',
  timeout: 600_000,
  expect: { timeout: PATIENCE_MS },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  outputDir: 'test-results',
  preserveOutput: 'failures-only',
  use: {
    browserName: 'chromium',
    launchOptions: testChromiumOptions,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // In each fresh profile it would first keep all of the app, which costs a third of a run. Files
    // with stories about it say `test.use({ serviceWorkers: 'allow' })`.
    serviceWorkers: 'block',
    // As with the tests of pages: nothing waits for a fade, or draws one.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    screenshot: 'only-on-failure',
  },
});
