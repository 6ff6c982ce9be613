/**
 * `npm run dev`: the server, restarted at every change, and the web app with hot reloading, which
 * passes API calls on to it.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inProject, root } from './project.mjs';

const web = 'http://localhost:5173';
const colours = { server: 36, web: 35 };

const processes = [
  // Links in mails lead to where the person is looking.
  start('server', ['--watch', '--watch-preserve-output', inProject('server', 'src', 'main.ts')], {
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? web,
    WEB_DIR: inProject('web', '.dev'),
  }),
  start('web', [
    inProject('node_modules', 'vite', 'bin', 'vite.js'),
    inProject('web'),
    '--port',
    new URL(web).port,
    '--strictPort',
  ]),
];

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, stop);

/** The first to end, by itself or by a signal, ends the other. */
const code = await Promise.race(
  processes.map((child) => new Promise((resolve) => child.on('exit', resolve))),
);
stop();
process.exitCode = typeof code === 'number' ? code : 0;

function stop() {
  for (const child of processes) child.kill('SIGTERM');
}

/**
 * @param {keyof typeof colours} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function start(name, args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const prefix = process.stdout.isTTY
    ? `\u001b[${colours[name]}m${name.padEnd(6)}\u001b[0m `
    : `${name.padEnd(6)} `;
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => console.log(prefix + line));
  return child;
}
