import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { underLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { findPinnedNode } from './pinned-node.mjs';
import { inProject, PlainError, say } from './project.mjs';

/** @typedef {{ wanted: string, devTools: boolean, node: string }} Stamp */
/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, dev?: boolean, optional?:
 * boolean, devOptional?: boolean }} LockedPackage
 */

const stampFile = inProject('node_modules', '.installed.json');

/**
 * Makes node_modules what package-lock.json says, and answers the Node that runs everything else.
 * @param {{ devTools: boolean }} needs a production machine (NODE_ENV=production) does without the tools that test and build, unless it must build
 * @returns {Promise<string>}
 */
export async function ensureInstalled(needs) {
  const wanted = fingerprint();
  return (
    fresh(wanted, needs) ??
    (await underLock(
      inProject('.install.lock'),
      async () => fresh(wanted, needs) ?? (await install(wanted, needs)),
    ))
  );
}

/**
 * @param {string} wanted
 * @param {{ devTools: boolean }} needs
 */
function fresh(wanted, needs) {
  const stamp = /** @type {Stamp | undefined} */ (readJson(stampFile));
  return stamp?.wanted === wanted && (stamp.devTools || !needs.devTools) && existsSync(stamp.node)
    ? stamp.node
    : undefined;
}

/**
 * @param {string} wanted
 * @param {{ devTools: boolean }} needs
 */
async function install(wanted, needs) {
  let devTools = holdsWhatIsLocked({ devTools: true });
  if (!devTools && (needs.devTools || !holdsWhatIsLocked(needs))) {
    devTools = needs.devTools || process.env['NODE_ENV'] !== 'production';
    say('Installing…');
    const { ok, output } = await npm([
      'ci',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      devTools ? '--include=dev' : '--omit=dev',
    ]);
    if (!ok)
      throw new PlainError(
        `${output}\n\nThe dependencies could not be installed (npm ci failed, see above).`,
      );
  }
  const node = await findPinnedNode();
  writeFileSync(stampFile, JSON.stringify({ wanted, devTools, node }));
  return node;
}

/**
 * Everything that decides what `npm ci` installs; a script or a description that changes is no
 * reason to install again.
 */
function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(inProject('package-lock.json')));
  for (const folder of ['.', 'contract', 'server', 'web']) {
    const { dependencies, devDependencies, overrides, allowScripts } =
      /** @type {Record<string, unknown>} */ (
        JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8'))
      );
    hash.update(JSON.stringify([dependencies, devDependencies, overrides, allowScripts]));
  }
  return hash.digest('hex');
}

/**
 * Whether somebody's own `npm install` has done the work already: npm writes down, last of all,
 * what it put in place.
 * @param {{ devTools: boolean }} needs
 */
function holdsWhatIsLocked(needs) {
  const locked = lockedPackages(inProject('package-lock.json'));
  const present = lockedPackages(inProject('node_modules', '.package-lock.json'));
  if (!locked || !present) return false;
  return Object.entries(locked).every(([place, wanted]) => {
    if (!place.startsWith('node_modules/')) return true;
    const found = present[place];
    if (found)
      return (
        found.version === wanted.version &&
        found.integrity === wanted.integrity &&
        existsSync(inProject(place))
      );
    return Boolean(wanted.optional || wanted.devOptional || (wanted.dev && !needs.devTools));
  });
}

/** @param {string} file */
function lockedPackages(file) {
  const lock = /** @type {{ packages?: Record<string, LockedPackage> } | undefined} */ (
    readJson(file)
  );
  return lock?.packages;
}

/** @param {string} file */
function readJson(file) {
  try {
    return /** @type {unknown} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
