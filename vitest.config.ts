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

/**
 * For whatever a test waits for: a busy machine may take seconds over what takes milliseconds
 * otherwise. They end a wait that is in vain and prove nothing, so there is no reason to be short.
 */
const PATIENT = {
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    reporters: ['default', './scripts/totals-reporter.mjs'],
    passWithNoTests: true,
    // Two cores are the smallest machine this is tested on.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', environment: 'node', include: ['contract/**/*.test.ts'] } },
      {
        test: {
          ...PATIENT,
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.mjs'],
        },
      },
      {
        test: { ...PATIENT, name: 'server', environment: 'node', include: ['server/**/*.test.ts'] },
      },
      {
        plugins: [messages()],
        test: { ...PATIENT, name: 'web-unit', environment: 'node', include: ['web/**/*.test.ts'] },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          ...PATIENT,
          name: 'web-browser',
          include: ['web/src/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: CHROMIUM_ARGS,
                ...(process.env['CHROMIUM_PATH']
                  ? { executablePath: process.env['CHROMIUM_PATH'] }
                  : {}),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          // Each story starts a server and drives one or two browsers: side by side they would only
          // wait for each other.
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
