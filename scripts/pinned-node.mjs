import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { npm } from './npm.mjs';
import { inProject, PlainError } from './project.mjs';

/** @type {{ dependencies: { node: string } }} */
const manifest = createRequire(import.meta.url)('../package.json');
const version = manifest.dependencies.node;
const system = process.platform === 'win32' ? 'win' : process.platform;
const executable = system === 'win' ? 'node.exe' : 'node';
/** The package with this system's binary, as the package `node` names it. */
const platformPackage = `${system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${process.arch}`;

/**
 * The Node that runs everything but this launcher. The install script of the package `node` puts it
 * in place; where scripts are switched off, the machine's own Node does if it is new enough,
 * otherwise the platform's package is fetched by itself.
 */
export async function findPinnedNode() {
  const installed = inProject('node_modules', 'node', 'bin', executable);
  if (runs(installed)) return installed;
  if (major(process.versions.node) >= major(version)) return process.execPath;

  const folder = inProject('node_modules', '.pinned-node');
  const spare = inProject(
    'node_modules',
    '.pinned-node',
    'node_modules',
    platformPackage,
    'bin',
    executable,
  );
  await npm([
    'install',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--prefix',
    folder,
    `${platformPackage}@${version}`,
  ]);
  if (runs(spare)) return spare;
  throw new PlainError(
    `Node ${version} could not be installed for ${process.platform}-${process.arch}. Run this with Node ${major(version)} or newer instead.`,
  );
}

/** @param {string} binary */
function runs(binary) {
  const answer = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 && major(answer.stdout.replace('v', '')) >= major(version);
}

/** @param {string} text */
function major(text) {
  return Number.parseInt(text, 10);
}
