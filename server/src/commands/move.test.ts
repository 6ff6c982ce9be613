import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  createReadStream,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrations } from '../migrations/migrations.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { commandEnvironment } from '../../testing/command-environment.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { administer } from '../../testing/administer.ts';
import { grantFor, makeLink, withGrant } from '../../testing/links.ts';
import { onEmptyPostgres } from '../../testing/on-each-database.ts';
import { createBucket, hasS3, removeBucket, s3Environment } from '../../testing/s3-bucket.ts';
import { billingSettings, StripeServer } from '../../testing/stripe-server.ts';
import { upload } from '../../testing/uploads.ts';
import { deliver } from '../../testing/webhooks.ts';
import { loadConfig } from '../config.ts';
import { openStore } from '../platform/database/database.ts';
import { bringUpToDate } from '../platform/database/migrate-store.ts';
import { objectFile } from '../platform/storage/disk.ts';
import { type S3Settings, s3Storage } from '../platform/storage/s3.ts';
import { openSource } from './move-source.queries.ts';
import { moveStore } from './move-store.ts';

interface Running {
  readonly kill: () => void;
  readonly ended: Promise<{ code: number; out: string; err: string }>;
}

/** The command as the operator runs it. */
function run(args: string[], environment: Record<string, string>): Running {
  let [out, err] = ['', ''];
  const child = execFile(process.execPath, [path.join(import.meta.dirname, 'move.ts'), ...args], {
    env: { ...commandEnvironment, ...environment },
  });
  child.stdout?.on('data', (text: string) => (out += text));
  child.stderr?.on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then(([code]) => ({
    code: (code as number | null) ?? -1,
    out,
    err,
  }));
  return { kill: () => child.kill('SIGKILL'), ended };
}

