import { spawn } from 'node:child_process';
import { root } from './project.mjs';

const FORCE_AFTER_MS = 10_000;
/** npm and the terminal both deliver a Ctrl-C: what arrives this close together is one. */
const SAME_SIGNAL_MS = 500;
const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;

/**
 * @typedef {object} Options
 * @property {NodeJS.ProcessEnv} [env] added to this process's own
 * @property {boolean} [capture] collect the output instead of showing it
 * @property {boolean} [interactive] the child shares the terminal, and its Ctrl-C
 */

/**
 * Runs a script under the given Node until it ends; a signal to this process goes to the child,
 * which also ends when this process is killed outright.
 * @param {string} node
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(node, args, { env = {}, capture = false, interactive = true } = {}) {
  return new Promise((resolve, reject) => {
    const shown = capture ? 'pipe' : 'inherit';
    const child = spawn(node, [`--import=${exitWithParent}`, ...args], {
      cwd: root,
      env: { ...process.env, CLIPLINE_PARENT_PIPE: '3', ...env },
      stdio: [capture ? 'ignore' : 'inherit', shown, shown, 'pipe'],
      // In a group of its own, a Ctrl-C reaches the child once, from here, and not a second time
      // from the terminal.
      detached: !interactive && process.platform !== 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (output += chunk));
    // The child closes its end when it dies first.
    child.stdio[3]?.on('error', () => {});

    const stopForwarding = forwardSignals(child, interactive);
    child.on('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.on('close', (code, signal) => {
      stopForwarding();
      resolve({ code: code ?? 128 + (SIGNAL_NUMBERS[signal ?? ''] ?? 0), output });
    });
  });
}

/** @type {Record<string, number>} */
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGABRT: 6, SIGTERM: 15 };

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} interactive
 */
function forwardSignals(child, interactive) {
  let last = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let force;
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    const now = Date.now();
    if (now - last < SAME_SIGNAL_MS) return;
    last = now;
    if (!(interactive && signal === 'SIGINT' && process.stdin.isTTY))
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    force ??= setTimeout(() => child.kill('SIGKILL'), FORCE_AFTER_MS);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, forward);

  // npm may be killed outright, and a shell between npm and this process may die of a signal
  // without passing it on.
  const parent = process.env['npm_lifecycle_event'] ? process.ppid : undefined;
  const orphaned = setInterval(() => {
    if (parent && process.ppid !== parent) forward('SIGTERM');
  }, 1000);
  orphaned.unref();

  return () => {
    for (const signal of signals) process.off(signal, forward);
    clearInterval(orphaned);
    clearTimeout(force);
  };
}
