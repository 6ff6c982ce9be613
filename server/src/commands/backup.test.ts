import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { commandEnvironment } from '../../testing/command-environment.ts';
import { call } from '../../testing/call.ts';
import type { Person } from '../../testing/factories.ts';
import { subscription } from '../../testing/push.ts';
import { as, signUpAdmin } from '../../testing/owner.ts';
import { runCommand } from '../../testing/run-command.ts';
import { upload } from '../../testing/uploads.ts';
import { loadConfig } from '../config.ts';
import { runBackup } from './backup.ts';
import { Refusal } from './refusal.ts';
import { runRestore } from './restore.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeSnapshot } from './snapshot.queries.ts';
import { tarWriter } from './tar.ts';

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
const runProcess = (
  command: 'backup' | 'restore',
  args: string[],
  environment: Record<string, string>,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { ...commandEnvironment, ...environment };
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, `${command}.ts`), ...args],
      { env, cwd: folder },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const commands = { backup: runBackup, restore: runRestore };
/** What a command is refused with, in one line. */
async function refusal(
  command: keyof typeof commands,
  args: string[],
  environment: Record<string, string>,
): Promise<string> {
  const run = () => commands[command]({ INIT_CWD: folder, ...environment }, args);
  const { code, out, error } = await runCommand(run);
  expect([code, out]).toEqual([1, '']);
  expect(error.trimEnd()).not.toContain('\n');
  return error.trimEnd();
}

const at = { recursive: true };
const newFolder = (name: string) => mkdtempSync(path.join(folder, `${name}-`));

/** What is said of an archive that is refused, in one line. */
async function refusalOf(file: string, dataDir: string): Promise<string> {
  const refused = await restoreBackup(loadConfig({ DATA_DIR: dataDir }), file).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Refusal);
  const { message } = refused as Refusal;
  expect(message).not.toContain('\n');
  return message;
}

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
  owner = await signUpAdmin(app);
  for (const what of ['/admin/invitations', '/auth/handover'] as const)
    await call(app, `POST ${what}`, { headers: owner.headers });
  clipId = (
    await call(app, 'POST /clipboard', { body: { content: 'kept' }, headers: owner.headers })
  ).body.id;
  await attach('kept.bin', bytes);
  for (let number = 1; number <= 12; number++)
    await attach(`small-${number}.txt`, Buffer.from(`small ${number}`));
  const deleted = await attach('deleted.bin', Buffer.from('deleted'));
  await call(app, `DELETE /clipboard/${clipId}/files/${deleted}`, { headers: owner.headers });

  const { body: pairing } = await call(app, 'POST /pair');
  await call(app, 'POST /pair/join', { body: { code: pairing.code } });
  const { body: paired } = await call(app, `POST /pair/${pairing.id}/decision`, {
    body: { allow: true },
    headers: { 'x-pair-opener': pairing.opener },
  });
  await upload(
    app,
    '/virtual-desktop/items/file',
    { 'x-desktop-token': paired.shareToken },
    { name: 'paired.txt', bytes: 'paired' },
  );
  await call(app, 'POST /virtual-desktop/items/text', {
    body: { content: 'said-between-two' },
    headers: { 'x-desktop-token': paired.shareToken },
  });
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
  const { id: blob_id } = await app.db.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
  const preview = { blob_id, object_key: 'made-again-elsewhere', width: 1, height: 1, size: 1 };
  await app.db.insertInto('previews').values(preview).execute();
  const mine = as(app, owner);
  await mine('PUT /account/push', subscription());
  const [session] = (await mine('GET /account/sessions')).body;
  await mine(`PATCH /account/sessions/${session.id}`, { name: 'Kitchen' });
  const { body: room } = await mine('POST /rooms', { name: 'Garden' });
  await mine(`PUT /rooms/${room.id}/notifications`, { mode: 'all' });
  const outcome = await runProcess('backup', ['backup.tar'], { DATA_DIR: app.dataDir });
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

