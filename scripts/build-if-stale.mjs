import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { underLock } from './lock.mjs';
import { inProject, PlainError, root, say } from './project.mjs';
import { run } from './run-child.mjs';

/** @typedef {{ listing: string, content: string }} Stamp */

const stampFile = inProject('web', 'dist', '.built.json');

/** Whether web/dist was built from the sources as they are. */
export function webIsBuilt() {
  const stamp = readStamp();
  if (!stamp) return false;
  const files = inputs();
  const listing = hashOfListing(files);
  if (stamp.listing === listing) return true;
  // A copy or a checkout changes the times and not the contents.
  if (stamp.content !== hashOfContents(files)) return false;
  tryToWriteStamp({ ...stamp, listing });
  return true;
}

/**
 * @param {string} node
 * @returns {Promise<void>}
 */
export async function buildIfStale(node) {
  if (webIsBuilt()) return;
  await underLock(inProject('.build.lock'), async () => {
    if (webIsBuilt()) return;
    say('Building…');
    await buildWeb(node, { quiet: true });
  });
}

/**
 * @param {string} node
 * @param {{ quiet: boolean }} options
 */
export async function buildWeb(node, { quiet }) {
  const files = inputs();
  // Taken before the build: a file that changes during it makes the result stale.
  const stamp = { listing: hashOfListing(files), content: hashOfContents(files) };
  const { code, output } = await run(node, [inProject('web', 'build.ts')], {
    env: { NODE_ENV: 'production' },
    capture: quiet,
  });
  if (code !== 0)
    throw new PlainError(`${output}\nThe web app could not be built (see above).`.trim());
  tryToWriteStamp(stamp);
}

/** Every file that the build reads, tests left out. */
function inputs() {
  const top = readdirSync(inProject('web'), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:html|ts|json|css)$/.test(entry.name))
    .map((entry) => inProject('web', entry.name));
  const trees = [
    ...['src', 'messages', 'failures', 'project.inlang', 'public'].map((folder) =>
      inProject('web', folder),
    ),
    inProject('contract', 'src'),
    inProject('cli', 'src'),
  ].flatMap(filesBelow);
  return [
    ...top,
    ...trees,
    inProject('contract', 'package.json'),
    inProject('cli', 'build.ts'),
    inProject('package-lock.json'),
  ]
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .toSorted();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    // The compiled texts are a result, not an input.
    if (entry.isDirectory()) return entry.name === 'paraglide' ? [] : filesBelow(place);
    return entry.isFile() ? [place] : [];
  });
}

/** @param {string[]} files */
function hashOfListing(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(root, file)}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** @param {string[]} files */
function hashOfContents(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(createHash('sha256').update(readFileSync(file)).digest());
  return hash.digest('hex');
}

/** @returns {Stamp | undefined} */
function readStamp() {
  try {
    return /** @type {Stamp} */ (JSON.parse(readFileSync(stampFile, 'utf8')));
  } catch {
    return undefined;
  }
}

/** @param {Stamp} stamp */
function tryToWriteStamp(stamp) {
  try {
    writeFileSync(stampFile, JSON.stringify(stamp));
  } catch {
    // A read-only installation compares contents at each start instead.
  }
}
