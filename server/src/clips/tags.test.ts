import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await buildTestApp();
});
afterEach(closeSockets);
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await signUp(app);
});

const as =
  (person: Pick<Person, 'headers'>) => async (what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { headers: person.headers, ...(body === undefined ? {} : { body }) });
const mine: ReturnType<typeof as> = (what, body) => as(owner)(what, body);
const makeClip = async (content: string): Promise<string> =>
  (await mine('POST /clipboard', { content })).body.id;
const makeTag = async (name: string, color?: string): Promise<string> => {
  const { status, body } = await mine('POST /tags', { name, color });
  expect(status).toBe(201);
  return body.id;
};
const put = (clipId: string, ...tagIds: string[]) =>
  mine(`PUT /clipboard/${clipId}/tags`, { tagIds });
const found = async (query: string, list = 'history') => {
  const { status, body } = await mine(`GET /clipboard/${list}?${query}`);
  expect(status).toBe(200);
  return {
    total: body.total as number,
    contents: (body.clips as Clip[]).map(({ content }) => content),
  };
};

describe('tags', () => {
  test('are listed by name with their colour and how many clips carry them', async () => {
    expect((await mine('GET /tags')).body).toEqual([]);
    const [work, home] = [await makeTag('work', 'teal'), await makeTag('Home')];
    await put(await makeClip('one'), work);
    const deleted = await makeClip('deleted');
    await put(deleted, work, home);
    await mine(`DELETE /clipboard/${deleted}`);
    expect((await mine('GET /tags')).body).toEqual([
      { id: home, name: 'Home', color: 'gray', clips: 0 },
      { id: work, name: 'work', color: 'teal', clips: 1 },
    ]);
  });

  test('have names that are trimmed, spelt one way and at most 40 long', async () => {
    const { body } = await mine('POST /tags', { name: '  Cafe\u0301 ' });
    expect(body.name).toBe('Café');
    expect((await mine('POST /tags', { name: 'x'.repeat(40) })).status).toBe(201);
    // Forty letters, each typed as two characters.
    expect((await mine('POST /tags', { name: 'e\u0301'.repeat(40) })).status).toBe(201);
    for (const name of ['', '   ', 'x'.repeat(41), 7, null])
      expect((await mine('POST /tags', { name })).status).toBe(400);
  });

  test('have names that no other tag of the person has, whatever their case', async () => {
    const straße = await makeTag('Straße');
    for (const name of ['straße', 'STRASSE', ' straße '])
      expect(await mine('POST /tags', { name })).toMatchObject({
        status: 409,
        body: { code: 'TAG_EXISTS', error: 'There is already a tag with this name.' },
      });
    const cafe = await makeTag('cafe');
    await makeTag('café');
    expect((await mine(`PATCH /tags/${cafe}`, { name: 'CAFÉ' })).body.code).toBe('TAG_EXISTS');
    expect((await mine(`PATCH /tags/${straße}`, { name: 'STRAẞE' })).body).toEqual({
      id: straße,
      name: 'STRAẞE',
      color: 'gray',
      clips: 0,
    });
    const other = await signUp(app);
    expect((await as(other)('POST /tags', { name: 'cafe' })).status).toBe(201);
  });

  test('can be renamed and coloured; another’s are not found', async () => {
    const tag = await makeTag('before');
    await put(await makeClip('one'), tag);
    expect((await mine(`PATCH /tags/${tag}`, { color: 'red' })).body).toEqual({
      id: tag,
      name: 'before',
      color: 'red',
      clips: 1,
    });
    expect((await mine(`PATCH /tags/${tag}`, { name: 'after' })).body.name).toBe('after');
    expect((await mine(`PATCH /tags/${tag}`, {})).status).toBe(400);
    const other = await signUp(app);
    for (const what of [`PATCH /tags/${tag}`, `DELETE /tags/${tag}`] as const)
      expect(
        await as(other)(what, what.startsWith('PATCH') ? { name: 'x' } : undefined),
      ).toMatchObject({ status: 404, body: { code: 'TAG_NOT_FOUND' } });
    expect((await mine('GET /tags')).body).toMatchObject([{ name: 'after', color: 'red' }]);
  });

  test('that are deleted leave their clips', async () => {
    const [tag, kept] = [await makeTag('going'), await makeTag('kept')];
    const clip = await makeClip('stays');
    await put(clip, tag, kept);
    expect((await mine(`DELETE /tags/${tag}`)).status).toBe(200);
    expect((await mine(`GET /clipboard/${clip}`)).body).toMatchObject({
      content: 'stays',
      tags: [{ id: kept }],
    });
    expect((await mine(`DELETE /tags/${tag}`)).status).toBe(404);
    expect(await found(`tag=${tag}`)).toEqual({ total: 0, contents: [] });
  });
});

