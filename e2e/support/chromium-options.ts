import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * CHROMIUM_PATH, or what is on the path. Where that is nothing, as on macOS and Windows, Playwright
 * itself knows where Google Chrome is.
 */
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => ['chromium', 'google-chrome'].map((name) => path.join(folder, name)))
    .find((file) => path.isAbsolute(file) && existsSync(file));

/** How every test of this repository starts its browser. */
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
