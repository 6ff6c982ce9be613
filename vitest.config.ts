import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { messages } from './web/messages.ts';

/** Without these, Chromium's own services look for hosts that a test machine does not reach. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  test: {
    reporters: ['default', './scripts/totals-reporter.mjs'],
    passWithNoTests: true,
    // Two cores are the smallest machine this is tested on.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', environment: 'node', include: ['contract/**/*.test.ts'] } },
      { test: { name: 'scripts', environment: 'node', include: ['scripts/**/*.test.mjs'] } },
      { test: { name: 'server', environment: 'node', include: ['server/**/*.test.ts'], testTimeout: 15_000, hookTimeout: 30_000 } },
      { plugins: [messages()], test: { name: 'web-unit', environment: 'node', include: ['web/**/*.test.ts'] } },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web-browser',
          include: ['web/src/**/*.test.tsx'],
          testTimeout: 15_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: CHROMIUM_ARGS,
                ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          // Each story starts a server and drives one or two browsers: side by side they would only wait for each other.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
