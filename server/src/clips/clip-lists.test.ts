import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { plansOf } from '../../testing/plans.ts';
import { upload } from '../../testing/uploads.ts';
import { transact } from '../core/db/database.ts';
import { startOfRange } from '../texts/search.ts';
import { countClips, filterOf } from './clip-lists.queries.ts';
import { createClip } from './clips.changes.ts';

const DAY = 24 * 3600_000;

onEachDatabase((environment, once) => {
  let app: TestApp;
  let owner: Person;

  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    owner = await signUp(app);
  });

  const headers = () => ({ headers: owner.headers });
  /** Clips of some age, oldest first; later ones of one age come later. */
  const fill = async (...clips: (string | [content: string, age: number])[]) => {
    const now = Date.now();
    const ids: string[] = [];
    for (const clip of clips) {
      const [content, age] = typeof clip === 'string' ? [clip, 0] : clip;
      ids.push(
        (await transact(app.store.db, (tx) => createClip(tx, owner.user.id, content, now - age)))
          .id,
      );
    }
    return ids;
  };
  const page = async (query: string, list = 'history') => {
    const { status, body } = await call(app, `GET /clipboard/${list}?${query}`, headers());
    expect(status).toBe(200);
    return {
      total: body.total as number,
      contents: (body.clips as Clip[]).map((clip) => clip.content),
    };
  };
  const favorite = (id: string) => call(app, `POST /clipboard/${id}/favorite`, headers());
  const attach = (id = '', name = 'a.txt') =>
    upload(app, `/clipboard/${id}/files`, owner.headers, { name });

  describe('the history', () => {
    once.test('is a bare array without a query, newest first', async () => {
      await fill(['older', 3000], ['old', 2000], ['new', 1000]);
      for (const query of ['', '?unknown=1']) {
        const { body } = await call(app, `GET /clipboard/history${query}` as 'GET /x', headers());
        expect(body.map((clip: Clip) => clip.content)).toEqual(['new', 'old', 'older']);
      }
    });

    test('says of what a search found where, and what stands there', async () => {
      const long = `${'before '.repeat(100)}\n Café ${'after '.repeat(100)}`;
      const [, id] = await fill(long, 'a file of it', 'nothing');
      await attach(id, 'caf\u00e9.txt');
      const found = async (query: string, list = 'history') =>
        (await call(app, `GET /clipboard/${list}?${query}`, headers())).body.clips as Clip[];
      const [file, text] = await found('search=CAFE');
      expect(file?.match).toEqual({ where: 'file', excerpt: 'café.txt' });
      expect(text?.match?.where).toBe('text');
      expect(text?.match?.excerpt).toHaveLength(300);
      expect(long).toContain(text?.match?.excerpt);
      expect(text?.match?.excerpt).toContain('\n Café after');
      expect((await found('search=cafe%20file'))[0]?.match).toEqual({
        where: 'text',
        excerpt: 'a file of it',
      });
      for (const query of ['page=1', 'search=', 'search=%20'])
        for (const clip of await found(query)) expect(clip).not.toHaveProperty('match');
      await favorite(String(id));
      expect((await found('search=cafe', 'favorites'))[0]?.match?.excerpt).toBe('café.txt');
    });

    once.test('is paged, 20 at a time unless asked otherwise', async () => {
      await fill(
        ...Array.from({ length: 45 }, (_, index): [string, number] => [
          `clip ${index}`,
          1000 - index,
        ]),
      );
      const newest = Array.from({ length: 45 }, (_, index) => `clip ${44 - index}`);
      expect(await page('page=1')).toEqual({ total: 45, contents: newest.slice(0, 20) });
      expect(await page('page=3')).toEqual({ total: 45, contents: newest.slice(40) });
      expect(await page('page=4')).toEqual({ total: 45, contents: [] });
      expect(await page('page=2&pageSize=7')).toEqual({ total: 45, contents: newest.slice(7, 14) });
      expect(await page('search=clip&page=2&pageSize=40')).toEqual({
        total: 45,
        contents: newest.slice(40),
      });
      expect(await page('search=clip&page=9')).toEqual({ total: 45, contents: [] });
      expect(
        (await call(app, 'GET /clipboard/history', headers())).body.map(
          (clip: Clip) => clip.content,
        ),
      ).toEqual(newest);
    });

    test('is counted by an index that has all a filter asks', async () => {
      for (const [query, index] of [
        [{ favorite: 'false' }, 'clips_listed'],
        [{ favorite: 'true' }, 'clips_favorite'],
        [{ type: 'file' }, 'clips_file'],
      ] as const)
        expect(
          await plansOf(app.store, (tx) => countClips(tx, filterOf(owner.user.id, query, 0))),
        ).toEqual([expect.stringContaining(index)]);
    });

    once.test('has one order for clips of one moment', async () => {
      await fill(
        ...Array.from({ length: 30 }, (_, index): [string, number] => [`clip ${index}`, 5000]),
      );
      const pages = await Promise.all(
        [1, 2, 3].map((number) => page(`pageSize=10&page=${number}`)),
      );
      expect(pages.flatMap(({ contents }) => contents)).toEqual(
        Array.from({ length: 30 }, (_, index) => `clip ${29 - index}`),
      );
    });

    once.test('is everything, however much', async () => {
      for (const more of [20, 1, 19, 50]) {
        const before = (await page('page=1')).total;
        await fill(
          ...Array.from({ length: more }, (_, index): [string, number] => [`${before + index}`, 0]),
        );
        const { body, headers: answered } = await call(app, 'GET /clipboard/history', headers());
        expect(answered.get('content-type')).toBe('application/json; charset=utf-8');
        expect(body.map((clip: Clip) => clip.content)).toEqual(
          Array.from({ length: before + more }, (_, index) => `${before + more - 1 - index}`),
        );
      }
    });

    once.test.each([
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'pageSize=0',
      'pageSize=101',
      'type=x',
      'favorite=1',
      'dateRange=year',
      `search=${'a'.repeat(1001)}`,
    ])('refuses %s', async (query) => {
      expect((await call(app, `GET /clipboard/history?${query}`, headers())).status).toBe(400);
    });

    once.test("is one person's", async () => {
      await fill('mine');
      owner = await signUp(app);
      expect(await page('page=1')).toEqual({ total: 0, contents: [] });
      expect(await page('search=mine')).toEqual({ total: 0, contents: [] });
    });
  });

  test('filters combine, and their totals agree with what they list', async () => {
    const ids = await fill(
      ['a text', 100 * DAY],
      ['b file', 20 * DAY],
      ['c favourite', 5 * DAY],
      ['d favourite file', 1000],
      ['e text', 500],
    );
    await attach(ids[1]);
    await attach(ids[3]);
    await favorite(ids[2] ?? '');
    await favorite(ids[3] ?? '');
    const expected: Record<string, string[]> = {
      'type=all': ['e text', 'd favourite file', 'c favourite', 'b file', 'a text'],
      'type=file': ['d favourite file', 'b file'],
      'type=text': ['e text', 'c favourite', 'a text'],
      'favorite=true': ['d favourite file', 'c favourite'],
      'favorite=false': ['e text', 'b file', 'a text'],
      'favorite=true&type=file': ['d favourite file'],
      'favorite=true&type=text': ['c favourite'],
      'favorite=false&type=file': ['b file'],
      'favorite=false&type=text': ['e text', 'a text'],
      'search=FAVOURITE': ['d favourite file', 'c favourite'],
      'search=a.txt': ['d favourite file', 'b file'],
      'search=file&type=text': [],
      'search=t&favorite=true&type=file': ['d favourite file'],
    };
    for (const [query, contents] of Object.entries(expected)) {
      expect([query, await page(query)]).toEqual([query, { contents, total: contents.length }]);
      expect([query, (await page(`${query}&pageSize=1&page=2`)).total]).toEqual([
        query,
        contents.length,
      ]);
    }
    expect(
      (await call(app, 'GET /clipboard/favorites', headers())).body.map(
        (clip: Clip) => clip.content,
      ),
    ).toEqual(expected['favorite=true']);
    expect(await page('page=1', 'favorites')).toEqual({
      contents: expected['favorite=true'],
      total: 2,
    });
    expect(await page('favorite=false', 'favorites')).toEqual({
      contents: expected['favorite=true'],
      total: 2,
    });
    expect(await page('search=file', 'favorites')).toEqual({
      contents: ['d favourite file'],
      total: 1,
    });
    expect((await call(app, 'GET /clipboard/stats', headers())).body).toEqual({
      totalClips: 5,
      textClips: 3,
      favoriteClips: 2,
      activeRooms: 0,
    });
  });

  once.test('ranges begin with today, Monday and the first, where the caller lives', async () => {
    for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'US/Pacific-New', 'Etc/Unknown']) {
      owner = await signUp(app);
      const now = Date.now();
      const starts = (['today', 'week', 'month'] as const).map((range) => ({
        range,
        at: startOfRange(range, now, timeZone) ?? 0,
      }));
      const moments = starts.flatMap(({ at }) => [at, at - 1]);
      const made = [...new Set(moments)].toSorted((a, b) => a - b);
      await fill(...made.map((at): [string, number] => [`${at}`, Date.now() - at]));
      const { body } = await call(app, 'GET /clipboard/history', headers());
      for (const { range, at } of starts) {
        const expected = (body as Clip[]).filter(({ createdAt }) => Date.parse(createdAt) >= at);
        expect(expected.length).toBeGreaterThan(0);
        for (const search of ['', '&search=1'])
          expect((await page(`dateRange=${range}&timeZone=${timeZone}${search}`)).contents).toEqual(
            expected.map(({ content }) => content),
          );
      }
    }
    expect((await call(app, 'GET /clipboard/history?timeZone=Nowhere', headers())).status).toBe(
      400,
    );
  });

  describe('the search', () => {
    test.each([
      ['lo WO hell', 'Hello World', true],
      ['hello mars', 'Hello World', false],
      ['creme brulee', 'Crème Brûlée', true],
      ['%', 'a 100 b', false],
      ['100%', 'a 100% b', true],
      ['a_b', 'aXb', false],
      ['a_b', 'a_b', true],
      ['\\', 'C:\\dir', true],
      ['\\%', '\\x', false],
      ['~_', 'a~_b', true],
      ['~_', 'a~b', false],
      ["'; drop", "x'; drop table", true],
      ['x', 'a\0b', false],
      ['  ', 'anything', true],
      ['é', 'e\u0301', true],
    ])('%j in %j: %j', async (search, content, isFound) => {
      const { body } = await call(app, 'POST /clipboard', { body: { content }, ...headers() });
      expect(body.id).toBeDefined();
      expect((await page(`search=${encodeURIComponent(search)}`)).total).toBe(isFound ? 1 : 0);
    });

    test('looks into the whole of a long text', async () => {
      await fill(`${'lorem ipsum '.repeat(40_000)}needle`);
      expect((await page('search=needle')).total).toBe(1);
      expect((await page('search=ipsum%20NEEDLE')).total).toBe(1);
      expect((await page('search=nadel')).total).toBe(0);
    });

    test('follows every change', async () => {
      const [id = ''] = await fill('first words');
      await call(app, `PUT /clipboard/${id}`, { body: { content: 'second words' }, ...headers() });
      expect([(await page('search=first')).total, (await page('search=second')).total]).toEqual([
        0, 1,
      ]);
      const { body: file } = await attach(id, 'Résumé.pdf');
      expect([
        (await page('search=resume')).total,
        (await page('search=resume%20second')).total,
      ]).toEqual([1, 1]);
      await call(app, `DELETE /clipboard/${id}/files/${file.id}`, headers());
      expect([(await page('search=resume')).total, (await page('search=second')).total]).toEqual([
        0, 1,
      ]);
      await call(app, `PUT /clipboard/${id}`, {
        body: { content: `third ${'x'.repeat(100_000)}` },
        ...headers(),
      });
      expect([
        (await page('search=second')).total,
        (await page('search=third%20xxxx')).total,
      ]).toEqual([0, 1]);
      await call(app, `PUT /clipboard/${id}`, { body: { content: 'fourth' }, ...headers() });
      expect([(await page('search=third')).total, (await page('search=fourth')).total]).toEqual([
        0, 1,
      ]);
    });

    once.test('takes as many words as fit', async () => {
      const letters = Array.from({ length: 480 }, (_, index) =>
        String.fromCodePoint(0x4e00 + index),
      );
      await fill(letters.join(''), 'other');
      expect((await page(`search=${encodeURIComponent(letters.join(' '))}`)).total).toBe(1);
    });
  });
});
