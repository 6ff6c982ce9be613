import { existsSync } from 'node:fs';
import path from 'node:path';

const folders = (process.env['PATH'] ?? '').split(path.delimiter);

/**
 * CHROMIUM_PATH, or what is on the path; without windows if there is such a one, for a quarter less
 * work. Where that is nothing, as on macOS and Windows, Playwright
 * itself knows where Google Chrome is.
 */
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['chromium-headless-shell', 'chromium', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => path.isAbsolute(file) && existsSync(file));

/** How every test of this repository starts its browser. */
export const chromiumOptions = {
  ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // A page of a test is gone before code that is optimized for it pays: 7 % less work.
    '--js-flags=--no-maglev,--no-opt',
    // Without these, Chromium's own services look for hosts that a test machine does not reach.
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
