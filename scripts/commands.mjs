import { existsSync } from 'node:fs';
import { buildIfStale, buildWeb, webIsBuilt } from './build-if-stale.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { inProject, PlainError } from './project.mjs';
import { run } from './run-child.mjs';
import { runTests } from './totals.mjs';

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
    const node = await withTools();
    if (args.length > 0) return runTests(node, [vitest(args)]);
    await buildIfStale(node);
    return runTests(node, [vitest([]), playwright([])]);
  },

  async e2e(/** @type {string[]} */ args) {
    const node = await withTools();
    await buildIfStale(node);
    return runTests(node, [playwright(args)]);
  },

  async pictures() {
    const node = await withTools();
    await buildIfStale(node);
    const env = { CHROMIUM_PATH: ensureChromium() };
    return exitCode(run(node, [inProject('e2e', 'take-pictures.ts')], { env }));
  },

  async bench(/** @type {string[]} */ args) {
    const node = await withTools();
    await buildIfStale(node);
    return exitCode(run(node, [inProject('bench', 'run.ts'), ...args]));
  },

  async seed() {
    return script('server/testing/seed.ts', []);
  },

  async soak(/** @type {string[]} */ args) {
    return script('bench/soak.ts', args);
  },

  backup: (/** @type {string[]} */ args) => maintenance('backup', args),
  restore: (/** @type {string[]} */ args) => maintenance('restore', args),
  move: (/** @type {string[]} */ args) => maintenance('move', args),
  user: (/** @type {string[]} */ args) => maintenance('user', args),

  async clipline(/** @type {string[]} */ args) {
    const node = await ensureInstalled({ devTools: !webIsBuilt() });
    await buildIfStale(node);
    return exitCode(run(node, [inProject('web', 'dist', 'clipline.mjs'), ...args]));
  },
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

/** @param {string[]} args */
function vitest(args) {
  return {
    args: [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args],
    env: needsBrowser(args) ? { CHROMIUM_PATH: ensureChromium() } : {},
  };
}

/** @param {string[]} args */
function playwright(args) {
  return {
    args: [inProject('node_modules', '@playwright', 'test', 'cli.js'), 'test', ...args],
    env: { CHROMIUM_PATH: ensureChromium() },
  };
}

/**
 * A run that was narrowed down to the server or the contract does without a browser.
 * @param {string[]} args
 */
function needsBrowser(args) {
  const projects = args.flatMap((arg, at) =>
    arg === '--project'
      ? [args[at + 1] ?? '']
      : arg.startsWith('--project=')
        ? [arg.slice(10)]
        : [],
  );
  if (projects.length > 0) return projects.some((name) => /browser|\*/.test(name));
  const paths = args.filter(
    (arg) => existsSync(inProject(arg)) || /^(contract|server|web)\b/.test(arg),
  );
  return paths.length === 0 || paths.some((name) => /\.tsx$|^web(?!.*\.test\.ts$)/.test(name));
}
