import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';

// Each test starts processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let app: TestApp;
let owner: Person;
let archive: string;
let clipId: string;
let printed: string;

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as the operator does. */
const run = (
  command: 'backup' | 'restore',
  args: string[],
  environment: Record<string, string>,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], ...environment };
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, `${command}.ts`), ...args],
      { env, cwd: folder },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const newFolder = (name: string) => mkdtempSync(path.join(folder, `${name}-`));
const refusal = (outcome: Outcome): string => {
  expect([outcome.code, outcome.out]).toEqual([1, '']);
  expect(outcome.err.trimEnd()).not.toContain('\n');
  return outcome.err.trimEnd();
};

async function attach(name: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([bytes]), name);
  const response = await fetch(`${app.url}/api/clipboard/${clipId}/files`, {
    method: 'POST',
    body,
    headers: owner.headers,
  });
  return ((await response.json()) as { id: string }).id;
}

const bytes = Buffer.from(Array.from({ length: 700_001 }, (_, index) => (index * 7919) % 251));

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-backup-'));
  app = await buildTestApp();
  owner = await signUp(app);
  clipId = (
    await call(app, 'POST /clipboard', { body: { content: 'kept' }, headers: owner.headers })
  ).body.id;
  await attach('kept.bin', bytes);
  const deleted = await attach('deleted.bin', Buffer.from('deleted'));
  await call(app, `DELETE /clipboard/${clipId}/files/${deleted}`, { headers: owner.headers });

  archive = path.join(folder, 'backup.tar');
  let isDone = false;
  const busy = (async () => {
    for (let saved = 0; !isDone; saved++) {
      const text = Buffer.from(`busy ${saved}`);
      const id = await attach(`busy-${saved}.txt`, text);
      await call(app, `DELETE /clipboard/${clipId}/files/${id}`, { headers: owner.headers });
      await call(app, 'POST /clipboard', {
        body: { content: `busy ${saved}` },
        headers: owner.headers,
      });
    }
  })();
  const outcome = await run('backup', ['backup.tar'], { DATA_DIR: app.dataDir });
  isDone = true;
  await busy;
  expect(outcome).toMatchObject({ code: 0, err: '' });
  printed = outcome.out;
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

test('a backup beside a busy service is one private archive that any tar can list', () => {
  expect(printed).toMatch(/backup\.tar holds the store, \d+ file\(s\) and the secret\.\n$/);
  const names = execFileSync('tar', ['tf', archive], { encoding: 'utf8' }).trim().split('\n');
  expect(names.slice(-3)).toEqual(['clipline.sqlite', 'secret', 'manifest.json']);
  expect(names[0]).toMatch(/^blobs\//);
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.startsWith('backup.tar'))).toEqual([
    'backup.tar',
  ]);
});

test('a restored service has the texts, the files, the sessions and the links', async () => {
  const dataDir = path.join(newFolder('restored'), 'data');
  expect(await run('restore', [archive], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    err: '',
  });
  expect(readdirSync(dataDir).toSorted()).toEqual(['blobs', 'clipline.sqlite', 'lock', 'secret']);
  expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe(
    readFileSync(path.join(app.dataDir, 'secret'), 'utf8'),
  );
  const again = await buildTestApp({ DATA_DIR: dataDir });
  const clip = (await call(again, `GET /clipboard/${clipId}`, { headers: owner.headers })).body;
  expect(clip).toMatchObject({ content: 'kept', userId: owner.user.id });
  const kept = clip.files.find((file: { name: string }) => file.name === 'kept.bin');
  expect(Buffer.from(await (await fetch(again.url + kept.url)).arrayBuffer()).equals(bytes)).toBe(
    true,
  );
  await again.stop();
});

test('what holds data or runs is not restored into', async () => {
  expect(refusal(await run('restore', [archive], { DATA_DIR: app.dataDir }))).toMatch(
    / is in use by a running Clipline\. Stop it first/,
  );
  const dataDir = newFolder('full');
  writeFileSync(path.join(dataDir, 'clipline.sqlite'), 'precious');
  writeFileSync(path.join(dataDir, 'secret'), 's'.repeat(40));
  expect(refusal(await run('restore', [archive], { DATA_DIR: dataDir }))).toMatch(
    / holds data already\. Move it away/,
  );
  expect(readFileSync(path.join(dataDir, 'clipline.sqlite'), 'utf8')).toBe('precious');
});

test('an archive that was altered or cut restores nothing', async () => {
  const { size } = statSync(archive);
  const broken = path.join(folder, 'broken.tar');
  const refuse = async (cause: RegExp) => {
    const dataDir = path.join(newFolder('broken'), 'data');
    expect(refusal(await run('restore', [broken], { DATA_DIR: dataDir }))).toMatch(cause);
    expect(existsSync(path.join(dataDir, 'clipline.sqlite'))).toBe(false);
    expect(existsSync(path.join(dataDir, 'blobs'))).toBe(false);
    expect(existsSync(path.join(dataDir, 'restoring'))).toBe(false);
  };
  for (const [position, cause] of [
    [0, /no archive, or it is damaged/],
    [600, /checksum of blobs\/.* is wrong/],
    [Math.floor(size / 2), /cannot be restored: .*Nothing was changed\.$/],
  ] as const) {
    const altered = readFileSync(archive);
    altered[position] = (altered[position] ?? 0) ^ 1;
    writeFileSync(broken, altered);
    await refuse(cause);
  }
  copyFileSync(archive, broken);
  truncateSync(broken, size - 1024 - 600);
  await refuse(/cut off/);
  writeFileSync(broken, 'no archive');
  await refuse(/cut off/);
});

test('commands that cannot be done say so in one line', async () => {
  const empty = newFolder('empty');
  expect(refusal(await run('backup', [], { DATA_DIR: app.dataDir }))).toBe(
    'Usage: npm run backup -- FILE',
  );
  expect(refusal(await run('backup', ['a', 'b'], { DATA_DIR: app.dataDir }))).toBe(
    'Usage: npm run backup -- FILE',
  );
  expect(refusal(await run('backup', [archive], { DATA_DIR: app.dataDir }))).toMatch(
    /exists already\. Name a new file\.$/,
  );
  expect(refusal(await run('backup', ['new.tar'], { DATA_DIR: empty }))).toMatch(
    /^There is no store in /,
  );
  expect(refusal(await run('backup', ['missing/new.tar'], { DATA_DIR: app.dataDir }))).toMatch(
    /missing/,
  );
  expect(refusal(await run('restore', ['nowhere.tar'], { DATA_DIR: empty }))).toMatch(
    /nowhere\.tar does not exist\.$/,
  );
  expect(
    refusal(
      await run('backup', ['new.tar'], {
        DATABASE_URL: 'postgres://localhost/clips',
        APP_SECRET: 's'.repeat(32),
        DATA_DIR: empty,
      }),
    ),
  ).toMatch(/pg_dump/);
});