onEmptyPostgres((environment) => {
  const stripe = new StripeServer();
  let folder: string;
  /** A store that people have used, closed. Tests that change it take a copy. */
  let used: string;
  let owner: Person;
  let member: Person;
  let guest: { cookie: string };
  let gets: { path: string; headers: Record<string, string> }[];
  let responses: string[];
  let readAt: number;
  let settings: Record<string, string>;
  let schemas = 0;

  const newFolder = () => mkdtempSync(path.join(folder, 'data-'));
  const copyOfUsed = () => {
    const dataDir = newFolder();
    cpSync(used, dataDir, { recursive: true });
    return dataDir;
  };
  /** An empty schema in the database of this file, as good as a database. */
  async function newTarget(): Promise<string> {
    const name = `target_${++schemas}`;
    const url = new URL(environment['DATABASE_URL'] ?? '');
    await administer(url.href, `create schema ${name}`);
    url.searchParams.set('options', `-c search_path=${name}`);
    return url.href;
  }
  async function ask<T>(url: string, sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows as T[];
    } finally {
      await client.end();
    }
  }
  const askSource = (dataDir: string, sql: string): unknown[] => {
    const database = new DatabaseSync(path.join(dataDir, 'clipline.sqlite'));
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  };
  async function move(
    dataDir: string,
    to: string,
    { more = {}, say = () => {}, ...options }: MoveSettings = {},
  ) {
    return moveStore(loadConfig({ DATA_DIR: dataDir, ...more }), { to, ...options }, say);
  }
  interface MoveSettings {
    readonly more?: Record<string, string>;
    readonly say?: (line: string) => void;
    readonly dataDir?: string;
    readonly acceptDamage?: boolean;
  }
  const read = (app: TestApp) =>
    Promise.all(
      gets.map(async ({ path: where, headers }) => {
        // Compressed responses end in blanks by chance.
        const response = await fetch(app.url + where, {
          headers: { ...headers, 'accept-encoding': 'identity' },
        });
        return `${where} ${response.status} ${Buffer.from(await response.arrayBuffer()).toString('base64')}`;
      }),
    );

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'clipline-move-'));
    used = newFolder();
    settings = { LOG_LEVEL: 'silent', ...billingSettings(await stripe.listen()) };
    const app = await buildTestApp({ ...settings, DATA_DIR: used });
    [owner, member] = [await signUp(app, { name: 'Zoë 🦊' }), await signUp(app)];
    const as = async (person: Person, what: Parameters<typeof call>[1], body?: unknown) => {
      const answer = await call(app, what, {
        headers: person.headers,
        ...(body === undefined ? {} : { body }),
      });
      expect([what, answer.status]).toEqual([
        what,
        expect.toSatisfy((status: number) => status < 300),
      ]);
      return answer.body;
    };
    const bought = await as(owner, 'POST /stripe/checkout', {
      plan: 'advanced',
      interval: 'yearly',
    });
    await deliver(
      app,
      stripe.subscriptionEvent(
        stripe.pay(bought.url.split('/').at(-1)),
        'customer.subscription.created',
      ),
    );
    // Long ones come in several batches.
    const texts = [
      'Straße\r\n"quoted" \\ \t 漢字 😀',
      ...Array.from({ length: 5 }, (_, at) => `${at} ${'long '.repeat(70_000)}`),
      'a,b;{null}',
    ];
    const clips = [];
    for (const content of texts)
      clips.push((await as(owner, 'POST /clipboard', { content })).id as string);
    for (const [at, bytes] of [
      Buffer.alloc(300_000, 'ab'),
      'small',
      Buffer.from([0, 255, 10, 13]),
    ].entries())
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
    const grant = withGrant(await grantFor(app, link, { password: 'four good words' }));
    const gone = await as(owner, 'POST /rooms', { name: 'Gone' });
    await as(owner, `POST /rooms/${gone.id}/members`, { email: member.user.email });
    await as(owner, `DELETE /rooms/${gone.id}`);
    const room = await as(owner, 'POST /rooms', { name: 'Studio', isPrivate: false });
    await as(owner, `POST /rooms/${room.id}/members`, { email: member.user.email });
    await as(owner, `POST /rooms/${room.id}/members`, { email: 'invited@example.com' });
    await as(owner, `POST /rooms/${room.id}/content`, { content: 'from the owner', type: 'text' });
    await upload(app, `/rooms/${room.id}/upload`, owner.headers, {
      name: 'room.txt',
      bytes: 'in the room',
    });
    await as(owner, 'POST /virtual-desktop/items/text', {
      content: 'on the desktop',
      position: { x: 1.5, y: -2 },
    });
    await upload(app, '/virtual-desktop/items/file', owner.headers, {
      name: 'desk.txt',
      bytes: 'on the desk',
    });
    const browser = await openBrowser(app, 'of a guest');
    guest = browser.headers;
    gets = [
      '/api/clipboard/history',
      '/api/clipboard/history?search=STRASSE',
      '/api/clipboard/history?type=file',
      '/api/clipboard/stats',
      '/api/clipboard/favorites',
      '/api/tags',
      `/api/clipboard/history?tag=${tag}`,
      '/api/account/sessions',
      '/api/billing/subscription',
      '/api/rooms',
      `/api/rooms/${room.id}`,
      `/api/rooms/${room.id}/content`,
      `/api/rooms/${room.id}/activity`,
      '/api/virtual-desktop',
      `/api/clipboard/${clips[1]}/versions`,
      `/api/clipboard/${clips[1]}/versions/1`,
      '/api/trash',
      '/api/links',
      `/api/links/${link.id}/openings`,
      ...clips.flatMap((id) => [`/api/clipboard/${id}`, `/api/clipboard/${id}/files`]),
    ].map((where) => ({ path: where, headers: owner.headers }));
    gets.push(
      { path: `/api/clipboard/${clips[1]}`, headers: grant },
      { path: `/api/rooms/${room.id}`, headers: member.headers },
      { path: '/api/virtual-desktop', headers: guest },
    );
    gets.push({ path: `/api/virtual-desktop/shared/${browser.desktop.share_token}`, headers: {} });
    // Links to files are good for some hours, so that at another time there would be others.
    readAt = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: readAt });
    responses = await read(app);
    const links = responses.flatMap(
      (answer) =>
        Buffer.from(answer.split(' ')[2] ?? '', 'base64')
          .toString()
          .match(/\/api\/files\/[^"\\]+/g) ?? [],
    );
    expect(new Set(links).size).toBeGreaterThanOrEqual(5);
    gets.push(...[...new Set(links)].map((where) => ({ path: where, headers: {} })));
    responses = await read(app);
    expect(responses.filter((answer) => !/^\S+ (200|404) /.test(answer))).toEqual([]);
    vi.useRealTimers();
    await app.close();
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await stripe.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * What a server returns that was moved; signed-in people stay signed in, and what they save is
   * found.
   */
  async function expectTheSame(app: TestApp): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: readAt });
    expect(await read(app)).toEqual(responses);
    vi.useRealTimers();
    const refreshed = await call(app, 'POST /auth/refresh', {
      headers: { 'x-refresh-token': member.session.refresh_token },
    });
    expect(refreshed.status).toBe(200);
    const login = await call(app, 'POST /auth/login', {
      body: { email: owner.user.email, password: TEST_PASSWORD },
    });
    expect(login.status).toBe(200);
    const added = await call(app, 'POST /clipboard', {
      headers: owner.headers,
      body: { content: 'after the move' },
    });
    expect(added.status).toBe(201);
    const found = await call(app, 'GET /clipboard/history?search=after', {
      headers: owner.headers,
    });
    expect(found.body.clips.map(({ id }: { id: string }) => id)).toEqual([added.body.id]);
  }

  describe.each([
    ['another folder', true],
    ['S3 (needs TEST_S3_ENDPOINT)', hasS3],
  ])('with its files in %s', (files, isPossible) => {
    const isS3 = files.startsWith('S3');
    let bucket: S3Settings | undefined;
    afterAll(async () => bucket && removeBucket(bucket));

    test.skipIf(!isPossible)(
      'a store comes over whole, although the move is killed twice',
      async () => {
        const dataDir = copyOfUsed();
        bucket = isS3 ? await createBucket() : undefined;
        const storage = bucket ? s3Environment(bucket) : {};
        const to = new URL(await newTarget());
        // An empty database that a node was started on is as good as a new one.
        const store = openStore({ DATABASE_URL: to.href, DATA_DIR: dataDir }, vi.fn());
        await bringUpToDate(store, migrations);
        await store.close();
        to.password = 'not-to-be-seen';
        const filesAt = newFolder();
        const args = ['--to', to.href, ...(isS3 ? [] : ['--data-dir', filesAt])];
        const before = readFileSync(path.join(dataDir, 'clipline.sqlite'));
        const holder = new pg.Client({ connectionString: to.href });
        await holder.connect();
        await holder.query('select pg_advisory_lock(4711)');
        const hold =
          'returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return null; end $$';
        await holder.query(`create function hold() ${hold}`);
        const waiting = async () => {
          const { rows } =
            await holder.query(`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
           where datname = current_database() and locktype = 'advisory' and objid = 4711 and not granted`);
          expect(rows).toHaveLength(1);
        };
        const gone = async () => {
          const { rows } = await holder.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clipline move' and datname = current_database()`,
          );
          expect(rows).toEqual([]);
        };

        // The second batch of clips waits, and the move with it.
        await holder.query(
          'create function has_some() returns boolean language sql as $$ select count(*) > 0 from clips $$',
        );
        await holder.query(
          `create function hold_second() returns trigger language plpgsql as $$ begin if has_some() then perform pg_advisory_xact_lock(4711); end if; return null; end $$`,
        );
        await holder.query(
          'create trigger hold before insert on clips for each statement execute function hold_second()',
        );
        const first = run(args, { DATA_DIR: dataDir, ...storage });
        await vi.waitFor(waiting, { timeout: 60_000 });
        first.kill();
        expect((await first.ended).code).toBe(-1);
        await vi.waitFor(gone, { timeout: 60_000 });
        const [{ count: come } = { count: 0 }] = await ask<{ count: number }>(
          to.href,
          'select count(*)::int as count from clips',
        );
        expect(come).toBeGreaterThan(0);
        expect(come).toBeLessThan(7);
        const early = openStore({ DATABASE_URL: to.href, DATA_DIR: dataDir }, vi.fn());
        await expect(bringUpToDate(early, migrations)).rejects.toThrow(
          'a move into this database is not finished. Run npm run move again',
        );
        await early.close();

        // All rows come; the first files that did are not remembered.
        await holder.query('drop trigger hold on clips');
        await holder.query(
          'create trigger hold before insert on clipline_move_blobs for each statement execute function hold()',
        );
        const second = run(args, { DATA_DIR: dataDir, ...storage });
        await vi.waitFor(waiting, { timeout: 60_000 });
        second.kill();
        await second.ended;
        await vi.waitFor(gone, { timeout: 60_000 });
        await holder.query('drop trigger hold on clipline_move_blobs');
        await holder.end();

        const { code, out, err } = await run(args, { DATA_DIR: dataDir, ...storage }).ended;
        expect([code, err]).toEqual([0, '']);
        expect(out).toMatch(/\nclips: 7 rows, of which 7 had come before\n/);
        expect(out).toMatch(
          /\nMoved [\d,]+ rows of \d+ tables and 5 files\. All of them were compared\.\n/,
        );
        expect(out).toContain(`APP_SECRET    the content of ${path.join(dataDir, 'secret')}`);
        expect(out).not.toContain('not-to-be-seen');
        expect(readFileSync(path.join(dataDir, 'clipline.sqlite')).equals(before)).toBe(true);
        expect(existsSync(path.join(dataDir, 'clipline.sqlite-wal'))).toBe(false);

        const secret = readFileSync(path.join(dataDir, 'secret'), 'utf8').trim();
        rmSync(dataDir, { recursive: true });
        const app = await buildTestApp({
          ...settings,
          ...storage,
          DATABASE_URL: to.href,
          APP_SECRET: secret,
          DATA_DIR: isS3 ? newFolder() : filesAt,
        });
        await expectTheSame(app);
        await app.close();
      },
    );
  });

  test('interrupted after any step, the move goes on and brings nothing twice', async () => {
    const [dataDir, to] = [copyOfUsed(), await newTarget()];
    class Interrupted extends Error {}
    let runs = 0;
    for (let isDone = false; !isDone;) {
      runs += 1;
      let lines = 0;
      // Each run comes a few steps further than the one before.
      const say = () => {
        if (++lines === 4 * runs - 3) throw new Interrupted();
      };
      isDone = await move(dataDir, to, { say }).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Interrupted)) throw error;
          return false;
        },
      );
    }
    expect(runs).toBeGreaterThan(7);
    const counts = await ask<{ name: string; rows: string }>(
      to,
      'select name, rows from clipline_move_tables',
    );
    for (const { name, rows } of counts) {
      const [{ count: target } = { count: -1 }] = await ask<{ count: number }>(
        to,
        `select count(*)::int as count from ${name}`,
      );
      expect([name, target]).toEqual([name, Number(rows)]);
      expect([name, askSource(dataDir, `select count(*) as count from ${name}`)]).toEqual([
        name,
        [{ count: target }],
      ]);
    }
    expect(await move(dataDir, to)).toMatchObject({ before: true });
    askSource(
      dataDir,
      `update users set name = 'Later' where id = '${owner.user.id}' returning id`,
    );
    await expect(move(dataDir, to)).rejects.toThrow(
      /was finished at .*, and the source has changed since/,
    );
  });

  test('files may stay where they are', async () => {
    const [dataDir, to] = [copyOfUsed(), await newTarget()];
    expect(await move(dataDir, to)).toMatchObject({
      files: 5,
      missing: [],
      damaged: [],
      before: false,
    });
    const app = await buildTestApp({
      ...settings,
      DATABASE_URL: to,
      DATA_DIR: dataDir,
      APP_SECRET: readFileSync(path.join(dataDir, 'secret'), 'utf8').trim(),
    });
    await expectTheSame(app);
    await app.close();
  });

  test('what changed in the source while the move was interrupted is moved anew', async () => {
    const [dataDir, to] = [copyOfUsed(), await newTarget()];
    const say = (line: string) => {
      if (line.startsWith('files:')) throw new Error('interrupted');
    };
    await expect(move(dataDir, to, { say })).rejects.toThrow('interrupted');
    // Row by row this could not be brought over: each takes what the other had.
    askSource(
      dataDir,
      `update users set email = 'aside' where id = '${owner.user.id}' returning id`,
    );
    askSource(
      dataDir,
      `update users set email = '${owner.user.email}' where id = '${member.user.id}' returning id`,
    );
    askSource(
      dataDir,
      `update users set email = '${member.user.email}' where id = '${owner.user.id}' returning id`,
    );
    askSource(dataDir, `delete from mails returning id`);
    const lines: string[] = [];
    await move(dataDir, to, { say: (line) => lines.push(line) });
    expect(lines).toContain(
      'The source has changed since the move was interrupted: its rows are moved anew.',
    );
    const people = 'select id, email, name from users order by email';
    expect(await ask(to, people)).toEqual(
      askSource(dataDir, people).map((row) => ({ ...(row as object) })),
    );
  });

  test('each table and column of the product is known, on both engines', async () => {
    const [dataDir, to] = [copyOfUsed(), await newTarget()];
    await move(dataDir, to);
    const source = openSource(path.join(dataDir, 'clipline.sqlite'));
    const columns = source.tables
      .flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`))
      .toSorted();
    source.close();
    const found = await ask<{ name: string }>(
      to,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = current_schema() and table_name !~ '^(kysely|clipline_move)'`,
    );
    expect(found.map(({ name }) => name).toSorted()).toEqual(columns);
    const sourceFolder = path.join(import.meta.dirname, '..');
    const tables = [
      'platform/database/schema.ts',
      ...globSync('modules/*/*.tables.ts', { cwd: sourceFolder }),
    ]
      .map((file) => readFileSync(path.join(sourceFolder, file), 'utf8'))
      .flatMap((declared) => {
        const body = /^( *)(?:export )?interface Schema \{(.*?)\n\1\}/ms.exec(declared)?.[2] ?? '';
        return [...body.matchAll(/^ +(\w+):/gm)].map(([, name]) => String(name));
      });
    expect([...new Set(columns.map((name) => name.split('.')[0]))]).toEqual(tables.toSorted());
  });

  test.each([
    ['create table extra (id text primary key)', /^Table extra has other columns in the target/],
    [
      'create virtual table extra using fts5(text)',
      /^A move does not know how to carry extra, a virtual\.$/,
    ],
    [
      'create table extra (id text primary key) without rowid',
      /^Table extra has other columns in the target/,
    ],
    [
      'alter table users add column photo blob',
      /^Column users\.photo is of a type that a move cannot carry: BLOB\.$/,
    ],
    [
      'alter table users add column shown text as (upper(name))',
      /^Column users\.shown is of a type that a move cannot carry/,
    ],
    ['alter table users add column nick text', /^Table users has other columns in the target/],
    [`update users set name = 'a' || char(0)`, /^A row of users holds a NUL character in name/],
    [
      `update users set created_at = 1.5`,
      /^A row of users holds in created_at what a move cannot carry\.$/,
    ],
    [
      `delete from kysely_migration where name > '0005-lan'`,
      /is of another version: its last step is 0005-lan, that of this Clipline /,
    ],
    [
      `insert into kysely_migration values ('9999-x', '2999')`,
      /is of another version: its last step is 9999-x/,
    ],
  ])('a source in which another program did %j is refused', async (sql, reason) => {
    const dataDir = newFolder();
    copyFileSync(path.join(used, 'clipline.sqlite'), path.join(dataDir, 'clipline.sqlite'));
    askSource(dataDir, sql);
    await expect(
      move(dataDir, await newTarget(), { more: { APP_SECRET: 's'.repeat(32) } }),
    ).rejects.toThrow(expect.objectContaining({ message: expect.stringMatching(reason) }));
  });

  test('a running Clipline is refused, at the source and on the target, and another writer too', async () => {
    const [dataDir, to] = [copyOfUsed(), await newTarget()];
    const running = await buildTestApp({ ...settings, DATA_DIR: dataDir });
    await expect(move(dataDir, to)).rejects.toThrow(
      `${dataDir} is in use by a running Clipline. Stop it first.`,
    );
    await running.close();
    const writer = new DatabaseSync(path.join(dataDir, 'clipline.sqlite'));
    writer.exec('begin immediate');
    await expect(move(dataDir, to)).rejects.toThrow(
      'clipline.sqlite is being written by another program. Stop it first.',
    );
    writer.close();
    const onTarget = new pg.Client({ connectionString: to });
    await onTarget.connect();
    await onTarget.query(
      `select pg_advisory_lock(hashtext('clipline jobs'), hashtext(current_schema()))`,
    );
    await expect(move(dataDir, to)).rejects.toThrow(
      'A Clipline runs on the target, or another move into it. Stop it first.',
    );
    await onTarget.end();
    expect(await move(dataDir, to)).toMatchObject({ before: false });
  });

  test('a target that was used is refused and left as it is', async () => {
    const dataDir = copyOfUsed();
    const newer = await newTarget();
    const store = openStore({ DATABASE_URL: newer, DATA_DIR: dataDir }, vi.fn());
    await bringUpToDate(store, migrations);
    await signUp({ store });
    await expect(move(dataDir, newer)).rejects.toThrow(
      'The target holds rows in users that did not come from this move.',
    );
    await ask(newer, `delete from kysely_migration where name > '0005-lan'`);
    await expect(move(dataDir, newer)).rejects.toThrow(
      'The target holds a store of another version: its last step is 0005-lan',
    );
    expect(await ask(newer, 'select count(*)::int as count from users')).toEqual([{ count: 1 }]);
    await store.close();

    const foreign = await newTarget();
    await ask(foreign, 'create table users (id text)');
    await expect(move(dataDir, foreign)).rejects.toThrow(
      'The target holds a store of another version: its last step is none',
    );

    const others = await newTarget();
    const say = () => {
      throw new Error('interrupted');
    };
    await expect(move(dataDir, others, { say })).rejects.toThrow('interrupted');
    const stranger = newFolder();
    await (await buildTestApp({ LOG_LEVEL: 'silent', DATA_DIR: stranger })).close();
    await expect(move(stranger, others)).rejects.toThrow(
      'Another store is being moved into the target.',
    );
  });

  test('what the target does not keep as it was sent is found', async () => {
    const [dataDir, to] = [copyOfUsed(), await newTarget()];
    const say = (line: string) => {
      if (line.startsWith('users:')) throw new Error('interrupted');
    };
    await expect(move(dataDir, to, { say })).rejects.toThrow('interrupted');
    await ask(to, `update users set name = name || ' ' where id = '${member.user.id}'`);
    await expect(move(dataDir, to)).rejects.toThrow(
      'Table users differs: the source has 2 rows, the target 2 rows with other content.',
    );
  });

  test('files without their bytes stop the move unless that is accepted', async () => {
    const [dataDir, to] = [copyOfUsed(), await newTarget()];
    const [missing = '', damaged = ''] = askSource(dataDir, 'select id from blobs order by id').map(
      (row) => (row as { id: string }).id,
    );
    const blobs = path.join(dataDir, 'blobs');
    rmSync(objectFile(blobs, missing));
    writeFileSync(objectFile(blobs, damaged), 'other bytes');
    const filesAt = newFolder();
    await expect(move(dataDir, to, { dataDir: filesAt })).rejects.toThrow(
      /of 1 file\(s\) are missing from .*, of 1 damaged, such as /,
    );
    expect(await move(dataDir, to, { dataDir: filesAt, acceptDamage: true })).toMatchObject({
      missing: [missing],
      damaged: [damaged],
    });
    expect(readFileSync(objectFile(path.join(filesAt, 'blobs'), damaged), 'utf8')).toBe(
      'other bytes',
    );
  });

  test('files go to a destination of their own, and each is there when that is changed on the way', async () => {
    const [dataDir, to] = [copyOfUsed(), await newTarget()];
    await expect(move(dataDir, to, { dataDir })).rejects.toThrow(
      '--data-dir names the folder that is moved.',
    );
    await expect(move(dataDir, to, { dataDir: copyOfUsed() })).rejects.toThrow(
      'holds a store of its own.',
    );
    const taken = newFolder();
    cpSync(path.join(used, 'blobs'), path.join(taken, 'blobs'), { recursive: true });
    cpSync(path.join(used, 'secret'), path.join(taken, 'blobs', 'xx', 'x'.repeat(22)), {
      recursive: true,
    });
    await expect(move(dataDir, to, { dataDir: taken })).rejects.toThrow(
      `holds files of something else, such as ${'x'.repeat(22)}.`,
    );
    const say = (line: string) => {
      if (line.startsWith('Files:')) throw new Error('interrupted');
    };
    await expect(move(dataDir, to, { dataDir: newFolder(), say })).rejects.toThrow('interrupted');
    const other = newFolder();
    await move(dataDir, to, { dataDir: other });
    const names = (at: string) =>
      readdirSync(path.join(at, 'blobs'), { recursive: true, encoding: 'utf8' }).filter(
        (name) => name.length > 20,
      );
    expect(names(other).toSorted()).toEqual(names(dataDir).toSorted());
  });

  test.skipIf(!hasS3)(
    'files that are in the bucket already stay; a bucket of another installation is refused (needs TEST_S3_ENDPOINT)',
    async () => {
      const [dataDir, to] = [copyOfUsed(), await newTarget()];
      const bucket = await createBucket();
      try {
        const storage = await s3Storage(bucket, vi.fn());
        const [more, blobs] = [s3Environment(bucket), path.join(dataDir, 'blobs')];
        const leftover = await storage.put(createReadStream(path.join(dataDir, 'secret')));
        await expect(move(dataDir, to, { more })).rejects.toThrow(
          `The bucket ${bucket.bucket} at ${bucket.endpoint} holds files of something else, such as ${leftover}.`,
        );
        for (const { id } of askSource(dataDir, 'select id from blobs') as { id: string }[])
          await storage.put(createReadStream(objectFile(blobs, id)), id);
        rmSync(blobs, { recursive: true });
        expect(await move(dataDir, to, { more })).toMatchObject({
          files: 5,
          missing: [],
          damaged: [],
        });
      } finally {
        await removeBucket(bucket);
      }
    },
  );

  test('what cannot be done is told in one line, without the password', async () => {
    const dataDir = copyOfUsed();
    const unreachable = 'postgres://me:not-to-be-seen@127.0.0.1:1/none';
    const refused = async (args: string[], more: Record<string, string> = {}) => {
      const { code, out, err } = await run(args, { DATA_DIR: dataDir, ...more }).ended;
      expect([code, out]).toEqual([1, '']);
      expect(err).not.toContain('not-to-be-seen');
      expect(err.trimEnd()).not.toContain('\n');
      return err.trimEnd();
    };
    const usage =
      'Usage: npm run move -- --to postgres://USER@HOST/DATABASE [--data-dir FOLDER] [--accept-damage]';
    expect(await refused([])).toBe(usage);
    expect(await refused(['--to', 'mysql://me:not-to-be-seen@host/db'])).toBe(usage);
    expect(await refused(['--to', unreachable])).toBe(
      'The target cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
    );
    const set = { DATABASE_URL: unreachable, APP_SECRET: 's'.repeat(32) };
    await expect(move(dataDir, unreachable, { more: set })).rejects.toThrow('DATABASE_URL is set');
    await expect(move(newFolder(), unreachable)).rejects.toThrow('There is no store in ');
  });
});
