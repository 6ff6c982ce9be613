import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import jsqr from 'jsqr';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandEnvironment } from '../testing/command-environment.ts';

const SERVER = `clipline-${process.pid}-server`;
const PHONE = `clipline-${process.pid}-phone`;
const ADDRESS = '192.168.77.5';

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'ignore' });

function removeNetworks(): void {
  for (const each of [SERVER, PHONE]) spawnSync('ip', ['netns', 'delete', each]);
}

const canMake = (() => {
  try {
    for (const each of [SERVER, PHONE]) ip('netns', 'add', each);
    return spawnSync('script', ['--version']).status === 0;
  } catch {
    return false;
  } finally {
    removeNetworks();
  }
})();

/** A laptop and a phone beside it, as by one cable. */
function makeNetworks(): void {
  for (const each of [SERVER, PHONE]) ip('netns', 'add', each);
  ip('-n', SERVER, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', PHONE);
  ip('-n', SERVER, 'address', 'add', `${ADDRESS}/24`, 'dev', 'eth0');
  ip('-n', PHONE, 'address', 'add', '192.168.77.9/24', 'dev', 'eth0');
  for (const each of [SERVER, PHONE])
    for (const device of ['lo', 'eth0']) ip('-n', each, 'link', 'set', device, 'up');
}

/** As if the machine that runs the tests were no container. */
const NO_CONTAINER = `
  const fs = process.getBuiltinModule('node:fs');
  const { existsSync } = fs;
  fs.existsSync = (file) => !/^\\/(\\.dockerenv|run\\/\\.containerenv)$/.test(file) && existsSync(file);
  process.getBuiltinModule('node:module').syncBuiltinESMExports();`;

/** Two rows of a code are one line of a terminal. */
function scan(lines: readonly string[]): string | undefined {
  const rows = lines.flatMap((line) => {
    const blocks = Array.from(line);
    return ['█▀', '█▄'].map((light) => blocks.map((block) => light.includes(block)));
  });
  const scale = 4;
  const [width, height] = [(rows[0]?.length ?? 0) * scale, rows.length * scale];
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const row = rows[Math.floor(at / width / scale)];
    const value = row?.[Math.floor((at % width) / scale)] ? 255 : 0;
    pixels.set([value, value, value, 255], at * 4);
  }
  return jsqr.default(pixels, width, height)?.data;
}

describe.skipIf(!canMake)('a phone beside a new server (needs leave to make networks)', () => {
  test('is told its address, also as a code, and has everything there with nothing set', async () => {
    onTestFinished(removeNetworks);
    makeNetworks();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-networks-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const environment = {
      ...commandEnvironment,
      DATA_DIR: dataDir,
      PORT: '3000',
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NO_CONTAINER)}`,
    };
    const main = path.join(import.meta.dirname, 'main.ts');
    const server = spawn(
      'ip',
      ['netns', 'exec', SERVER, 'script', '-qec', `'${process.execPath}' '${main}'`, '/dev/null'],
      { env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const closed = once(server, 'close');
    onTestFinished(async () => {
      server.kill();
      await closed;
    });
    let printed = '';
    server.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
    const lines = () => stripVTControlCharacters(printed).split('\r\n');
    const code = () => lines().filter((line) => /^[█▀▄ ]+$/.test(line));
    await expect.poll(() => scan(code())).toBe(`http://${ADDRESS}:3000`);
    const [listening, first, ofNetwork = '', forOthers] = lines();
    const token = ofNetwork.split('#token=')[1] ?? '';
    expect([listening, first, ofNetwork, forOthers]).toEqual([
      'Listening on http://localhost:3000',
      `First account: http://localhost:3000/setup#token=${token}`,
      `First account: http://${ADDRESS}:3000/setup#token=${token}`,
      `For other devices on your network: http://${ADDRESS}:3000`,
    ]);

    const phone = path.join(import.meta.dirname, '../testing/phone.ts');
    const url = ofNetwork.replace('First account: ', '');
    const seen = execFileSync('ip', ['netns', 'exec', PHONE, process.execPath, phone, url], {
      env: commandEnvironment,
      encoding: 'utf8',
    });
    const { origins, link } = JSON.parse(seen) as { origins: string[]; link: string };
    expect(origins[0]).toBe(`http://${ADDRESS}:3000`);
    expect(origins.filter((each) => /localhost|127\.|\[::1\]/.test(each))).toEqual([]);
    expect(link).toMatch(new RegExp(`^http://${ADDRESS.replaceAll('.', String.raw`\.`)}:3000/s/`));
  });
});