test('a restored service has the texts, the files and the sessions', async () => {
  const dataDir = path.join(newFolder('restored'), 'data');
  expect(await runProcess('restore', [archive], { DATA_DIR: dataDir })).toMatchObject({
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
  for (const list of ['invitations', 'log'] as const) {
    const [before, after] = await Promise.all(
      [app, again].map((each) => call(each, `GET /admin/${list}`, { headers: owner.headers })),
    );
    expect(after?.text).toBe(before?.text);
  }
  const store = readFileSync(path.join(again.dataDir, 'clipline.sqlite'), 'latin1');
  expect([store.includes('kept'), store.includes('said-between-two')]).toEqual([true, false]);
  for (const table of ['handovers', 'pairings', 'desktops', 'desktop_items'] as const)
    expect(await again.db.selectFrom(table).select('id').execute()).toEqual([]);
  const mine = as(again, owner);
  const [room] = (await mine('GET /rooms')).body;
  const [device] = (await mine('GET /devices')).body;
  expect([room.notifications, device.name, device.push]).toEqual(['all', 'Kitchen', false]);
  expect(await again.db.selectFrom('previews').select('size').execute()).toEqual([]);
  const lastBackup = async (of: TestApp) =>
    (await call(of, 'GET /admin/server', { headers: owner.headers })).body.lastBackupAt;
  expect([await lastBackup(again), await lastBackup(app)]).toEqual([null, expect.any(String)]);
  await again.stop();
});

test('what had a preview waits for one in a copy', () => {
  const copy = path.join(folder, 'copy.sqlite');
  takeSnapshot(path.join(app.dataDir, 'clipline.sqlite'), copy);
  const database = new DatabaseSync(copy);
  const waiting = 'select distinct preview_turns as turns from files where preview_turns > 0';
  expect(database.prepare(waiting).all()).toEqual([{ turns: 4 }]);
  database.close();
});

test('what holds data or runs is not restored into', async () => {
  expect(await refusal('restore', [archive], { DATA_DIR: app.dataDir })).toMatch(
    / is in use by a running Clipline\. Stop it first/,
  );
  const dataDir = newFolder('full');
  writeFileSync(path.join(dataDir, 'clipline.sqlite'), 'precious');
  writeFileSync(path.join(dataDir, 'secret'), 's'.repeat(40));
  expect(await refusalOf(archive, dataDir)).toMatch(/ holds data already\. Move it away/);
  expect(readFileSync(path.join(dataDir, 'clipline.sqlite'), 'utf8')).toBe('precious');
});

test('an archive that was altered or cut restores nothing', async () => {
  const { size } = statSync(archive);
  const broken = path.join(folder, 'broken.tar');
  const refuse = async (cause: RegExp) => {
    const dataDir = path.join(newFolder('broken'), 'data');
    expect(await refusalOf(broken, dataDir)).toMatch(cause);
    expect(existsSync(path.join(dataDir, 'clipline.sqlite'))).toBe(false);
    expect(existsSync(path.join(dataDir, 'blobs'))).toBe(false);
    expect(existsSync(path.join(dataDir, 'restoring'))).toBe(false);
  };
  for (const [position, cause] of [
    [0, /no archive, or it is cut off or damaged: Invalid tar header checksum\. Nothing/],
    [600, /checksum of blobs\/.* is wrong/],
    [
      readFileSync(archive).indexOf('SQLite format 3'),
      /checksum of clipline\.sqlite is wrong\. Nothing/,
    ],
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

/** An archive as another program would make it, its manifest right unless another is given. */
async function forge(
  entries: [name: string, content: string | Buffer][],
  { manifest, header }: { manifest?: string; header?: (block: Buffer) => void } = {},
): Promise<string> {
  const file = path.join(newFolder('forged'), 'forged.tar');
  const target = await open(file, 'wx');
  const tar = tarWriter(target);
  const sha256: Record<string, string> = {};
  const add = (name: string, content: string | Buffer) =>
    tar.add(name, Buffer.byteLength(content), Readable.from([Buffer.from(content)]));
  for (const [name, content] of entries) sha256[name] = await add(name, content);
  await add('manifest.json', manifest ?? JSON.stringify({ format: 1, createdAt: '', sha256 }));
  await tar.finish();
  await target.close();
  if (!header) return file;
  const forged = readFileSync(file);
  const first = forged.subarray(0, 512);
  header(first);
  first.write('        ', 148);
  const sum = first.reduce((all, byte) => all + byte, 0);
  first.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  writeFileSync(file, forged);
  return file;
}

/** A store that holds what the statements make. */
function storeOf(...statements: string[]): Buffer {
  const file = path.join(newFolder('store'), 'store.sqlite');
  const database = new DatabaseSync(file);
  for (const statement of statements) database.exec(statement);
  database.close();
  return readFileSync(file);
}

test('a hostile archive is refused in one line, and writes nothing outside or inside', async () => {
  const key = 'k'.repeat(22);
  const endless =
    'create view blobs as with recursive n(id) as (select 1 union all select id + 1 from n) select id, id as sha256 from n';
  const cases: [archive: Promise<string>, cause: RegExp][] = [
    ...[
      '../outside',
      '/tmp/outside',
      'blobs/../../outside-outside',
      `blobs/${key}/x`,
      'lock',
      '',
    ].map((name): [Promise<string>, RegExp] => [forge([[name, 'x']]), / that no backup has/]),
    ...['1', '2', '5'].map((type): [Promise<string>, RegExp] => [
      forge([[`blobs/${key}`, '']], { header: (block) => void block.write(type, 156) }),
      /holds a link, a folder or something else/,
    ]),
    // A name for the next file, and attributes of one or all: neither makes one of ours of it.
    ...['L', 'x', 'g'].map((type): [Promise<string>, RegExp] => [
      forge([[`blobs/${key}`, '']], { header: (block) => void block.write(type, 156) }),
      /blobs\/k+ is missing| that no backup has/,
    ]),
    [
      forge(
        [
          [`blobs/${key}`, '15 path=secret\n'],
          ['clipline.sqlite', 'no store'],
        ],
        { header: (block) => void block.write('x', 156) },
      ),
      /blobs\/k+ is missing|checksum of secret is wrong/,
    ],
    // Sizes before its beginning, beyond its end, and beyond all numbers.
    ...['-0000001000\0', '77777777777\0', '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff'].map(
      (size): [Promise<string>, RegExp] => [
        forge([['secret', 'x']], { header: (block) => void block.write(size, 124, 'latin1') }),
        /cut off|damaged/,
      ],
    ),
    [
      forge([
        ['secret', 'x'],
        ['secret', 'y'],
      ]),
      /has secret twice/,
    ],
    [forge([['manifest.json', '{"format":1,"sha256":{}}']]), /goes on after its manifest/],
    ...[
      'null',
      '[]',
      '{"format":1}',
      '{"format":"1","sha256":{}}',
      '"x"',
      '{',
      '['.repeat(100_000),
    ].map((manifest): [Promise<string>, RegExp] => [
      forge([['secret', 'x']], { manifest }),
      /its manifest is damaged/,
    ]),
    [forge([['secret', 'x']]), /has no store/],
    [forge([['clipline.sqlite', 'no store']]), /its store cannot be read/],
    [forge([['clipline.sqlite', storeOf('create table other (id text)')]]), /its store is none/],
    [forge([['clipline.sqlite', storeOf(endless)]]), /its store is none of Clipline/],
    [
      forge([
        [
          'clipline.sqlite',
          storeOf('create table blobs (id, sha256)', `insert into blobs values ('${key}', 'x')`),
        ],
      ]),
      /blobs\/k+ is missing/,
    ],
    [
      forge([
        [
          'clipline.sqlite',
          storeOf(
            'create table blobs (id, sha256)',
            `insert into blobs values ('../../secret', 1)`,
          ),
        ],
      ]),
      /has a file "blobs\/\.\.\/\.\.\/secret" that no backup has/,
    ],
    // A file that is there, outside.
    [
      forge([
        [
          'clipline.sqlite',
          storeOf(
            'create table blobs (id, sha256)',
            `insert into blobs values ('${'..'.repeat(20)}etc/passwd', 'x')`,
          ),
        ],
      ]),
      / that no backup has/,
    ],
    [forge([], { manifest: '{"format":1,"sha256":{"a\\nb":"x"}}' }), /a\\u\{a\}b is missing/],
  ];
  for (const [making, cause] of cases) {
    const parent = newFolder('hostile');
    expect(await refusalOf(await making, path.join(parent, 'data'))).toMatch(cause);
    expect(readdirSync(parent)).toEqual(['data']);
    expect(readdirSync(path.join(parent, 'data'))).toEqual(['lock', 'secret']);
  }
});

test('an archive larger than the disk has room for is refused before anything is written', async () => {
  const sparse = path.join(newFolder('sparse'), 'sparse.tar');
  copyFileSync(archive, sparse);
  truncateSync(sparse, 2 ** 42);
  const dataDir = path.join(newFolder('small'), 'data');
  expect(await refusalOf(sparse, dataDir)).toMatch(
    /has no room for the archive: it takes 4194304 MB, \d+ MB are free\. Nothing was changed\.$/,
  );
  expect(readdirSync(dataDir)).toEqual(['lock', 'secret']);
});

test('a restore that was killed while it unpacked is done again', async () => {
  const dataDir = newFolder('killed');
  cpSync(path.join(app.dataDir, 'blobs'), path.join(dataDir, 'restoring', 'blobs'), at);
  await restoreBackup(loadConfig({ DATA_DIR: dataDir }), archive);
  expect(readdirSync(dataDir).toSorted()).toEqual(['blobs', 'clipline.sqlite', 'lock', 'secret']);
});

test('where files came and no store, neither a restore nor a server goes on', async () => {
  const dataDir = newFolder('beside');
  cpSync(path.join(app.dataDir, 'blobs'), path.join(dataDir, 'blobs'), at);
  const names = () => readdirSync(path.join(dataDir, 'blobs'), { recursive: true });
  const before = names();
  expect(await refusalOf(archive, dataDir)).toMatch(/holds data already\./);
  await expect(buildTestApp({ DATA_DIR: dataDir })).rejects.toThrow(
    /^clipline\.sqlite is missing or empty although there are uploaded files\./,
  );
  expect(names()).toEqual(before);
});

test('a backup that was killed is done again, and what it left goes', async () => {
  const target = path.join(newFolder('again'), 'again.tar');
  for (const leftover of ['.unfinished', '.store']) writeFileSync(target + leftover, 'cut off');
  await runBackup({ DATA_DIR: app.dataDir }, [target]);
  expect(readdirSync(path.dirname(target))).toEqual(['again.tar']);
});

test('a backup holds no file from outside, whatever its store names', async () => {
  const dataDir = newFolder('outside');
  const outside = path.join(newFolder('elsewhere'), 'not-of-clipline');
  writeFileSync(outside, 'precious');
  const id = path.relative(dataDir, outside);
  writeFileSync(
    path.join(dataDir, 'clipline.sqlite'),
    storeOf('create table blobs (id, sha256)', `insert into blobs values ('${id}', 'x')`),
  );
  const target = path.join(newFolder('taken'), 'taken.tar');
  const environment = { DATA_DIR: dataDir, APP_SECRET: 's'.repeat(64) };
  expect(await refusal('backup', [target], environment)).toMatch(
    /^The bytes of 1 file\(s\) are missing from .* Nothing was backed up\.$/,
  );
  expect(readdirSync(path.dirname(target))).toEqual([]);
});

test('commands that cannot be done say so in one line', async () => {
  const empty = newFolder('empty');
  expect(await refusal('backup', [], { DATA_DIR: app.dataDir })).toBe(
    'Usage: npm run backup -- FILE',
  );
  expect(await refusal('backup', ['a', 'b'], { DATA_DIR: app.dataDir })).toBe(
    'Usage: npm run backup -- FILE',
  );
  expect(await refusal('backup', [archive], { DATA_DIR: app.dataDir })).toMatch(
    /exists already\. Name a new file\.$/,
  );
  expect(await refusal('backup', ['new.tar'], { DATA_DIR: empty })).toMatch(
    /^There is no store in /,
  );
  expect(await refusal('backup', ['missing/new.tar'], { DATA_DIR: app.dataDir })).toMatch(
    /missing/,
  );
  expect(await refusal('restore', ['nowhere.tar'], { DATA_DIR: empty })).toMatch(
    /nowhere\.tar does not exist\.$/,
  );
  expect(
    await refusal('backup', ['new.tar'], {
      DATABASE_URL: 'postgres://localhost/clips',
      APP_SECRET: 's'.repeat(32),
      DATA_DIR: empty,
    }),
  ).toMatch(/pg_dump/);
});
