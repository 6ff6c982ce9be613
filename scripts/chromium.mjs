import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PlainError, say } from './project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder ? [path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
  }),
];

/**
 * The browser that the tests drive.
 * @returns {string}
 */
export function ensureChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new PlainError(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const found = findChromium() ?? installChromium();
  if (found) return found;
  throw new PlainError(
    'The tests drive a real browser: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  );
}

function findChromium() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...PLACES].find((place) => path.isAbsolute(place) && existsSync(place));
}

/** On a Debian machine of one's own, usually a container, the browser is one package away. */
function installChromium() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  say('Installing Chromium…');
  const options = {
    encoding: /** @type {const} */ ('utf8'),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  for (const args of [['update'], ['install', '-y', 'chromium']]) {
    const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], options);
    if (status !== 0)
      throw new PlainError(
        `${stdout}${stderr}\nChromium could not be installed (apt-get ${args[0]} failed, see above).`,
      );
  }
  return findChromium();
}
