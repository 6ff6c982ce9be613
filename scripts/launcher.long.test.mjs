import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { underLock } from './lock.mjs';

const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'launcher-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As on a machine where it was just cloned, not as below the test runner's npm. */
const environmentOfStart = () => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/.test(name)),
  ),
  DATA_DIR: folder,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
});

/**
 * @param {string} cwd
 * @param {Record<string, string>} [environment]
 */
function npmStart(cwd, environment = {}) {
  const child = spawn('npm', ['--silent', 'start'], {
    cwd,
    env: { ...environmentOfStart(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('close', resolve));
  return {
    child,
    ended,
    lines: () => output.trim().split('\n'),
    says: async (/** @type {string} */ text) => {
      await expect.poll(() => output, { timeout: 60_000 }).toContain(text);
    },
  };
}

/** @param {number | undefined} pid */
const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

const isAlive = (/** @type {number} */ pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.skipIf(process.platform !== 'linux')('npm start (needs Linux)', () => {
  // What it would do itself where it is missing: then it takes minutes on a small machine.
  beforeAll(() => {
    expect(spawnSync('npm', ['run', 'setup', 'build'], { cwd: root }).status).toBe(0);
  });

  test('is one process besides npm, which hears a signal and ends in peace', async () => {
    const { child, ended, says } = npmStart(root);
    await says('Listening on');
    const [server = 0, ...others] = childrenOf(child.pid);
    expect(others).toEqual([]);
    expect(readFileSync(`/proc/${server}/cmdline`, 'utf8')).toContain('server/start.mjs');
    expect(readdirSync(`/proc/${server}/task`).length).toBeGreaterThan(0);
    expect(readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')).toBe('');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(isAlive(server)).toBe(false);
  });

  test('finds compiled all that it needs once the program was started on an empty folder', async () => {
    const compiled = path.join(folder, 'compiled');
    const env = { ...environmentOfStart(), NODE_COMPILE_CACHE: compiled };
    const keptNow = () => new Set(readdirSync(compiled, { recursive: true, encoding: 'utf8' }));
    const node = path.join(root, 'node_modules/.bin/node');
    expect(spawnSync(node, ['server/compile.mjs'], { cwd: root, env }).status).toBe(0);
    const kept = keptNow();
    expect(kept.size).toBeGreaterThan(500);
    const server = spawn(node, ['server/start.mjs'], { cwd: root, env, stdio: 'pipe' });
    const ended = new Promise((resolve) => server.on('close', resolve));
    server.stdout.once('data', () => server.kill('SIGTERM'));
    expect(await ended).toBe(0);
    expect(keptNow()).toEqual(kept);
  });

  test('leaves no server behind when npm is killed outright', async () => {
    const { child, says } = npmStart(root);
    await says('Listening on');
    const [server = 0] = childrenOf(child.pid);
    child.kill('SIGKILL');
    await expect.poll(() => isAlive(server)).toBe(false);
  });

  test('says in one line that the port is in use', async () => {
    const other = createServer();
    await new Promise((resolve) => other.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    const { ended, lines } = npmStart(root, { PORT: String(port) });
    expect(await ended).toBe(1);
    expect(lines()).toEqual([
      `PORT ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another number.`,
    ]);
    other.close();
  });

  test('says last what failed when the installation does', async () => {
    const clone = path.join(folder, 'clone');
    for (const file of ['package.json', 'package-lock.json', 'scripts'])
      cpSync(path.join(root, file), path.join(clone, file), {
        recursive: true,
        filter: (source) => !source.endsWith('node_modules'),
      });
    for (const workspace of ['contract', 'server', 'web', 'cli']) {
      mkdirSync(path.join(clone, workspace));
      cpSync(
        path.join(root, workspace, 'package.json'),
        path.join(clone, workspace, 'package.json'),
      );
    }
    writeFileSync(
      path.join(clone, '.npmrc'),
      `registry=http://127.0.0.1:1/\nfetch-retries=0\ncache=${path.join(folder, 'cache')}\n`,
    );
    const lock = readFileSync(path.join(clone, 'package-lock.json'), 'utf8');
    writeFileSync(
      path.join(clone, 'package-lock.json'),
      lock.replaceAll('https://registry.npmjs.org/', 'http://127.0.0.1:1/'),
    );
    const { ended, lines } = npmStart(clone);
    expect(await ended).toBe(1);
    expect(lines()[0]).toBe('Installing…');
    expect(lines().at(-1)).toBe('Installing the dependencies failed (npm ci, see above).');
  });
});

test('what the build writes beside the sources is no reason to build again', () => {
  const build = () =>
    spawnSync(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: root, encoding: 'utf8' });
  expect(build().status).toBe(0);
  const written = path.join(root, 'web/project.inlang/README.md');
  const text = readFileSync(written, 'utf8');
  writeFileSync(written, `${text}\n`);
  try {
    expect(build()).toMatchObject({ status: 0, stderr: '' });
  } finally {
    writeFileSync(written, text);
  }
});

describe('a lock', () => {
  test('lets one after the other in', async () => {
    const file = path.join(folder, 'lock');
    let inside = 0;
    const most = await Promise.all(
      [1, 2, 3].map(() =>
        underLock(file, async () => {
          const now = ++inside;
          await new Promise((resolve) => setTimeout(resolve, 20));
          inside--;
          return now;
        }),
      ),
    );
    expect(most).toEqual([1, 1, 1]);
  });

  test('is taken over from a process that is gone', async () => {
    const file = path.join(folder, 'lock');
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await new Promise((resolve) => gone.on('close', resolve));
    writeFileSync(file, String(gone.pid));
    expect(await underLock(file, () => 'done')).toBe('done');
  });
});

test('the image has the Node that package.json pins, the same on every platform', () => {
  const { optionalDependencies } = /** @type {{ optionalDependencies: Record<string, string> }} */ (
    JSON.parse(readFileSync(path.join(root, 'scripts/node/package.json'), 'utf8'))
  );
  const [version, ...others] = new Set(Object.values(optionalDependencies));
  expect(others).toEqual([]);
  expect(readFileSync(path.join(root, 'Dockerfile'), 'utf8')).toContain(
    `ARG NODE_VERSION=${version}\n`,
  );
});
