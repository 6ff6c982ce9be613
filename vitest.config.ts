import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { testChromiumOptions } from './e2e/support/chromium-options.ts';

/**
 * For whatever a test waits for: a busy machine may take seconds over what takes milliseconds
 * otherwise. They end a wait that is in vain and prove nothing, so there is no reason to be short.
 */
const PATIENT = {
  // Said for each project: those that extend a configuration of Vite's take no other from above.
  maxWorkers: 3,
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 600_000,
  hookTimeout: 600_000,
} as const;

export default defineConfig({
  test: {
    // Of two cores, the smallest machine this is tested on, two workers leave a fifth idle: tests
    // often wait, for a disk or a socket.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...PATIENT,
          name: 'contract',
          environment: 'node',
          include: ['{contract,cli}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.mjs'],
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/testing/migrated-database.ts',
          setupFiles: 'server/testing/around-each-file.ts',
          // For the commands that tests run: what `npm start` keeps as well (server/start.mjs).
          env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/clipline` },
          // To load the program anew for each file takes longer than most of their tests.
          isolate: false,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          ...PATIENT,
          name: 'web-unit',
          environment: 'node',
          include: ['web/*.test.ts', 'web/src/**/*.test.ts'],
          setupFiles: `${import.meta.dirname}/web/src/testing/around-each-unit-file.ts`,
          // A thread begins sooner than a process.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: './web/vite.config.ts',
        // Another run on this machine, of another clone, may have the usual port.
        server: { strictPort: false },
        // Found later, it would have pages loaded again in the middle of a test.
        optimizeDeps: { include: ['axe-core', '@simplewebauthn/browser'] },
        test: {
          ...PATIENT,
          name: 'web-browser',
          // Vite's own: pages are found below it.
          root: './web',
          include: ['src/**/*.test.tsx'],
          setupFiles: `${import.meta.dirname}/web/src/testing/around-each-file.ts`,
          // Nor is the app loaded anew for each file.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: testChromiumOptions,
              // A page as it is for readers who asked for less motion: nothing waits for a fade.
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: PATIENT.expect.poll.timeout,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
