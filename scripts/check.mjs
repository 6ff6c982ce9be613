/**
 * `npm run check`: every habit that a tool can see. All of them run, each under a heading; one that
 * fails fails the whole.
 */
import { spawn } from 'node:child_process';
import { buildIfStale } from './build-if-stale.mjs';
import { inProject, PlainError, root } from './project.mjs';

/** @typedef {{ ok: boolean, output: string }} Outcome */

const bin = {
  oxfmt: inProject('node_modules', 'oxfmt', 'bin', 'oxfmt'),
  oxlint: inProject('node_modules', 'oxlint', 'bin', 'oxlint'),
  tsc: inProject('node_modules', 'typescript', 'bin', 'tsc'),
  knip: inProject('node_modules', 'knip', 'bin', 'knip.js'),
};

const PROJECTS = ['contract', 'server', 'web', 'cli', 'e2e', 'bench', '.'];

/** @type {{ name: string, hint?: string, run: () => Promise<Outcome> }[]} */
const checks = [
  { name: 'Format', hint: 'npm run format', run: () => node(bin.oxfmt, '--check', '.') },
  { name: 'Lint', run: () => node(bin.oxlint, '--type-aware', '--deny-warnings') },
  {
    name: 'Types',
    run: () => inTurn(PROJECTS.map((project) => () => node(bin.tsc, '--project', project))),
  },
  { name: 'Boundaries', run: () => node(inProject('scripts', 'check-boundaries.mjs')) },
  { name: 'Unused files, exports and dependencies', run: () => node(bin.knip, '--no-progress') },
  { name: 'Weight of the web app', run: weigh },
  { name: 'Known vulnerabilities', run: () => node(inProject('scripts', 'check-audit.mjs')) },
];

/**
 * @param {(() => Promise<Outcome>)[]} parts
 * @returns {Promise<Outcome>}
 */
async function inTurn(parts) {
  const outcomes = [];
  for (const part of parts) outcomes.push(await part());
  return {
    ok: outcomes.every(({ ok }) => ok),
    output: outcomes
      .map(({ output }) => output)
      .join('\n')
      .trim(),
  };
}

/** @returns {Promise<Outcome>} */
async function weigh() {
  try {
    await buildIfStale(process.execPath);
  } catch (error) {
    if (error instanceof PlainError) return { ok: false, output: error.message };
    throw error;
  }
  return node(inProject('node_modules', 'size-limit', 'bin.js'));
}

/**
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
function node(...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}

// Types, lint and dependency rules look at the compiled texts too.
const compiled = await node(
  inProject('node_modules', '@inlang', 'paraglide-js', 'bin', 'run.js'),
  'compile',
  `--project=${inProject('web/project.inlang')}`,
  `--outdir=${inProject('web/src/paraglide')}`,
  '--strategy=baseLocale',
  '--output-structure=locale-modules',
  '--no-emit-readme',
);
if (!compiled.ok) throw new Error(compiled.output);

const failed = [];
// Some names to run, 'types' for one; all without.
const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
for (const { name, hint, run } of checks) {
  if (wanted.length > 0 && !wanted.some((word) => name.toLowerCase().startsWith(word))) continue;
  const began = performance.now();
  const { ok, output } = await run();
  console.log(`\n${ok ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (output) console.log(output.replace(/^/gm, '  '));
  if (!ok) failed.push(hint ? `${name} (${hint})` : name);
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nEverything holds.');
process.exitCode = failed.length > 0 ? 1 : 0;
