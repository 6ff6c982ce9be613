import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const page = readFileSync(path.join(root, 'docs/recipes.md'), 'utf8');
/** Every recipe that a shell can run, by its heading. */
const scripts = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [heading = ''] = section.split('\n');
      const script = /```sh\n([\s\S]*?)```/.exec(section)?.[1];
      return script === undefined ? [] : [[heading, script] as const];
    }),
);
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block]) => block ?? '',
  );
const isHere = (name: string) => spawnSync('which', [name], { stdio: 'ignore' }).status === 0;

const folder = mkdtempSync(path.join(tmpdir(), 'clipline-recipes-'));
const bin = path.join(folder, 'bin');
let app: TestApp;
let ada: Person;
let token: string;
let here: string;
beforeAll(async () => {
  execFileSync(process.execPath, [path.join(root, 'cli/build.ts'), bin]);
  const run = `#!/bin/sh\nexec '${process.execPath}' '${bin}/clipline.mjs' "$@"\n`;
  writeFileSync(path.join(bin, 'clipline'), run, { mode: 0o755 });
  // The clipboard of a Mac, which is not here.
  const pbpaste = "#!/bin/sh\nprintf 'from the Mac'\n";
  writeFileSync(path.join(bin, 'pbpaste'), pbpaste, { mode: 0o755 });
  app = await buildTestApp({}, { webFolder: bin });
  ada = await signUp(app);
  ({ token } = await makeToken(app, ada.user.id));
});
beforeEach(() => void (here = mkdtempSync(path.join(folder, 'here-'))));
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

function shell(heading: string) {
  const script = scripts.get(heading);
  if (script === undefined) throw new Error(`No recipe '${heading}'`);
  return spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: here,
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      TERM: 'xterm',
      HOME: here,
      TMUX_TMPDIR: here,
      CLIPLINE_URL: app.url,
      CLIPLINE_TOKEN: token,
    },
    detached: true,
  });
}
async function cook(heading: string): Promise<string> {
  const child = shell(heading);
  const [out, told]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => told.push(chunk));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${heading}: ${code}: ${Buffer.concat(told).toString()}`);
  return Buffer.concat(out).toString();
}
const save = (content: string) =>
  call(app, 'POST /clipboard', { headers: ada.headers, body: { content } });
const newest = async () =>
  (await call(app, 'GET /clipboard/latest', { headers: ada.headers })).body.content;

const saving: readonly [heading: string, content: string, needs: string][] = [
  ['curl: save a text', 'from the shell\n', 'curl'],
  ['vim: a selection', 'two\n', 'vim'],
  ['tmux: what is copied', 'from tmux', 'tmux'],
  ['Raycast: a script', 'from the Mac', 'bash'],
];
for (const [heading, content, needs] of saving)
  test.skipIf(!isHere(needs))(`${heading} (needs ${needs})`, async () => {
    await cook(heading);
    expect(await newest()).toBe(content);
  });

test('curl: the newest text', async () => {
  await save('Grüße\n\n');
  expect(await cook('curl: the newest text')).toBe('Grüße\n\n');
});

test('curl: the file of the newest clip', async () => {
  writeFileSync(path.join(here, 'sent.txt'), 'in a file');
  const pushed = spawn(path.join(bin, 'clipline'), ['push', path.join(here, 'sent.txt')], {
    env: { ...process.env, CLIPLINE_URL: app.url, CLIPLINE_TOKEN: token },
  });
  await once(pushed, 'close');
  await cook('curl: the file of the newest clip');
  expect(readFileSync(path.join(here, 'newest-file'), 'utf8')).toBe('in a file');
});

test('a folder that fills by itself', async () => {
  const child = shell('A folder that fills by itself');
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  await expect.poll(() => told).toContain('Watching');
  await save('caught');
  const file = path.join(here, 'clips.txt');
  await expect.poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : '')).toContain('caught');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await once(child, 'close');
});

test('every recipe for a shell is run here, and every setting can be read', () => {
  expect([...scripts.keys()].toSorted()).toEqual(
    [
      ...saving.map(([heading]) => heading),
      'curl: the newest text',
      'curl: the file of the newest clip',
      'A folder that fills by itself',
    ].toSorted(),
  );
  const [task, workflow] = blocksOf('json').map((text) => JSON.parse(text) as unknown);
  expect(task).toMatchObject({ tasks: [{ command: 'clipline push "${file}"' }] });
  expect(workflow).toMatchObject({ nodes: [{ parameters: { method: 'POST' } }] });
});
