import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from 'vitest';
import { administer } from '../../testing/administer.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import {
  grantFor,
  makeLink,
  makeSealed,
  open as openLink,
  withGrant,
} from '../../testing/links.ts';
import { onEachEmptyDatabase, onEmptyPostgres } from '../../testing/on-each-database.ts';
import { createBucket, hasS3, removeBucket, type TestBucket } from '../../testing/s3-bucket.ts';
import { upload } from '../../testing/uploads.ts';
import { loadConfig } from '../config.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Db } from '../core/db/database.ts';
import { openStore } from '../core/db/open.ts';
import { migrate } from '../core/db/migrate.ts';
import { s3Storage } from '../core/storage/s3.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { tarWriter } from './tar.ts';

let folder: string;
/** A store that people have used, and its backup. */
let used: string;
let backup: string;
let secret: string;
let owner: Person;
let member: Person;
let gets: { path: string; headers: Record<string, string> }[];
let responses: string[];
let readAt: number;

const newFolder = () => mkdtempSync(path.join(folder, 'data-'));
const read = (app: TestApp) =>
  Promise.all(
    gets.map(async ({ path: where, headers }) => {
      // Compressed responses end in blanks by chance.
      const response = await fetch(app.url + where, {
        headers: { ...headers, 'accept-encoding': 'identity' },
      });
      const body = Buffer.from(await response.arrayBuffer());
      return `${where} ${response.status} ${body.toString('base64')}`;
    }),
  );

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-restore-'));
  used = newFolder();
  // The secret comes first: with a store it would be lost.
  loadConfig({ DATA_DIR: used });
  cpSync(inject('migratedFolder'), used, { recursive: true });
  const app = await buildTestApp({ DATA_DIR: used });
  [owner, member] = [await signUp(app, { name: 'Zoë 🦊' }), await signUp(app)];
  const as = async (person: Person, what: Parameters<typeof call>[1], body?: unknown) => {
    const answer = await call(app, what, {
      headers: person.headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, what).toBeLessThan(300);
    return answer.body;
  };
  // Long ones come in several lots.
  const texts = [
    'Straße\r\n"quoted" \\ \t 漢字 😀',
    ...Array.from({ length: 5 }, (_, at) => `${at} ${'long '.repeat(70_000)}`),
    'a,b;{null}',
  ];
  const clips: string[] = [];
  for (const content of texts) clips.push((await as(owner, 'POST /clipboard', { content })).id);
  for (const [at, bytes] of [randomBytes(10_000_000), 'small'].entries())
    await upload(app, `/clipboard/${clips[at]}/files`, owner.headers, {
      name: `ä ${at}.bin`,
      bytes,
      type: 'application/octet-stream',
    });
  await as(owner, `POST /clipboard/${clips[0]}/favorite`);
  const { id: tag } = await as(owner, 'POST /tags', { name: 'Zoë’s', color: 'teal' });
  await as(owner, `PUT /clipboard/${clips[1]}/tags`, { tagIds: [tag] });
  await as(owner, `PUT /clipboard/${clips[1]}`, { content: 'changed' });
  await as(owner, `DELETE /clipboard/${clips[2]}`);
  const link = await makeLink(app, owner, {
    clipId: clips[1],
    label: 'Zoë’s',
    password: 'four good words',
    maxViews: 3,
    closeAddress: true,
  });
  const sealed = await makeSealed(app, owner);
  const opened = (await openLink(app, sealed)).body;
  const grant = withGrant(await grantFor(app, link, { password: 'four good words' }));
  const room = await as(owner, 'POST /rooms', { name: 'Studio', isPrivate: false });
  await as(owner, `POST /rooms/${room.id}/members`, { email: member.user.email });
  await as(owner, `POST /rooms/${room.id}/content`, { content: 'from the owner', type: 'text' });
  await upload(app, `/rooms/${room.id}/upload`, owner.headers, { name: 'room.txt', bytes: 'in' });
  await as(owner, 'POST /virtual-desktop/items/text', {
    content: 'on the desktop',
    position: { x: 1.5, y: -2 },
  });
  const browser = await openBrowser(app, 'of a guest');
  gets = [
    '/api/clipboard/history',
    '/api/clipboard/history?search=STRASSE',
    `/api/clipboard/history?tag=${tag}`,
    '/api/clipboard/stats',
    '/api/account/sessions',
    '/api/rooms',
    `/api/rooms/${room.id}/content`,
    `/api/rooms/${room.id}/activity`,
    '/api/virtual-desktop',
    `/api/clipboard/${clips[1]}/versions/1`,
    '/api/trash',
    `/api/links/${link.id}/openings`,
    '/api/links?kind=sealed',
    ...clips.map((id) => `/api/clipboard/${id}`),
  ].map((where) => ({ path: where, headers: owner.headers }));
  gets.push(
    { path: `/api/clipboard/${clips[1]}`, headers: grant },
    { path: `/api/rooms/${room.id}`, headers: member.headers },
    { path: '/api/virtual-desktop', headers: browser.headers },
    { path: opened.sealed.url, headers: {} },
  );
  // Links to files are good for some hours, so that at another time there would be others.
  readAt = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: readAt });
  const links = (await read(app)).flatMap(
    (answer) =>
      Buffer.from(answer.split(' ')[2] ?? '', 'base64')
        .toString()
        .match(/\/api\/files\/[^"\\]+/g) ?? [],
  );
  expect(new Set(links).size).toBeGreaterThanOrEqual(3);
  gets.push(...[...new Set(links)].map((where) => ({ path: where, headers: {} })));
  responses = await read(app);
  expect(responses.filter((answer) => !/^\S+ (200|404) /.test(answer))).toEqual([]);
  vi.useRealTimers();
  await app.close();
  backup = path.join(folder, 'backup.tar');
  await createBackup(loadConfig({ DATA_DIR: used }), backup);
  secret = readFileSync(path.join(used, 'secret'), 'utf8');
});
afterEach(() => void vi.useRealTimers());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An archive as versions before wrote it. */
async function archiveOf(files: Record<string, string | Buffer>): Promise<string> {
  const file = path.join(newFolder(), 'made.tar');
  const target = await open(file, 'wx');
  const tar = tarWriter(target);
  const sha256: Record<string, string> = {};
  const add = (name: string, content: string | Buffer) =>
    tar.add(name, Buffer.byteLength(content), Readable.from([Buffer.from(content)]));
  for (const [name, content] of Object.entries(files)) sha256[name] = await add(name, content);
  await add('manifest.json', JSON.stringify({ format: 1, createdAt: '', sha256 }));
  await tar.finish();
  await target.close();
  return file;
}

