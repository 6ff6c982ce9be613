import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { engineOf, transact } from '../../database/database.ts';
import { fold } from '../../database/search-text.ts';
import { LONG_TEXT, MAX_CANDIDATES } from '../../database/trigrams.ts';
import { newId } from '../../ids.ts';
import { insertContent } from './room-content.queries.ts';
import { findCandidates } from './room-search.queries.ts';

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
  /** One that says it holds more than it does, so that it is searched as a large one. */
  const newRoom = async () => {
    const { body } = await as(olga, 'POST /rooms', { name: 'Searched' });
    await as(olga, `POST /rooms/${body.id}/members`, { email: mia.user.email });
    const content_count = 2 * MAX_CANDIDATES;
    await app.store.db
      .updateTable('rooms')
      .set({ content_count })
      .where('id', '=', body.id)
      .execute();
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
  const candidatesOf = (roomId: string, word: string, authors: string[] = []) =>
    findCandidates(app.store.db, roomId, [{ word, authors }]);

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
    await app.store.db.deleteFrom('room_content').where('id', '=', second).execute();
    expect(await find(room, 'wardrobe')).toEqual([]);
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

  test('a long text is found by its end, also when it became long or short', async () => {
    const room = await newRoom();
    const long = `${'filler '.repeat(LONG_TEXT / 6)}wardrobe`;
    const item = await add(olga, room, long);
    expect(await find(room, 'wardrobe')).toHaveLength(1);
    await as(olga, `PATCH /rooms/${room}/content/${item}`, { content: 'short' });
    expect([await find(room, 'wardrobe'), await find(room, 'short')]).toEqual([[], ['short']]);
    if (engineOf(app.store.db) === 'sqlite')
      expect(await candidatesOf(room, 'wardrobe')).toEqual([]);
    await as(olga, `PATCH /rooms/${room}/content/${item}`, { content: long });
    expect(await find(room, 'wardrobe')).toHaveLength(1);
  });

  test('only what may match is looked at, unless that is much', async () => {
    const room = await newRoom();
    const isIndexed = engineOf(app.store.db) === 'sqlite';
    const items = isIndexed ? MAX_CANDIDATES : 10;
    const row = {
      room_id: room,
      user_id: mia.user.id,
      author_email: mia.user.email,
      type: 'text' as const,
      version: 1,
      deleted_at: null,
    };
    await transact(app.store.db, async (tx) => {
      for (let index = 0; index < items; index++) {
        const content = index === 7 ? 'Common wardrobe' : 'Common table';
        const at = Date.UTC(2020) + index;
        await insertContent(tx, {
          ...row,
          id: newId(),
          created_at: at,
          updated_at: at,
          content,
          search_text: fold(content),
        });
      }
    });
    await add(olga, room, 'by olga');
    if (isIndexed) {
      expect(await candidatesOf(room, 'wardrobe')).toHaveLength(1);
      expect(await candidatesOf(room, 'nowhere')).toEqual([]);
      expect(await candidatesOf(room, 'owner', [olga.user.email])).toHaveLength(1);
      expect(await candidatesOf(room, 'common')).toBeUndefined();
      expect(await candidatesOf(room, 'member', [mia.user.email])).toBeUndefined();
    }
    expect(await candidatesOf(room, 'wa')).toBeUndefined();
    expect(await find(room, 'wardrobe')).toEqual(['Common wardrobe']);
    const { body } = await as(olga, `GET /rooms/${room}/content?search=common&pageSize=1`);
    expect([body.total, body.content.length]).toEqual([items, 1]);
  });
});
