import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { underLock } from './lock.mjs';
import { inProject } from './project.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'launcher-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Writes a script and runs it, as the launcher runs a command.
 * @param {string} text
 */
function launch(text) {
  const command = path.join(folder, 'command.mjs');
  const launcher = path.join(folder, 'launcher.mjs');
  writeFileSync(command, text);
  writeFileSync(
    launcher,
    `import { run } from ${JSON.stringify(inProject('scripts', 'run-child.mjs'))};
     process.exitCode = (await run(process.execPath, [${JSON.stringify(command)}], { interactive: false })).code;`,
  );
  const child = spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('close', resolve));
  const says = async (/** @type {string} */ line) => {
    await expect.poll(() => output).toContain(line);
  };
  return { child, ended, says };
}

const STAYS = `process.on('SIGTERM', () => { console.log('stopping'); process.exit(0); }); setInterval(() => {}, 1000); console.log('ready');`;

describe('a command', () => {
  test('gives the launcher its exit code', async () => {
    expect(await launch('process.exit(7);').ended).toBe(7);
  });

  test('hears the signal that the launcher got, and may end in peace', async () => {
    const { child, ended, says } = launch(STAYS);
    await says('ready');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await says('stopping');
  });

  test('ends when the launcher is killed outright', async () => {
    const { child, says } = launch(STAYS);
    await says('ready');
    child.kill('SIGKILL');
    await says('stopping');
  });
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

test('the image has the Node that package.json pins', () => {
  const { dependencies } = /** @type {{ dependencies: { node: string } }} */ (
    JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  );
  expect(readFileSync(inProject('Dockerfile'), 'utf8')).toContain(
    `ARG NODE_VERSION=${dependencies.node}\n`,
  );
});
