import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './project.mjs';

/**
 * Noise that says nothing about this project: pinned tools run under the pinned Node, whatever the
 * machine's is.
 */
const NOISE = /EBADENGINE|^npm (?:notice|warn (?:deprecated|allow-scripts|Unknown|using --force))/i;

/**
 * Runs npm, silently unless it fails.
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function npm(args) {
  const [command, ...first] = npmCommand();
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      env: withoutNpmState(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk);
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) =>
      resolve({ ok: false, output: `npm could not be started: ${error.message}` }),
    );
    child.on('close', (code) => resolve({ ok: code === 0, output: withoutNoise(output) }));
  });
}

/**
 * The npm that runs this script, otherwise the one on the path. @returns {[string, ...string[]]}
 */
function npmCommand() {
  const running = process.env['npm_execpath'];
  return running && path.basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm'];
}

/**
 * The outer npm hands its own options down as variables, `npm_config_workspace` for one; the inner
 * one starts from its files. Variables that a person set in capitals or for a registry, proxy or
 * cache stay.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpmState(env) {
  const dropped =
    /^npm_(?:package_|lifecycle_|config_(?:workspace|include|omit|prefix|local_prefix|global|dry_run|ignore_scripts_of))/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.test(name)));
}

/** @param {string} output */
function withoutNoise(output) {
  const lines = output.split('\n');
  return lines
    .filter((line, index) => !NOISE.test(line) && !continuesEngineWarning(lines, index))
    .join('\n')
    .trim();
}

/**
 * EBADENGINE warnings print an object over several lines, each with the same prefix.
 * @param {string[]} lines
 * @param {number} index
 */
function continuesEngineWarning(lines, index) {
  return (
    /^npm warn\s+[}\w'].*(?:package:|required:|current:|\})/i.test(lines[index] ?? '') &&
    lines.some((line) => line.includes('EBADENGINE'))
  );
}
