import { existsSync } from 'node:fs';
import path from 'node:path';

const folders = (process.env['PATH'] ?? '').split(path.delimiter);

/**
 * CHROMIUM_PATH, or what is on the path; without windows if there is such a one, for a quarter less
 * work. Where that is nothing, as on macOS and Windows, Playwright
 * itself knows where Google Chrome is.
 */
export const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['chromium-headless-shell', 'chromium', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => path.isAbsolute(file) && existsSync(file));

/** How pictures and benchmarks start a browser. */
export const chromiumOptions = {
  ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Without these, Chromium's own services look for hosts that a test machine does not reach.
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** How tests do: their pages are gone before optimizing code pays, which is 7 % of the work. */
export const testChromiumOptions = {
  ...chromiumOptions,
  args: [...chromiumOptions.args, '--js-flags=--no-maglev,--no-opt'],
};
