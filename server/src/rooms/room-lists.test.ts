import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';

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

  const authorsOf = async (roomId: string) =>
    (await as(olga, `GET /rooms/${roomId}`)).body.authors as string[];

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
});