describe('the tags of a clip', () => {
  test('are replaced, come by name and are shown to the owner alone', async () => {
    const [b, a] = [await makeTag('b', 'blue'), await makeTag('A', 'red')];
    const clip = await makeClip('tagged');
    const before = (await mine(`GET /clipboard/${clip}`)).body;
    expect(before.tags).toEqual([]);
    const both = [
      { id: a, name: 'A', color: 'red' },
      { id: b, name: 'b', color: 'blue' },
    ];
    expect((await put(clip, b, a, b)).body).toEqual({ ...before, tags: both });
    expect((await mine('GET /clipboard/history')).body).toMatchObject([{ tags: both }]);
    expect((await mine('GET /clipboard/history?page=1')).body.clips).toMatchObject([
      { tags: both },
    ]);
    for (const reader of [{ headers: {} as never }, await signUp(app)])
      expect((await as(reader)(`GET /clipboard/${clip}`)).body).not.toHaveProperty('tags');
    expect((await put(clip, b)).body.tags).toEqual([both[1]]);
    expect((await put(clip)).body.tags).toEqual([]);
  });

  test('are the owner’s own, and at most 20', async () => {
    const clip = await makeClip('tagged');
    const tag = await makeTag('mine');
    const other = await signUp(app);
    const foreign = (await as(other)('POST /tags', { name: 'theirs' })).body.id;
    for (const id of [foreign, 'unknown'])
      expect(await put(clip, tag, id)).toMatchObject({
        status: 404,
        body: { code: 'TAG_NOT_FOUND' },
      });
    expect((await mine(`GET /clipboard/${clip}`)).body.tags).toEqual([]);
    const many = await Promise.all(
      Array.from({ length: 21 }, (_, index) => makeTag(`tag ${index}`)),
    );
    expect((await put(clip, ...many)).status).toBe(400);
    expect((await put(clip, ...many.slice(1))).body.tags).toHaveLength(20);
  });

  test('are counted as long as lists show their clips', async () => {
    const tag = await makeTag('counted');
    const count = async () => (await mine('GET /tags')).body[0].clips;
    const bulk = async (body: object) => (await mine('POST /clipboard/bulk', body)).body.undoId;
    const undo = (undoId: string) => mine(`POST /clipboard/bulk/${undoId}/undo`);
    const draft = (await mine('POST /clipboard', { content: '' })).body.id;
    await put(draft, tag);
    expect(await count()).toBe(0);
    await mine(`PUT /clipboard/${draft}`, { content: 'saved' });
    expect(await count()).toBe(1);
    const others = [await makeClip('one'), await makeClip('another')];
    const tagged = await bulk({ ids: others, action: 'tag', tagId: tag });
    expect(await count()).toBe(3);
    const deleted = await bulk({ ids: [...others, draft], action: 'delete' });
    expect(await count()).toBe(0);
    await mine(`POST /clipboard/${others[0]}/restore`);
    expect(await count()).toBe(1);
    await undo(deleted);
    expect(await count()).toBe(3);
    await mine(`DELETE /clipboard/${others[1]}`);
    await undo(tagged);
    expect(await count()).toBe(1);
    await mine(`POST /clipboard/${others[1]}/restore`);
    expect(await count()).toBe(1);
  });

  test('and the tags themselves are news for every device of the owner', async () => {
    const clip = await makeClip('tagged');
    const socket = await connectSocket(app.url, { token: owner.session.access_token });
    const heard = record(socket);
    const tag = await makeTag('new');
    await put(clip, tag);
    await settle(socket);
    expect(heard.filter(([event]) => event === 'clip-update')).toEqual([
      ['clip-update', { clipId: null, change: 'tags', version: null, via: null }],
      ['clip-update', { clipId: clip, change: 'tags', version: 1, via: null }],
    ]);
  });
});

describe('a list filtered by tag', () => {
  test('has what carries all of the tags, whatever else is asked', async () => {
    const [red, blue] = [await makeTag('red'), await makeTag('blue')];
    const [one, two, three] = [
      await makeClip('first apple'),
      await makeClip('second apple'),
      await makeClip('third'),
    ];
    await makeClip('untagged apple');
    await put(one, red);
    await put(two, red, blue);
    await put(three, blue);
    await mine(`POST /clipboard/${two}/favorite`);
    expect(await found(`tag=${red}`)).toEqual({
      total: 2,
      contents: ['second apple', 'first apple'],
    });
    expect(await found(`tag=${red}&page=2&pageSize=1`)).toEqual({
      total: 2,
      contents: ['first apple'],
    });
    for (const both of [`tag=${red}&tag=${blue}`, `tag=${red},${blue}`])
      expect(await found(both)).toEqual({ total: 1, contents: ['second apple'] });
    expect(await found(`tag=${blue}&search=third`)).toEqual({ total: 1, contents: ['third'] });
    expect(await found(`tag=${red}&search=APPLE`)).toEqual({
      total: 2,
      contents: ['second apple', 'first apple'],
    });
    expect(await found(`tag=${red}`, 'favorites')).toEqual({
      total: 1,
      contents: ['second apple'],
    });
    expect(await found('tag=')).toMatchObject({ total: 4 });
    await mine(`DELETE /clipboard/${two}`);
    expect(await found(`tag=${red}`)).toEqual({ total: 1, contents: ['first apple'] });
  });

  test('is empty by another’s tag or one that is none', async () => {
    const other = await signUp(app);
    const foreign = (await as(other)('POST /tags', { name: 'theirs' })).body.id;
    const clip = (await as(other)('POST /clipboard', { content: 'theirs' })).body.id;
    await as(other)(`PUT /clipboard/${clip}/tags`, { tagIds: [foreign] });
    await makeClip('mine');
    for (const id of [foreign, 'unknown', `${foreign},unknown`])
      expect(await found(`tag=${id}`)).toEqual({ total: 0, contents: [] });
    expect((await mine('GET /clipboard/history?tag=a%20b')).status).toBe(400);
  });
});
