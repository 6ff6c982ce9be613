import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../../testing/factories.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { upload } from '../../../testing/uploads.ts';
import { engineOf, transact } from '../../database/database.ts';
import * as largeRooms from '../../database/migrations/0007-large-rooms.ts';
import { fold } from '../../database/search-text.ts';
import { newId } from '../../ids.ts';
import { startOfRange } from './date-range.ts';
import { findContentPage, insertContent } from './room-content.queries.ts';

const DAY_MS = 24 * 3600 * 1000;

onEachDatabase((environment) => {
  let app: TestApp;
  let olga: Person;
  let mia: Person;

  beforeAll(async () => {
    app = await buildTestApp(environment);
    olga = await signUp(app, { name: 'Olga Owner' });
    mia = await signUp(app, { name: 'Mia Member' });
  });
  afterAll(() => app.stop());

  const as = (person: Person, what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { body, headers: person.headers });
  const newRoom = async () => {
    const { body } = await as(olga, 'POST /rooms', { name: 'Counted' });
    await as(olga, `POST /rooms/${body.id}/members`, { email: mia.user.email });
    return body.id as string;
  };
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
        search_text: fold('dated'),
      }),
    );
  const kept = async () => ({
    authors: await app.store.db
      .selectFrom('room_authors')
      .selectAll()
      .orderBy('room_id')
      .orderBy('email')
      .execute(),
    days: await app.store.db
      .selectFrom('room_days')
      .selectAll()
      .orderBy('room_id')
      .orderBy('day')
      .execute(),
  });
  const authorsOf = async (roomId: string) =>
    (await kept()).authors
      .filter((row) => row.room_id === roomId)
      .map(({ email, texts, files }) => [email, texts, files]);

  test('adding, deleting and restoring count, and a room that is deleted keeps no addresses', async () => {
    const room = await newRoom();
    const { body: item } = await as(mia, `POST /rooms/${room}/content`, { content: 'text' });
    await upload(app, `/rooms/${room}/upload`, mia.headers, { name: 'a.txt', bytes: 'x' });
    await as(olga, `POST /rooms/${room}/content`, { content: 'text' });
    const both = [
      [mia.user.email, 1, 1],
      [olga.user.email, 1, 0],
    ].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    expect(await authorsOf(room)).toEqual(both);
    await as(olga, `DELETE /rooms/${room}/content/${item.id}`);
    expect(await authorsOf(room)).toContainEqual([mia.user.email, 0, 1]);
    await as(olga, `POST /rooms/${room}/content/${item.id}/restore`);
    expect(await authorsOf(room)).toEqual(both);

    const { body: seen } = await as(olga, `GET /rooms/${room}`);
    for (const { id } of seen.content.filter(
      ({ user }: { user: { id: string } }) => user.id === mia.user.id,
    ))
      await as(olga, `DELETE /rooms/${room}/content/${id}`);
    expect(await authorsOf(room)).toEqual([[olga.user.email, 1, 0]]);
    expect((await as(olga, `GET /rooms/${room}`)).body.authors).toEqual([olga.user.email]);
    await as(olga, `DELETE /rooms/${room}`);
    expect((await kept()).authors.filter((row) => row.room_id === room)).toEqual([]);
    expect((await kept()).days.filter((row) => row.room_id === room)).toEqual([]);
  });

  test('an account that is deleted leaves no address in the counts', async () => {
    const room = await newRoom();
    const guest = await signUp(app, { email: 'guest.of.counts@example.com' });
    await as(olga, `POST /rooms/${room}/members`, { email: guest.user.email });
    await as(guest, `POST /rooms/${room}/content`, { content: 'stays' });
    expect((await as(guest, 'DELETE /account', { password: TEST_PASSWORD })).status).toBeLessThan(
      300,
    );
    const [row] = await authorsOf(room);
    expect(row?.[0]).not.toBe(guest.user.email);
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
          for (const offset of [0, -330]) {
            const since = startOfRange(range, now, offset);
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
            expect([page.total, page.items.length], JSON.stringify(filter)).toEqual([
              expected,
              expected,
            ]);
          }
        }
      }
    }
  });

  test('a store of an earlier version is counted and made searchable when it is brought up to date', async () => {
    const { db } = app.store;
    const room = await newRoom();
    for (const days of [0, 1, 1, 50])
      await addAt(
        days ? mia : olga,
        room,
        Date.now() - days * DAY_MS,
        days === 50 ? 'file' : 'text',
      );
    const { body: gone } = await as(mia, `POST /rooms/${room}/content`, {
      content: 'gone for a while',
    });
    await as(mia, `DELETE /rooms/${room}/content/${gone.id}`);
    const before = await kept();
    for (const table of ['room_authors', 'room_days']) await db.schema.dropTable(table).execute();
    if (engineOf(db) === 'sqlite') {
      await sql`drop trigger room_content_changed`.execute(db);
      for (const table of ['room_places', 'room_trigrams'])
        await db.schema.dropTable(table).execute();
    }
    await largeRooms.up(db as unknown as Kysely<unknown>);
    expect(await kept()).toEqual(before);
    // So many that the trigrams are asked.
    await db.updateTable('rooms').set({ content_count: 100_000 }).where('id', '=', room).execute();
    expect(before.authors.length).toBeGreaterThan(2);
    const total = async (search: string) =>
      (await as(olga, `GET /rooms/${room}/content?search=${search}`)).body.total;
    expect([await total('dated'), await total('while')]).toEqual([4, 0]);
    await as(mia, `POST /rooms/${room}/content/${gone.id}/restore`);
    await as(mia, `PATCH /rooms/${room}/content/${gone.id}`, { content: 'back and edited' });
    expect([await total('while'), await total('edited')]).toEqual([0, 1]);
  });
});
