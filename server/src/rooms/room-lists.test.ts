import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { transact } from '../core/db/database.ts';
import { newId } from '../core/ids.ts';
import { startOfRange } from '../texts/search.ts';
import { findContentPage, insertContent } from './room-content.queries.ts';

const DAY_MS = 24 * 3600 * 1000;

onEachDatabase((environment) => {
  let app: TestApp;
  let olga: Person;
  let mia: Person;

  beforeAll(async () => {
    app = await buildTestApp(environment);
    olga = await signUp(app, { name: 'Olga Owner', email: 'olga@first.example' });
    mia = await signUp(app, { name: 'Mia Member', email: 'mia@second.example' });
  });
  afterAll(() => app.stop());

  const as = (person: Person, what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { body, headers: person.headers });
  const newRoom = async () => {
    const { body } = await as(olga, 'POST /rooms', { name: 'Searched' });
    await as(olga, `POST /rooms/${body.id}/members`, { email: mia.user.email });
    return body.id as string;
  };
  const add = async (person: Person, roomId: string, content: string) =>
    (await as(person, `POST /rooms/${roomId}/content`, { content })).body.id as string;
  const find = async (roomId: string, search: string, query = '') => {
    const { body } = await as(
      olga,
      `GET /rooms/${roomId}/content?search=${encodeURIComponent(search)}${query}`,
    );
    expect(body.total).toBe(body.content.length);
    return body.content.map(({ content }: { content: string }) => content.slice(0, 30));
  };
  test('a search follows what is added, edited, deleted, restored and removed', async () => {
    const [room, other] = [await newRoom(), await newRoom()];
    await add(mia, other, 'Wardrobe of another room');
    const first = await add(olga, room, 'The Wärdrobe');
    const second = await add(mia, room, 'the table');
    expect(await find(room, 'wardrobe')).toEqual(['The Wärdrobe']);
    await as(mia, `PATCH /rooms/${room}/content/${second}`, { content: 'a wardrobe too' });
    expect(await find(room, 'wardrobe')).toEqual(['a wardrobe too', 'The Wärdrobe']);
    expect(await find(room, 'table')).toEqual([]);
    await as(olga, `PATCH /rooms/${room}/content/${first}`, { content: 'the chair' });
    expect(await find(room, 'wardrobe')).toEqual(['a wardrobe too']);
    await as(olga, `DELETE /rooms/${room}/content/${second}`);
    expect(await find(room, 'wardrobe')).toEqual([]);
    await as(olga, `POST /rooms/${room}/content/${second}/restore`);
    expect(await find(room, 'wardrobe')).toEqual(['a wardrobe too']);
    expect(await find(room, 'wardrobe', '&type=file')).toEqual([]);
  });

  test('words of texts, of authors and of both are found together', async () => {
    const room = await newRoom();
    await add(olga, room, 'one wardrobe');
    await add(mia, room, 'one table for olga');
    await add(mia, room, 'two wardrobes');
    expect(await find(room, 'mia')).toEqual(['two wardrobes', 'one table for olga']);
    expect(await find(room, 'olga')).toEqual(['one table for olga', 'one wardrobe']);
    expect(await find(room, 'mia wardrobe')).toEqual(['two wardrobes']);
    expect(await find(room, 'member second.example')).toEqual([
      'two wardrobes',
      'one table for olga',
    ]);
    expect(await find(room, 'mi wo')).toEqual(['two wardrobes']);
    expect(await find(room, 'ne')).toEqual(['one table for olga', 'one wardrobe']);
    expect(await find(room, 'wardrobe', `&user=${olga.user.email}`)).toEqual(['one wardrobe']);
  });

  test('says of what was found where, unless the author alone was', async () => {
    const room = await newRoom();
    await add(mia, room, 'A Wärdrobe');
    const matches = async (search: string) => {
      const { body } = await as(olga, `GET /rooms/${room}/content?search=${search}`);
      return body.content.map(({ match }: { match?: unknown }) => match);
    };
    expect(await matches('wardrobe')).toEqual([{ where: 'text', excerpt: 'A Wärdrobe' }]);
    expect(await matches('mia')).toEqual([undefined]);
    expect(await matches('mia%20ward')).toEqual([{ where: 'text', excerpt: 'A Wärdrobe' }]);
  });

  test('a page of what is found is sorted as asked, and counts all of it', async () => {
    const room = await newRoom();
    for (const [index, person] of [olga, mia, olga, mia, olga].entries())
      await add(person, room, `common ${index}`);
    const page = async (query: string) => {
      const { body } = await as(olga, `GET /rooms/${room}/content?search=common&${query}`);
      return [body.total, ...body.content.map(({ content }: { content: string }) => content)];
    };
    expect(await page('pageSize=2')).toEqual([5, 'common 4', 'common 3']);
    expect(await page('pageSize=2&page=3')).toEqual([5, 'common 0']);
    expect(await page('pageSize=2&page=4')).toEqual([5]);
    expect(await page('sort=user&order=asc&pageSize=3')).toEqual([
      5,
      'common 1',
      'common 3',
      'common 0',
    ]);
    expect(await page('sort=user&order=desc&pageSize=1')).toEqual([5, 'common 4']);
    expect(await page('sort=type&order=asc&pageSize=1&dateRange=today')).toEqual([5, 'common 0']);
    expect(await page(`user=${mia.user.email}`)).toEqual([2, 'common 3', 'common 1']);
  });

  const addAt = ({ user }: Person, roomId: string, at: number, type: 'text' | 'file' = 'text') =>
    transact(app.store.db, (tx) =>
      insertContent(tx, {
        id: newId(),
        room_id: roomId,
        user_id: user.id,
        author_email: user.email,
        type,
        version: 1,
        created_at: at,
        updated_at: at,
        deleted_at: null,
        content: 'dated',
      }),
    );
  const authorsOf = async (roomId: string) =>
    (await as(olga, `GET /rooms/${roomId}`)).body.authors as string[];

  test('who has something in a room is listed as long as it is there', async () => {
    const room = await newRoom();
    const { body: item } = await as(mia, `POST /rooms/${room}/content`, { content: 'text' });
    await as(olga, `POST /rooms/${room}/content`, { content: 'text' });
    await as(olga, `POST /rooms/${room}/content`, { content: 'another' });
    const both = [mia.user.email, olga.user.email].toSorted();
    expect(await authorsOf(room)).toEqual(both);
    await as(olga, `DELETE /rooms/${room}/content/${item.id}`);
    expect(await authorsOf(room)).toEqual([olga.user.email]);
    await as(olga, `POST /rooms/${room}/content/${item.id}/restore`);
    expect(await authorsOf(room)).toEqual(both);
    expect(await authorsOf(await newRoom())).toEqual([]);
  });

  test('an account that is deleted leaves no address in the counts', async () => {
    const room = await newRoom();
    const guest = await signUp(app, { email: 'guest.of.counts@example.com' });
    await as(olga, `POST /rooms/${room}/members`, { email: guest.user.email });
    await as(guest, `POST /rooms/${room}/content`, { content: 'stays' });
    expect((await as(guest, 'DELETE /account', { password: TEST_PASSWORD })).status).toBeLessThan(
      300,
    );
    expect(await authorsOf(room)).not.toContain(guest.user.email);
    const { body } = await as(olga, `GET /rooms/${room}`);
    expect(body.authors).toEqual([body.content[0].user.email]);
    expect(
      (await as(olga, `GET /rooms/${room}/content?user=${encodeURIComponent(body.authors[0])}`))
        .body.total,
    ).toBe(1);
  });

  test('every filter counts what it shows', async () => {
    const room = await newRoom();
    const now = Date.now();
    const midnight = Math.floor(now / DAY_MS) * DAY_MS;
    const moments = [0, 1, 2, 6, 7, 8, 29, 30, 31, 400].flatMap((days) =>
      [-1, 0, 1, 5 * 3600_000].map((ms) => midnight - days * DAY_MS + ms),
    );
    for (const [index, at] of moments.entries())
      await addAt(index % 3 ? olga : mia, room, at, index % 4 ? 'text' : 'file');
    const all = await app.store.db
      .selectFrom('room_content')
      .selectAll()
      .where('room_id', '=', room)
      .execute();
    for (const type of [undefined, 'text', 'file'] as const) {
      for (const authors of [undefined, [mia.user.email], []]) {
        for (const range of ['all', 'today', 'month'] as const) {
          for (const timeZone of ['UTC', 'Asia/Kolkata']) {
            const since = startOfRange(range, now, timeZone);
            const filter = { words: [], type, authors, since };
            const page = await findContentPage(
              app.store.db,
              { id: room, content_count: all.length },
              filter,
              {
                sort: 'date',
                order: 'desc',
                limit: 50,
                offset: 0,
              },
            );
            const expected = all.filter(
              (item) =>
                (type === undefined || item.type === type) &&
                (authors === undefined || authors.includes(item.author_email)) &&
                (since === undefined || item.created_at >= since),
            ).length;
            expect([page.total, page.heads.length], JSON.stringify(filter)).toEqual([
              expected,
              expected,
            ]);
          }
        }
      }
    }
  });
});
