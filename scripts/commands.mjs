import { existsSync } from 'node:fs';
import { buildIfStale, buildWeb, webIsBuilt } from './build-if-stale.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { inProject, PlainError } from './project.mjs';
import { run } from './run-child.mjs';

/**
 * Node keeps there what it makes of the sources: otherwise it strips types and compiles anew at
 * each start, which takes twice as long and 25 MB that stay. Whoever can write there could change
 * the program as well.
 */
const compiled = { NODE_COMPILE_CACHE: inProject('node_modules', '.cache', 'clipline') };

/**
 * 15 MB less at rest, and uploads leave half as much behind until it is collected; see
 * docs/performance.md.
 */
const smallYoungGeneration = ['--max-semi-space-size=2'];

/** Each answers its exit code. */
const commands = {
  async start(/** @type {string[]} */ args) {
    const node = await ensureInstalled({ devTools: !webIsBuilt() });
    await buildIfStale(node);
    return exitCode(
      run(node, [...smallYoungGeneration, inProject('server', 'src', 'main.ts'), ...args], {
        interactive: false,
        env: { ...compiled, ...process.env },
      }),
    );
  },

  async dev(/** @type {string[]} */ args) {
    return script('scripts/dev.mjs', args, { interactive: false });
  },

  async build() {
    await buildWeb(await withTools(), { quiet: false });
    return 0;
  },

  async check(/** @type {string[]} */ args) {
    return script('scripts/check.mjs', args);
  },

  async format(/** @type {string[]} */ args) {
    return script('node_modules/oxfmt/bin/oxfmt', args);
  },

  async test(/** @type {string[]} */ args) {
    const wanted = whatTestsNeed(args);
    const node = await withTools();
    if (wanted.build) await buildIfStale(node);
    const env = wanted.browser ? { CHROMIUM_PATH: ensureChromium() } : {};
    return exitCode(
      run(node, [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], { env }),
    );
  },

  async e2e(/** @type {string[]} */ args) {
    return commands.test(['--project', 'e2e', ...args]);
  },

  async bench(/** @type {string[]} */ args) {
    const node = await withTools();
    await buildIfStale(node);
    return exitCode(run(node, [inProject('bench', 'run.ts'), ...args]));
  },

  async soak(/** @type {string[]} */ args) {
    return script('bench/soak.ts', args);
  },

  backup: (/** @type {string[]} */ args) => maintenance('backup', args),
  restore: (/** @type {string[]} */ args) => maintenance('restore', args),
  move: (/** @type {string[]} */ args) => maintenance('move', args),
  user: (/** @type {string[]} */ args) => maintenance('user', args),
};

/**
 * @param {string | undefined} name
 * @param {string[]} args
 */
export async function runCommand(name, args) {
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!command) throw new PlainError(`Usage: npm run ${Object.keys(commands).join('|')}`);
  return command(args);
}

/**
 * @param {string} name
 * @param {string[]} args
 */
async function maintenance(name, args) {
  const node = await ensureInstalled({ devTools: false });
  return exitCode(run(node, [inProject('server', 'src', 'commands', `${name}.ts`), ...args]));
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {import('./run-child.mjs').Options} [options]
 */
async function script(file, args, options) {
  return exitCode(run(await withTools(), [inProject(file), ...args], options));
}

function withTools() {
  return ensureInstalled({ devTools: true });
}

/** @param {ReturnType<typeof run>} running */
async function exitCode(running) {
  return (await running).code;
}

/**
 * A run that was narrowed down to the server or the contract waits for neither browser nor build.
 * @param {string[]} args
 */
function whatTestsNeed(args) {
  const projects = args.flatMap((arg, at) =>
    arg === '--project'
      ? [args[at + 1] ?? '']
      : arg.startsWith('--project=')
        ? [arg.slice(10)]
        : [],
  );
  const paths = args
    .filter((arg) => existsSync(inProject(arg)) || /^(?:contract|server|web|e2e)\b/.test(arg))
    .filter((arg) => !projects.includes(arg));
  const some = (/** @type {RegExp} */ project, /** @type {RegExp} */ file) =>
    projects.length > 0
      ? projects.some((name) => project.test(name))
      : paths.length === 0 || paths.some((name) => file.test(name));
  return {
    build: some(/e2e|\*/, /^\.?\/?e2e/),
    browser: some(/e2e|browser|\*/, /^\.?\/?e2e|\.tsx$|^web(?!.*\.test\.ts$)/),
  };
}
