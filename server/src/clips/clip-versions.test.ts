import { MAX_TEXT_BYTES, MAX_VERSIONS } from '@clipline/contract/limits.ts';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { upload } from '../../testing/uploads.ts';
import { removeLeftovers } from '../files/files.jobs.ts';
import { sumStored } from '../files/stored.queries.ts';
import { thinVersions } from '../texts/history.jobs.ts';
import { DAY_MS } from '../core/time.ts';
import type { PlanOf } from '../auth/plans.ts';

const MINUTE = 60_000;
const notFound = { error: 'This version is no longer kept.', code: 'VERSION_NOT_FOUND' };

onEachDatabase((environment, once) => {
  let app: TestApp;
  let owner: Person;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    owner = await signUp(app);
  });
  afterEach(() => void vi.useRealTimers());

  const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);
  const create = async (content: string, headers: Record<string, string> = owner.headers) =>
    (await call(app, 'POST /clipboard', { headers, body: { content } })).body.id as string;
  const save = async (
    id: string,
    content: string,
    headers: Record<string, string> = owner.headers,
  ) => (await call(app, `PUT /clipboard/${id}`, { headers, body: { content } })).body;
  const list = (id: string, headers: Record<string, string> = owner.headers) =>
    call(app, `GET /clipboard/${id}/versions`, { headers });
  const read = (id: string, version: number | string) =>
    call(app, `GET /clipboard/${id}/versions/${version}`, { headers: owner.headers });
  const restore = (id: string, version: number, headers: Record<string, string> = {}) =>
    call(app, `POST /clipboard/${id}/versions/${version}/restore`, {
      headers: { ...owner.headers, ...headers },
    });
  const texts = async (id: string) => {
    const found = [];
    for (const { version } of (await list(id)).body)
      found.push((await read(id, version)).body.content);
    return found as string[];
  };
  const thin = (planOf: PlanOf = async () => 'advanced') =>
    thinVersions(app.store.db, planOf, Date.now());

  describe('what is kept', () => {
    once.test(
      'the text that a clip was created with, though it is replaced within a minute',
      async () => {
        const id = await create('first');
        const createdAt = new Date().toISOString();
        pass(MINUTE);
        await save(id, 'zwei 🙂');
        expect((await list(id)).body).toEqual([
          { version: 1, savedAt: createdAt, by: { kind: 'you' }, chars: 5, files: [] },
        ]);
        expect((await read(id, 1)).body).toEqual({ content: 'first', files: [] });
      },
    );

    once.test('of saves within five minutes the last', async () => {
      const id = await create('a');
      for (const text of ['b', 'c', 'd 🙂']) {
        pass(MINUTE);
        await save(id, text);
      }
      expect(await texts(id)).toEqual(['a']);
      const savedAt = new Date().toISOString();
      pass(5 * MINUTE);
      await save(id, 'e');
      expect(await texts(id)).toEqual(['d 🙂', 'a']);
      expect((await list(id)).body[0]).toEqual({
        version: 4,
        savedAt,
        by: { kind: 'you' },
        chars: 3,
        files: [],
      });
    });

    once.test('a burst ends after five minutes, however quickly saves follow', async () => {
      const id = await create('0');
      for (let minute = 1; minute <= 12; minute++) {
        pass(MINUTE);
        await save(id, String(minute));
      }
      expect(await texts(id)).toEqual(['6', '0']);
    });

    once.test('a text that says the same ends nothing and counts for nothing', async () => {
      const id = await create('a');
      await save(id, 'b');
      pass(10 * MINUTE);
      await save(id, 'b');
      await save(id, 'c');
      expect(await texts(id)).toEqual(['b', 'a']);
    });

    once.test('a person and their program are two authors', async () => {
      const { headers } = await makeToken(app, owner.user.id);
      const id = await create('from the program', headers);
      await save(id, 'mine');
      await save(id, 'its own', headers);
      await save(id, 'mine again');
      expect(await texts(id)).toEqual(['its own', 'mine', 'from the program']);
      expect((await list(id)).body.map(({ by }: { by: unknown }) => by)).toEqual([
        { kind: 'program', label: 'test' },
        { kind: 'you' },
        { kind: 'program', label: 'test' },
      ]);
    });

    once.test('not the nothing of a draft or of a clip of files alone', async () => {
      const draft = await create('');
      await save(draft, 'a');
      expect((await list(draft)).body).toEqual([]);
      await save(draft, 'b');
      expect(await texts(draft)).toEqual(['a']);
      const files = await create('');
      await upload(app, `/clipboard/${files}/files`, owner.headers, { name: 'a.txt' });
      await save(files, 'text');
      expect((await list(files)).body).toEqual([]);
      await save(files, 'more text');
      expect(await texts(files)).toEqual(['text']);
      expect((await list(files)).body[0].files).toEqual(['a.txt']);
    });

    test('long and strange texts, to the byte', async () => {
      const long = `${randomBytes(MAX_TEXT_BYTES / 4).toString('base64')}\r\n`;
      const strange = '\u{10FFFF}ﬁ\u0301\u202E\uFFFD \r\n\t\u0001';
      const id = await create(long);
      await save(id, strange);
      pass(6 * MINUTE);
      await save(id, '');
      pass(6 * MINUTE);
      await save(id, 'end');
      expect(await texts(id)).toEqual(['', strange, long]);
    });

    once.test('a text of NULs that an older server stored at three times the limit', async () => {
      const id = await create('a');
      const old = '\uFFFD'.repeat(MAX_TEXT_BYTES);
      await app.store.db.updateTable('clips').set({ content: old }).where('id', '=', id).execute();
      await save(id, 'b');
      expect(await read(id, 1)).toMatchObject({ status: 200, body: { content: old } });
      expect((await restore(id, 1)).body.content).toBe(old);
    });

    once.test(`at most ${MAX_VERSIONS} of one clip`, async () => {
      const id = await create('0');
      const { headers } = await makeToken(app, owner.user.id);
      for (let number = 1; number <= MAX_VERSIONS + 3; number++)
        await save(id, String(number), number % 2 === 0 ? owner.headers : headers);
      const kept = await texts(id);
      expect(kept).toHaveLength(MAX_VERSIONS);
      expect([kept[0], kept.at(-1)]).toEqual([String(MAX_VERSIONS + 2), '3']);
    });
  });

  describe('restoring', () => {
    test('brings a text back as a new version, and what it replaces is listed', async () => {
      const id = await create('a');
      await upload(app, `/clipboard/${id}/files`, owner.headers, { name: 'a.txt' });
      const { version } = await save(id, 'b');
      const answer = await restore(id, 1, { 'if-match': String(version) });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id, content: 'a', version: version + 1 });
      expect(answer.body.files).toHaveLength(1);
      expect(await texts(id)).toEqual(['b', 'a']);
      expect((await restore(id, version)).body.content).toBe('b');
      expect(await texts(id)).toEqual(['a', 'b', 'a']);
    });

    once.test('of a text that is there already changes nothing', async () => {
      const id = await create('a');
      await save(id, 'b');
      const { version } = await save(id, 'a');
      expect((await restore(id, 1)).body.version).toBe(version);
    });

    once.test('is refused upon a text that was saved since', async () => {
      const id = await create('a');
      await save(id, 'b');
      const stale = await restore(id, 1, { 'if-match': '1' });
      expect(stale.status).toBe(412);
      expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT', clip: { content: 'b' } });
    });
  });

  once.describe('a deleted file', () => {
    const attach = async (id: string, bytes: string) =>
      (await upload(app, `/clipboard/${id}/files`, owner.headers, { name: `${bytes}.txt`, bytes }))
        .body;
    const detach = (id: string, file: { id: string }) =>
      call(app, `DELETE /clipboard/${id}/files/${file.id}`, { headers: owner.headers });
    const filesOf = async (id: string) =>
      (await call(app, `GET /clipboard/${id}/files`, { headers: owner.headers })).body as {
        name: string;
        url: string;
      }[];
    const namesOf = async (id: string) => (await filesOf(id)).map(({ name }) => name);
    const forget = (id: string) =>
      call(app, `DELETE /clipboard/${id}/versions`, { headers: owner.headers });
    const isStored = async (bytes: string) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const rows = app.store.db.selectFrom('blobs').select('id').where('sha256', '=', sha256);
      return (await rows.execute()).length > 0;
    };

    test('comes back with the version that had it, and what was added since stays', async () => {
      const id = await create('text');
      const first = await attach(id, 'first');
      pass(1000);
      const second = await attach(id, 'second');
      await save(id, 'other text');
      expect((await detach(id, first)).status).toBe(200);
      expect((await fetch(app.url + first.url)).status).toBe(404);
      await detach(id, second);
      expect((await list(id)).body).toMatchObject([
        { version: 1, files: ['first.txt', 'second.txt'] },
      ]);
      pass(1000);
      await attach(id, 'third');
      const { body } = await restore(id, 1);
      expect(body.content).toBe('text');
      expect(await namesOf(id)).toEqual(['first.txt', 'second.txt', 'third.txt']);
      const [back] = await filesOf(id);
      expect(await (await fetch(`${app.url}${back?.url}`)).text()).toBe('first');
      expect((await call(app, `GET /clipboard/${id}`, { headers: owner.headers })).body).toEqual(
        body,
      );
    });

    test('comes back alone where the text is the same again, and once', async () => {
      const id = await create('text');
      const file = await attach(id, 'alone');
      await save(id, 'other text');
      await save(id, 'text');
      await detach(id, file);
      const { version, files } = (await restore(id, 1)).body;
      expect(files).toMatchObject([{ id: file.id }]);
      expect((await restore(id, 1)).body).toMatchObject({ version, files });
    });

    test('stays where it is when the clip could not hold it', async () => {
      const id = await create('text');
      const file = await attach(id, 'one more');
      await save(id, 'other text');
      await detach(id, file);
      await app.store.db
        .updateTable('clips')
        .set({ file_count: 50 })
        .where('id', '=', id)
        .execute();
      expect((await restore(id, 1)).body).toMatchObject({ code: 'TOO_MANY_FILES' });
      await app.store.db.updateTable('clips').set({ file_count: 0 }).where('id', '=', id).execute();
      expect((await restore(id, 1)).body.files).toMatchObject([{ id: file.id }]);
    });

    test('comes back with the oldest version too, which is one too many by then', async () => {
      const id = await create('text');
      const file = await attach(id, `oldest ${id}`);
      await save(id, 'other text');
      await detach(id, file);
      const { headers } = await makeToken(app, owner.user.id);
      for (let number = 1; number < MAX_VERSIONS; number++)
        await save(id, String(number), number % 2 === 0 ? owner.headers : headers);
      expect((await list(id)).body).toHaveLength(MAX_VERSIONS);
      const { body } = await restore(id, 1);
      expect(body).toMatchObject({ content: 'text', files: [{ id: file.id }] });
      expect(await (await fetch(app.url + body.files[0].url)).text()).toBe(`oldest ${id}`);
      expect((await read(id, 1)).status).toBe(404);
    });

    test('that no version has is gone at once', async () => {
      const id = await create('text');
      await save(id, 'other text');
      await detach(id, await attach(id, `gone ${id}`));
      expect(await isStored(`gone ${id}`)).toBe(false);
    });

    test('counts as what the person stores, and goes when versions are forgotten', async () => {
      const id = await create('text');
      const use = () => sumStored(app.store.db, owner.user.id);
      const secret = `secret ${id}`;
      const file = await attach(id, secret);
      await save(id, 'other text');
      const before = await use();
      await detach(id, file);
      expect([await use(), await isStored(secret)]).toEqual([before, true]);
      await forget(id);
      expect(await use()).toBeLessThanOrEqual(before - secret.length);
      expect(await isStored(secret)).toBe(false);
      expect(await namesOf(id)).toEqual([]);
    });

    test('goes with the last version that had it, when its time is over', async () => {
      const id = await create('text');
      const file = await attach(id, `old ${id}`);
      await save(id, 'other text');
      await detach(id, file);
      pass(29 * DAY_MS);
      await thin();
      await removeLeftovers(app.files, app.store.scans, Date.now());
      expect(await isStored(`old ${id}`)).toBe(true);
      pass(2 * DAY_MS);
      await thin();
      await removeLeftovers(app.files, app.store.scans, Date.now());
      expect(await isStored(`old ${id}`)).toBe(false);
    });

    test('goes in time too where the plan of somebody else cannot be read', async () => {
      const [unreadable, readable] = [owner, await signUp(app)];
      const ids: string[] = [];
      for (const { headers } of [unreadable, readable]) {
        const id = await create('text', headers);
        await save(id, 'other text', headers);
        ids.push(id);
      }
      pass(31 * DAY_MS);
      const failure = new Error('This plan cannot be read');
      const thinned = thin(async (_, userId) => {
        if (userId === unreadable.user.id) throw failure;
        return 'advanced';
      });
      await expect(thinned).rejects.toBe(failure);
      const left = await app.store.db
        .selectFrom('clip_versions')
        .select('thing_id')
        .where('thing_id', 'in', ids)
        .where('ended_at', 'is not', null)
        .execute();
      expect(left).toEqual([{ thing_id: ids[0] }]);
    });

    test('goes with its clip for good', async () => {
      const id = await create('text');
      const file = await attach(id, `with ${id}`);
      await save(id, 'other text');
      await detach(id, file);
      expect(await isStored(`with ${id}`)).toBe(true);
      await call(app, `DELETE /clipboard/${id}?forever=true`, { headers: owner.headers });
      expect(await isStored(`with ${id}`)).toBe(false);
      const rows = app.store.db.selectFrom('files').select('id').where('holder_id', '=', id);
      expect(await rows.execute()).toEqual([]);
    });
  });

  once.test('whatever is no version of this clip is no longer kept', async () => {
    const id = await create('a');
    await save(id, 'b');
    for (const version of ['2', '99', '0', '-1', '1.0', '01', 'x', '9'.repeat(30)])
      expect([version, await read(id, version)]).toMatchObject([
        version,
        { status: 404, body: notFound },
      ]);
    expect((await restore(id, 99)).body).toEqual(notFound);
  });

  once.test('forgetting leaves the text of now, and no earlier one', async () => {
    const id = await create('secret');
    await save(id, 'a');
    const answer = await call(app, `DELETE /clipboard/${id}/versions`, { headers: owner.headers });
    expect(answer.status).toBe(200);
    expect((await list(id)).body).toEqual([]);
    await save(id, 'b');
    expect((await list(id)).body).toEqual([]);
    pass(6 * MINUTE);
    await save(id, 'c');
    expect(await texts(id)).toEqual(['b']);
  });

  test('versions come back with their clip, and go with it for good', async () => {
    const id = await create('a');
    await save(id, 'b');
    await call(app, `DELETE /clipboard/${id}`, { headers: owner.headers });
    expect((await list(id)).body.code).toBe('CLIP_NOT_FOUND');
    await call(app, `POST /clipboard/${id}/restore`, { headers: owner.headers });
    expect(await texts(id)).toEqual(['a']);
    await call(app, `DELETE /clipboard/${id}?forever=true`, { headers: owner.headers });
    const rows = await app.store.db
      .selectFrom('clip_versions')
      .select('version')
      .where('thing_id', '=', id)
      .execute();
    expect(rows).toEqual([]);
  });

  once.describe('as time goes by', () => {
    test('what the plan no longer keeps is not shown, whether it was removed or not', async () => {
      const id = await create('a');
      await save(id, 'b');
      await app.store.db
        .updateTable('clip_versions')
        .set({ ended_at: Date.now() - 30 * DAY_MS - 1 })
        .where('thing_id', '=', id)
        .where('ended_at', 'is not', null)
        .execute();
      expect((await list(id)).body).toEqual([]);
      expect((await read(id, 1)).body).toEqual(notFound);
    });
  });
});
