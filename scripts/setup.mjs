/**
 * Makes everything that the npm scripts need: `node scripts/setup.mjs [build | rebuild] [browser]`,
 * under any Node from 20 on and without a dependency. What is in place stays as it is, so that it
 * takes a moment. Afterwards `node` is the pinned one: npm's scripts find node_modules/.bin first.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { underLock } from './lock.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const inProject = (/** @type {string[]} */ ...parts) => path.join(root, ...parts);
const windows = process.platform === 'win32';
const pinnedNode = inProject('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
const stampFile = inProject('web', 'dist', '.built');

/** One line explains it: printed without a stack. */
class PlainError extends Error {}

/**
 * Shows what a command says only when it fails, and then ends with one line of ours.
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function quietly(what, command, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: windows && command === 'npm',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status === 0) return;
  throw new PlainError(
    `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n${what} failed (${command} ${args[0]}, see above).`.trim(),
  );
}

/** @param {string} file */
function packagesIn(file) {
  try {
    /** @type {{ packages: Record<string, Record<string, unknown>> }} */
    const { packages } = JSON.parse(readFileSync(file, 'utf8'));
    return packages;
  } catch {
    return {};
  }
}

/** Whether node_modules is what package-lock.json says, by npm's own note of what it put there. */
function isInstalled() {
  const present = packagesIn(inProject('node_modules', '.package-lock.json'));
  return Object.entries(packagesIn(inProject('package-lock.json'))).every(
    ([folder, { version, integrity, optional, devOptional }]) => {
      const found = present[folder];
      if (!folder.startsWith('node_modules/')) return true;
      if (!found) return optional === true || devOptional === true;
      return found['version'] === version && found['integrity'] === integrity;
    },
  );
}

function install() {
  if (!isInstalled()) {
    console.error('Installing…');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    quietly('Installing the dependencies', 'npm', ['ci', '--include=dev', ...quiet]);
  }
  // Its install script puts the binary in place, where scripts are not switched off.
  if (!existsSync(pinnedNode))
    quietly('Installing Node', 'npm', ['rebuild', 'node', '--ignore-scripts=false']);
}

/** What the build reads, tests and its own results left out. */
function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync(inProject('package-lock.json')));
  for (const folder of ['contract', 'web', 'cli'])
    for (const file of filesBelow(folder).toSorted())
      hash.update(`${file.replaceAll('\\', '/')}\0`).update(readFileSync(inProject(file)));
  return hash.digest('hex');
}

/** @type {(folder: string) => string[]} */
function filesBelow(folder) {
  const results =
    /^(node_modules|dist|paraglide|(en|fr|es|de)\.inlang|\..*)$|\.(test\.tsx?|tsbuildinfo)$/;
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (results.test(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}

function build(anyway = false) {
  const sources = hashOfSources();
  const built = existsSync(stampFile) && readFileSync(stampFile, 'utf8');
  if (!anyway && built === sources) return;
  console.error('Building…');
  const env = { NODE_ENV: 'production' };
  quietly('Building the web app', pinnedNode, [inProject('web', 'build.ts')], env);
  writeFileSync(stampFile, sources);
}

/** On a Debian machine of one's own, usually a container, the browser is one package away. */
function installBrowser() {
  const isThere = ['chromium', 'google-chrome', process.env['CHROMIUM_PATH'] ?? ''].some(
    (name) => spawnSync(name || 'none', ['--version']).status === 0,
  );
  if (isThere || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error('Installing Chromium…');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  quietly('Installing Chromium', 'apt-get', ['update', '-q'], env);
  quietly('Installing Chromium', 'apt-get', ['install', '-q', '-y', 'chromium'], env);
}

try {
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new PlainError(`Clipline needs Node 20 or newer; this is ${process.version}.`);
  const wanted = new Set(process.argv.slice(2));
  await underLock(inProject('.setup.lock'), () => {
    install();
    if (wanted.has('build') || wanted.has('rebuild')) build(wanted.has('rebuild'));
    if (wanted.has('browser')) installBrowser();
  });
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