let schemas = 0;
/** Where an empty store goes: an empty schema is as good as a database. */
async function newStore({ DATABASE_URL }: Record<string, string>): Promise<Record<string, string>> {
  if (DATABASE_URL === undefined) return {};
  const name = `target_${++schemas}`;
  const url = new URL(DATABASE_URL);
  await administer(url.href, `create schema ${name}`);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { DATABASE_URL: url.href, APP_SECRET: secret };
}

/** The restored database has every column of the store. */
async function expectSameColumns(db: Db): Promise<void> {
  const source = new DatabaseSync(path.join(used, 'clipline.sqlite'), { readOnly: true });
  const columns = source
    .prepare(
      `select t.name || '.' || c.name as name from pragma_table_list t, pragma_table_info(t.name) c
       where t.schema = 'main' and t.name not glob 'sqlite_*'`,
    )
    .all();
  source.close();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema()`.execute(db);
  const names = (of: unknown[]) => of.map((row) => (row as { name: string }).name).toSorted();
  expect(names(rows)).toEqual(names(columns));
}

onEachEmptyDatabase((environment) => {
  test('another APP_SECRET is refused', async () => {
    const target = { DATA_DIR: newFolder(), ...(await newStore(environment)) };
    await expect(
      restoreBackup(loadConfig({ ...target, APP_SECRET: 'x'.repeat(40) }), backup),
    ).rejects.toThrow(
      'APP_SECRET is not the one of the server that was backed up. Set that one. Nothing was changed.',
    );
    expect(readdirSync(target.DATA_DIR)).toEqual(['lock']);
  });

  // Where files go has nothing to do with where rows do.
  const places: [string, boolean][] = [['DATA_DIR', false]];
  if (!environment['DATABASE_URL']) places.push(['S3 (needs TEST_S3_ENDPOINT)', true]);
  describe.each(places)('with files in %s', (_, inS3) => {
    let bucket: TestBucket | undefined;
    let settings: Record<string, string>;
    beforeEach(async () => {
      bucket = inS3 && hasS3 ? await createBucket() : undefined;
      settings = {
        DATA_DIR: newFolder(),
        ...(await newStore(environment)),
        ...bucket,
      };
    });
    afterEach(async () => bucket && removeBucket(bucket));
    const restore = (file: string, more: Record<string, string> = {}) =>
      restoreBackup(loadConfig({ ...settings, ...more }), file);

    test.skipIf(inS3 && !hasS3)(
      'a backup is restored whole: signed-in people go on, and only there',
      async () => {
        const restored = await restore(backup);
        expect(restored).toMatchObject({ files: 4, hasSecret: true });
        if (environment['DATABASE_URL']) expect(restored.rows).toBeGreaterThan(30);
        if (bucket)
          expect(await Array.fromAsync((await s3Storage(bucket, vi.fn())).list())).toHaveLength(4);
        await expect(restore(backup)).rejects.toThrow(/ holds data already\. /);
        const app = await buildTestApp(settings);
        if (environment['DATABASE_URL']) await expectSameColumns(app.store.db);
        vi.useFakeTimers({ toFake: ['Date'], now: readAt });
        expect(await read(app)).toEqual(responses);
        vi.useRealTimers();
        const { status } = await call(app, 'POST /auth/login', {
          body: { email: owner.user.email, password: TEST_PASSWORD },
        });
        expect(status).toBe(200);
        const added = await call(app, 'POST /clipboard', {
          headers: owner.headers,
          body: { content: 'after the restore' },
        });
        const found = await call(app, 'GET /clipboard/history?search=after', {
          headers: owner.headers,
        });
        expect(found.body.clips.map(({ id }: { id: string }) => id)).toEqual([added.body.id]);
        await app.close();
      },
    );

    test.skipIf(!inS3 || !hasS3)('a bucket with anything in it is refused', async () => {
      if (!bucket) throw new Error('No bucket');
      await (await s3Storage(bucket, vi.fn())).put(Readable.from([Buffer.from('x')]));
      await expect(restore(backup)).rejects.toThrow(
        'The bucket of S3_BUCKET holds data already. Name an empty one.',
      );
      await expect(restore(backup, { S3_BUCKET: 'no-such-bucket' })).rejects.toThrow(
        /^The bucket cannot be used: /,
      );
    });
  });
});

onEmptyPostgres((environment) => {
  test('a backup of an older version is brought up to date', async () => {
    const settings = { DATA_DIR: newFolder(), ...(await newStore(environment)) };
    const old = newFolder();
    const store = openStore({ DATABASE_URL: undefined, DATA_DIR: old }, vi.fn());
    const steps = Object.entries(migrations);
    await migrate(store.db, Object.fromEntries(steps.slice(0, 7)));
    await sql`insert into users (id, email, name, password_hash, created_at)
      values ('ada', 'ada@example.com', 'Ada' || char(0) || '\\u0000', 'hash', 1)`.execute(
      store.db,
    );
    const key = 'k'.repeat(22);
    const sha256 = createHash('sha256').update('bytes').digest('hex');
    await sql`insert into blobs (id, sha256, size, created_at) values (${key}, ${sha256}, 5, 1)`.execute(
      store.db,
    );
    await store.close();
    const archive = await archiveOf({
      [`blobs/${key}`]: 'bytes',
      'clipline.sqlite': readFileSync(path.join(old, 'clipline.sqlite')),
      secret,
    });
    expect(await restoreBackup(loadConfig(settings), archive)).toMatchObject({ files: 1 });
    const app = await buildTestApp(settings);
    expect(await app.store.db.selectFrom('users').select(['id', 'name']).execute()).toEqual([
      { id: 'ada', name: 'Ada\uFFFD\\u0000' },
    ]);
    await app.close();
  });

  test('what the database does not take leaves it empty, and files that neither a restore nor a server goes on with', async () => {
    const copy = newFolder();
    cpSync(used, copy, { recursive: true });
    const database = new DatabaseSync(path.join(copy, 'clipline.sqlite'));
    database.exec(`update users set created_at = 1.5`);
    database.close();
    const archive = path.join(newFolder(), 'backup.tar');
    await createBackup(loadConfig({ DATA_DIR: copy }), archive);
    const settings = { DATA_DIR: newFolder(), ...(await newStore(environment)) };
    await expect(restoreBackup(loadConfig(settings), archive)).rejects.toThrow(
      /^The database cannot be used: invalid input syntax/,
    );
    await expect(restoreBackup(loadConfig(settings), backup)).rejects.toThrow(
      `${settings.DATA_DIR} holds data already.`,
    );
    await expect(buildTestApp({ ...settings, LOG_LEVEL: 'silent' })).rejects.toThrow(
      /^the database is empty, but DATA_DIR holds uploaded files/,
    );
  });

  test('a database with anything in it is refused, and one that is away too', async () => {
    const settings = { DATA_DIR: newFolder(), ...(await newStore(environment)) };
    const store = openStore(loadConfig(settings), vi.fn());
    await sql`create table something (id text)`.execute(store.db);
    await expect(restoreBackup(loadConfig(settings), backup)).rejects.toThrow(
      'The database of DATABASE_URL holds data already. Name an empty one.',
    );
    await sql`drop table something`.execute(store.db);
    const away = { ...settings, DATABASE_URL: 'postgres://me:password@127.0.0.1:1/none' };
    await expect(restoreBackup(loadConfig(away), backup)).rejects.toThrow(
      'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    );
    await store.close();
  });
});
