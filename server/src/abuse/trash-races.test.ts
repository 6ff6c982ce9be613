import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { someCases } from '../../testing/cases.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { upload } from '../../testing/uploads.ts';
import { removeLeftovers } from '../files/files.jobs.ts';

// Restored, forgotten and deleted for good in the same moment: one of them is first, and what is
// left is of one piece.

type What = Parameters<typeof call>[1];
const YEAR_MS = 365 * 24 * 3600_000;

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());

  const as = ({ headers }: Person, what: What, body?: unknown) =>
    call(app, what, { headers, body });

  /** Two clips, two items of a room and two of a desktop, each with an earlier text or a file. */
  async function prepare(owner: Person, member: Person) {
    const clips: string[] = [];
    for (const number of [0, 1]) {
      const { id } = (await as(owner, 'POST /clipboard', { content: `before ${number}` })).body;
      await upload(app, `/clipboard/${id}/files`, owner.headers, { bytes: `${id} file` });
      await as(owner, `PUT /clipboard/${id}`, { content: `after ${number}` });
      clips.push(id);
    }
    const room = (await as(owner, 'POST /rooms', { name: 'Room' })).body.id as string;
    await as(owner, `POST /rooms/${room}/members`, { email: member.user.email });
    const item = (await as(member, `POST /rooms/${room}/content`, { content: 'before' })).body.id;
    await as(member, `PATCH /rooms/${room}/content/${item}`, { content: 'after' });
    const file = (
      await upload(app, `/rooms/${room}/upload`, owner.headers, { bytes: `${room} file` })
    ).body.id;
    const texts = ['one', 'two'].map((content) =>
      as(owner, 'POST /virtual-desktop/items/text', { content }),
    );
    const blocks = (await Promise.all(texts)).map(({ body }) => body.id as string);
    return { clips, room, items: [item, file] as string[], blocks };
  }
  type Prepared = Awaited<ReturnType<typeof prepare>>;

  const callsOn = ({
    clips,
    room,
    items,
    blocks,
  }: Prepared): readonly [0 | 1, What, unknown?][] => [
    ...clips.flatMap((id): [0, What, unknown?][] => [
      [0, `DELETE /clipboard/${id}`],
      [0, `DELETE /clipboard/${id}?forever=true`],
      [0, `POST /trash/clip/${id}/restore`],
      [0, `DELETE /trash/clip/${id}`],
      [0, `PUT /clipboard/${id}`, { content: 'changed' }],
      [0, `DELETE /clipboard/${id}/versions`],
      [0, `POST /clipboard/${id}/versions/1/restore`],
      [0, `POST /clipboard/${id}/restore`],
    ]),
    [0, 'POST /clipboard/bulk', { action: 'delete', ids: clips }],
    ...items.flatMap((id): [0 | 1, What, unknown?][] => [
      [0, `DELETE /rooms/${room}/content/${id}`],
      [1, `DELETE /rooms/${room}/content/${id}`],
      [1, `POST /trash/roomItem/${id}/restore`],
      [0, `DELETE /trash/roomItem/${id}`],
      [1, `PATCH /rooms/${room}/content/${id}`, { content: 'changed' }],
      [1, `DELETE /rooms/${room}/content/${id}/versions`],
      [1, `POST /rooms/${room}/content/${id}/versions/1/restore`],
    ]),
    [0, `DELETE /rooms/${room}`],
    [0, `POST /trash/room/${room}/restore`],
    [0, `DELETE /trash/room/${room}`],
    ...blocks.flatMap((id): [0, What, unknown?][] => [
      [0, `DELETE /virtual-desktop/items/${id}`],
      [0, `POST /trash/desktopItem/${id}/restore`],
      [0, `DELETE /trash/desktopItem/${id}`],
    ]),
    [0, 'DELETE /trash'],
    [1, 'DELETE /trash'],
  ];

  /** What of the store is not of one piece. */
  async function brokenOf(owner: Person, { room }: Prepared): Promise<unknown[]> {
    const { db } = app.store;
    const broken: unknown[] = [];
    const same = (what: string, one: unknown, other: unknown) => {
      if (JSON.stringify(one) !== JSON.stringify(other)) broken.push([what, one, other]);
    };
    const clips = await db
      .selectFrom('clips')
      .selectAll()
      .where('user_id', '=', owner.user.id)
      .orderBy('id')
      .execute();
    const listed = clips.filter((clip) => clip.saved_at !== null && clip.deleted_at === null);
    const textsOf = async (holder: string) =>
      (
        await db
          .selectFrom('search_texts')
          .select('thing_id')
          .where('holder_id', '=', holder)
          .orderBy('thing_id')
          .execute()
      ).map((text) => text.thing_id);
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    same('texts of clips', (await textsOf(owner.user.id)).toSorted(), ids(listed).toSorted());

    const files = await db.selectFrom('files').selectAll().execute();
    for (const clip of clips)
      same(
        `files of ${clip.id}`,
        files.filter((file) => file.holder_kind === 'clip' && file.holder_id === clip.id).length,
        clip.file_count,
      );
    const items = await db
      .selectFrom('room_content')
      .selectAll()
      .where('room_id', '=', room)
      .execute();
    const shown = items.filter((item) => item.deleted_at === null);
    const row = await db
      .selectFrom('rooms')
      .select(['content_count', 'purged_at'])
      .where('id', '=', room)
      .executeTakeFirst();
    same('texts of the room', (await textsOf(room)).toSorted(), ids(shown).toSorted());
    if (row && row.purged_at === null) same('count of the room', row.content_count, shown.length);
    const desktop = await db
      .selectFrom('desktops')
      .select(['id', 'item_count', 'byte_count'])
      .where('user_id', '=', owner.user.id)
      .executeTakeFirstOrThrow();
    const blocks = await db
      .selectFrom('desktop_items')
      .select('bytes')
      .where('desktop_id', '=', desktop.id)
      .where('deleted_at', 'is', null)
      .execute();
    same(
      'the desktop',
      [desktop.item_count, desktop.byte_count],
      [blocks.length, blocks.reduce((sum, { bytes }) => sum + bytes, 0)],
    );

    const things = new Set(
      (
        await Promise.all([
          db.selectFrom('clips').select('id').execute(),
          db.selectFrom('room_content').select('id').execute(),
          db.selectFrom('desktop_items').select('id').execute(),
        ])
      ).flatMap(ids),
    );
    for (const file of files)
      if (!things.has(file.holder_id)) broken.push(['a file of nothing', file]);
    for (const table of ['clip_versions', 'content_versions'] as const)
      for (const { thing_id } of await db.selectFrom(table).select('thing_id').execute())
        if (!things.has(thing_id)) broken.push(['a version of nothing', thing_id]);
    for (const { blob_id: blob, size } of files)
      same('the bytes of a file', (await buffer(await app.files.storage.get(blob))).length, size);
    return broken;
  }

  test('whatever meets, nothing fails and what is left is of one piece', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 20, maxLength: 40 }),
        fc.array(fc.nat(), { minLength: 4, maxLength: 12 }),
        async (picks, first) => {
          const [owner, member] = [await signUp(app), await signUp(app)];
          const prepared = await prepare(owner, member);
          const calls = callsOn(prepared);
          const make = (pick: number) => {
            const [who, what, body] = calls[pick % calls.length] as (typeof calls)[number];
            return as(who === 0 ? owner : member, what, body);
          };
          for (const pick of first) expect((await make(pick)).status).toBeLessThan(500);
          const responses = await Promise.all(picks.map(make));
          for (const { status, text } of responses)
            expect([status < 500, text]).toEqual([true, text]);
          expect(await brokenOf(owner, prepared)).toEqual([]);
        },
      ),
      someCases(8),
    );
    // Nothing that all have let go of is kept.
    await removeLeftovers(app.files, app.store.scans, Date.now() + YEAR_MS);
    const { db } = app.store;
    const stored: string[] = [];
    for await (const { key } of app.files.storage.list()) stored.push(key);
    const held = await db.selectFrom('files').select('blob_id').distinct().execute();
    expect(stored.toSorted()).toEqual(held.map((file) => file.blob_id).toSorted());
  });
});
