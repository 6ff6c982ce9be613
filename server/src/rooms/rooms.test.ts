import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Answer, call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { upload } from '../../testing/uploads.ts';
import { startOfRange } from '../texts/search.ts';
import { maskEmail } from './rooms.present.ts';

describe('rooms', () => {
  let app: TestApp;
  let owner: Person;
  let member: Person;
  let stranger: Person;

  beforeAll(async () => {
    app = await buildTestApp({ TRASH_DAYS: '0' });
    owner = await signUp(app, { name: 'Olga Owner' });
    member = await signUp(app, { name: 'Mia Member' });
    stranger = await signUp(app, { name: 'Stan Stranger' });
  });
  afterAll(() => app.stop());

  type What = Parameters<typeof call>[1];
  const as = (
    person: Person,
    what: What,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => call(app, what, { body, headers: { ...person.headers, ...headers } });
  const newRoom = async (isPrivate = false, name = 'Studio') =>
    (await as(owner, 'POST /rooms', { name, isPrivate })).body;
  const roomWithMember = async (isPrivate = false) => {
    const room = await newRoom(isPrivate);
    await as(owner, `POST /rooms/${room.id}/members`, { email: member.user.email });
    await as(member, `GET /rooms/${room.id}`);
    return room;
  };
  const addText = async (person: Person, roomId: string, content: string) =>
    (await as(person, `POST /rooms/${roomId}/content`, { content, type: 'text' })).body;
  const activityOf = async (roomId: string) =>
    (await as(owner, `GET /rooms/${roomId}/activity`)).body.map(
      ({ type, details, user }: { type: string; details: string; user: { id: string } }) => ({
        type,
        details: JSON.parse(details),
        by: user.id,
      }),
    );

  /** Puts a person into rooms of nobody else, which they have looked into or not. */
  async function fillRoomsOf({ user }: Person, rooms: number, opened_at: number | null) {
    const ids = Array.from({ length: rooms }, () => crypto.randomUUID());
    const filled = { owner_id: user.id, is_private: 1, member_count: 1, content_count: 0 };
    const at = { created_at: 0, updated_at: 0, deleted_at: null };
    const person = { member_id: user.id, user_id: user.id, email: user.email };
    const joined = { role: 'owner' as const, joined_at: 0, opened_at, ...person };
    const { db } = app.store;
    await db
      .insertInto('rooms')
      .values(ids.map((id) => ({ id, name: 'Filled', share_token: id, ...filled, ...at })))
      .execute();
    await db
      .insertInto('room_members')
      .values(ids.map((id) => ({ room_id: id, ...joined })))
      .execute();
    return async () => {
      await db.deleteFrom('rooms').where('id', 'in', ids).execute();
    };
  }

  test('no one is in more rooms than a list can show', async () => {
    const [busy, { id: open, shareToken }] = [await signUp(app), await newRoom()];
    await as(busy, 'POST /rooms', { name: 'First' });
    const { body: away } = await as(owner, 'POST /rooms', { name: 'Away' });
    await as(owner, `POST /rooms/${away.id}/members`, { email: busy.user.email });
    await as(owner, `DELETE /rooms/${away.id}`);
    const empty = await fillRoomsOf(busy, 499, 0);
    const full = { status: 409, body: { code: 'TOO_MANY_ROOMS' } };
    expect(await as(busy, 'POST /rooms', { name: 'One more' })).toMatchObject(full);
    expect(await as(busy, 'POST /rooms/join', { shareToken })).toMatchObject(full);
    // The answer to who adds them tells nothing; they are invited.
    const added = await as(owner, `POST /rooms/${open}/members`, { email: busy.user.email });
    expect([added.status, added.body.email]).toEqual([201, busy.user.email]);
    const { body: listed } = await as(busy, 'GET /rooms');
    expect([listed.length, listed[0].name]).toEqual([500, 'First']);
    expect(listed.every(({ members }: { members: unknown[] }) => members.length === 1)).toBe(true);

    // Nor by a room that comes back, where they are invited again.
    const { body: back } = await as(owner, `POST /trash/room/${away.id}/restore`);
    const others = back.members.filter(({ role }: { role: string }) => role === 'member');
    expect([back.memberCount, others]).toEqual([
      2,
      [expect.objectContaining({ email: busy.user.email, id: added.body.id })],
    ]);
    expect((await as(busy, `GET /rooms/${away.id}`)).body.role).toBe(null);
    expect((await as(busy, 'GET /rooms')).body).toHaveLength(500);

    // Who was invited can join as anyone can, and is counted once.
    await empty();
    const joined = await as(busy, 'POST /rooms/join', { shareToken });
    expect([joined.status, joined.body.role, joined.body.memberCount]).toEqual([200, 'member', 2]);
    const [entry] = (await activityOf(open)) as { type: string }[];
    expect(entry?.type).toBe('member_joined_by_token');
  });

  test('no one fills the list of another', async () => {
    const busy = await signUp(app);
    await fillRoomsOf(busy, 99, null);
    const add = async () => {
      const room = await newRoom();
      await as(owner, `POST /rooms/${room.id}/members`, { email: busy.user.email });
      return (await as(busy, `GET /rooms/${room.id}`)).body.role;
    };
    const rooms = async () => (await as(busy, 'GET /rooms')).body.length;
    // The hundredth; looked into, it no longer counts.
    expect([await add(), await rooms()]).toEqual(['member', 100]);
    expect([await add(), await rooms()]).toEqual(['member', 101]);
    await fillRoomsOf(busy, 1, null);
    expect([await add(), await rooms()]).toEqual([null, 102]);
    expect((await as(busy, 'POST /rooms', { name: 'My own' })).status).toBe(201);
  });

  describe('a room', () => {
    test('is public unless said otherwise and belongs to its creator', async () => {
      const { status, body } = await as(owner, 'POST /rooms', { name: '  Plans ' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        name: 'Plans',
        is_private: false,
        isPrivate: false,
        memberCount: 1,
        role: 'owner',
        content: [],
        contentTotal: 0,
        authors: [],
        members: [
          {
            id: owner.user.id,
            email: owner.user.email,
            name: 'Olga Owner',
            role: 'owner',
            avatar: null,
          },
        ],
      });
      expect(body.shareToken).toMatch(/^[\w-]{40,}$/);
      expect((await as(owner, `GET /rooms/${body.id}`)).body).toEqual(body);
      expect(await activityOf(body.id)).toEqual([]);
    });

    test('is listed to its members, last changed first, with its first members and no content', async () => {
      const newcomer = await signUp(app);
      const older = await roomWithMember();
      const newer = await newRoom();
      for (const room of [older, newer])
        await as(owner, `POST /rooms/${room.id}/members`, { email: newcomer.user.email });
      for (const _ of [1, 2, 3])
        await as(owner, `POST /rooms/${older.id}/members`, {
          email: (await signUp(app)).user.email,
        });
      await addText(owner, older.id, 'Hello');
      const { body } = await as(newcomer, 'GET /rooms');
      expect(body.map((room: { id: string }) => room.id)).toEqual([older.id, newer.id]);
      expect(body[0]).toMatchObject({ memberCount: 6, role: 'member', name: 'Studio' });
      expect(body[0]).not.toHaveProperty('content');
      expect(body[0].members.map((each: { id: string }) => each.id).slice(0, 3)).toEqual([
        owner.user.id,
        member.user.id,
        newcomer.user.id,
      ]);
      expect(body[0].members).toHaveLength(4);
      expect(body[1].members).toHaveLength(2);
    });

    test('is renamed and closed by its owner', async () => {
      const room = await roomWithMember();
      const { status, body } = await as(owner, `PATCH /rooms/${room.id}`, {
        name: 'Workshop',
        isPrivate: true,
      });
      expect([status, body.name, body.isPrivate, body.is_private]).toEqual([
        200,
        'Workshop',
        true,
        true,
      ]);
      await as(owner, `PATCH /rooms/${room.id}`, { name: 'Workshop', isPrivate: true });
      await as(owner, `PATCH /rooms/${room.id}`, { isPrivate: false });
      expect((await activityOf(room.id)).slice(0, 2)).toEqual([
        { type: 'room_updated', details: { isPrivate: false }, by: owner.user.id },
        { type: 'room_updated', details: { name: 'Workshop', isPrivate: true }, by: owner.user.id },
      ]);
      expect((await as(owner, `PATCH /rooms/${room.id}`, {})).status).toBe(400);
      expect(body.updated_at > room.updated_at).toBe(true);
    });

    test('is gone for everybody once its owner deletes it', async () => {
      const room = await roomWithMember();
      await addText(member, room.id, 'Gone');
      expect((await as(owner, `DELETE /rooms/${room.id}`)).status).toBe(200);
      for (const person of [owner, member, stranger]) {
        const answer = await as(person, `GET /rooms/${room.id}`);
        expect([answer.status, answer.body.error]).toEqual([404, 'Room not found']);
      }
      expect(
        (await as(member, 'GET /rooms')).body.map((each: { id: string }) => each.id),
      ).not.toContain(room.id);
      expect((await as(stranger, 'POST /rooms/join', { shareToken: room.shareToken })).status).toBe(
        404,
      );
      const log = await app.store.db
        .selectFrom('room_activity')
        .select(['type', 'user_id'])
        .where('room_id', '=', room.id)
        .orderBy('created_at', 'desc')
        .execute();
      expect(log[0]).toEqual({ type: 'room_deleted', user_id: owner.user.id });
    });
  });

  describe('what a stranger sees of a public room', () => {
    test('is everything but addresses, the share token and the log', async () => {
      const room = await roomWithMember();
      await addText(member, room.id, 'For all eyes');
      const { status, body } = await as(stranger, `GET /rooms/${room.id}`);
      const masked = maskEmail(member.user.email);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        role: null,
        shareToken: null,
        contentTotal: 1,
        authors: [masked],
      });
      expect(body.content[0]).toMatchObject({
        content: 'For all eyes',
        user: { id: member.user.id, email: masked },
      });
      expect(JSON.stringify(body)).not.toContain(member.user.email);
      expect(JSON.stringify(body)).not.toContain(owner.user.email);
      expect((await as(stranger, 'GET /rooms')).body).toEqual([]);
    });

    test('cannot be searched for addresses', async () => {
      const room = await roomWithMember();
      await addText(member, room.id, 'Quiet');
      const search = async (person: Person, query: string) =>
        (await as(person, `GET /rooms/${room.id}/content?${query}`)).body.total;
      const local = member.user.email.slice(0, member.user.email.indexOf('@'));
      expect(await search(member, `search=${local}`)).toBe(1);
      expect(await search(stranger, `search=${local}`)).toBe(0);
      expect(await search(stranger, `search=mia`)).toBe(1);
      expect(await search(stranger, `user=${encodeURIComponent(member.user.email)}`)).toBe(0);
      expect(
        await search(stranger, `user=${encodeURIComponent(maskEmail(member.user.email))}`),
      ).toBe(1);
    });

    test('hides the name of an invited person as well', async () => {
      const room = await newRoom();
      await as(owner, `POST /rooms/${room.id}/members`, { email: 'secretive@example.org' });
      expect((await as(stranger, `GET /rooms/${room.id}`)).body.members[1]).toMatchObject({
        email: 's•••@example.org',
        name: 's•••',
      });
    });
  });

  describe('content', () => {
    test('is added, edited and deleted, each with its entry in the log', async () => {
      const room = await roomWithMember();
      const { status, body: item } = await as(member, `POST /rooms/${room.id}/content`, {
        content: 'One',
        type: 'text',
      });
      expect(status).toBe(201);
      expect(item).toMatchObject({
        type: 'text',
        content: 'One',
        file_name: null,
        file_url: null,
        file_preview: null,
        user: { id: member.user.id, name: 'Mia Member', email: member.user.email },
        version: 1,
      });
      const edited = await as(
        member,
        `PATCH /rooms/${room.id}/content/${item.id}`,
        { content: 'Two' },
        { 'if-match': '1' },
      );
      expect([edited.status, edited.body.content, edited.body.version]).toEqual([200, 'Two', 2]);
      expect((await as(owner, `GET /rooms/${room.id}`)).body.content).toEqual([edited.body]);
      expect((await as(owner, `DELETE /rooms/${room.id}/content/${item.id}`)).status).toBe(200);
      expect((await as(owner, `GET /rooms/${room.id}`)).body).toMatchObject({
        content: [],
        contentTotal: 0,
        authors: [],
      });
      expect((await activityOf(room.id)).slice(0, 3)).toEqual([
        { type: 'content_deleted', details: {}, by: owner.user.id },
        { type: 'content_edited', details: {}, by: member.user.id },
        { type: 'content_add', details: { contentType: 'text' }, by: member.user.id },
      ]);
    });

    test('the log tells how an item begins for as long as it is there', async () => {
      const room = await roomWithMember();
      const told = async () =>
        (await as(member, `GET /rooms/${room.id}/activity`)).body.map(
          ({ type, item }: { type: string; item: unknown }) => [type, item],
        );
      const { id } = await addText(member, room.id, `Paint ${'x'.repeat(500)}`);
      const path = `/rooms/${room.id}/content/${id}` as const;
      expect((await told())[0]).toEqual([
        'content_add',
        { id, beginning: `Paint ${'x'.repeat(194)}` },
      ]);
      await as(member, `PATCH ${path}`, { content: 'Tiles' });
      const tiles = { id, beginning: 'Tiles' };
      expect((await told()).slice(0, 2)).toEqual([
        ['content_edited', tiles],
        ['content_add', tiles],
      ]);
      await as(owner, `DELETE ${path}`);
      expect((await told()).slice(0, 3)).toEqual([
        ['content_deleted', null],
        ['content_edited', null],
        ['content_add', null],
      ]);
      await as(owner, `POST ${path}/restore`);
      expect((await told())[0]).toEqual(['content_add', tiles]);
    });

    test('saved upon an older version is refused with the present item', async () => {
      const room = await newRoom();
      const item = await addText(owner, room.id, 'One');
      const first = await as(
        owner,
        `PATCH /rooms/${room.id}/content/${item.id}`,
        { content: 'Two' },
        { 'if-match': '"1"' },
      );
      const second = await as(
        owner,
        `PATCH /rooms/${room.id}/content/${item.id}`,
        { content: 'Three' },
        { 'if-match': '"1"' },
      );
      expect([first.status, second.status]).toEqual([200, 412]);
      expect(second.body).toMatchObject({
        error: 'Somebody else saved this in the meantime',
        code: 'VERSION_CONFLICT',
        item: { content: 'Two', version: 2 },
      });
      expect(
        (await as(owner, `PATCH /rooms/${room.id}/content/${item.id}`, { content: 'Four' })).body
          .version,
      ).toBe(3);
      const same = await as(owner, `PATCH /rooms/${room.id}/content/${item.id}`, {
        content: 'Four',
      });
      expect([same.status, same.body.version]).toEqual([200, 3]);
    });

    test('is read by itself, with addresses for those who may see them, until it is gone', async () => {
      const room = await roomWithMember();
      const item = await addText(member, room.id, 'Read alone');
      const read = (person: Person) => as(person, `GET /rooms/${room.id}/content/${item.id}`);
      expect(await read(owner)).toMatchObject({ status: 200, body: item });
      expect((await read(stranger)).body).toMatchObject({
        content: 'Read alone',
        user: { email: expect.stringContaining('•••@') },
      });
      await as(owner, `DELETE /rooms/${room.id}/content/${item.id}`);
      expect(await read(owner)).toMatchObject({
        status: 404,
        body: { error: 'Content not found', code: 'CONTENT_NOT_FOUND' },
      });
    });

    test('of one room is not found in another', async () => {
      const [mine, other] = [await newRoom(), await newRoom()];
      const item = await addText(owner, other.id, 'Elsewhere');
      for (const what of [
        `GET /rooms/${mine.id}/content/${item.id}`,
        `DELETE /rooms/${mine.id}/content/${item.id}`,
        `POST /rooms/${mine.id}/content/${item.id}/restore`,
      ] as const) {
        const answer = await as(owner, what);
        expect([answer.status, answer.body.error]).toEqual([404, 'Content not found']);
      }
      expect(
        (await as(owner, `PATCH /rooms/${mine.id}/content/${item.id}`, { content: 'x' })).status,
      ).toBe(404);
      expect((await as(owner, `GET /rooms/${other.id}`)).body.contentTotal).toBe(1);
    });

    test('comes back where it was when restored in time, and not later', async () => {
      const room = await roomWithMember();
      const [first] = [
        await addText(member, room.id, 'First'),
        await addText(owner, room.id, 'Second'),
      ];
      await as(owner, `DELETE /rooms/${room.id}/content/${first.id}`);
      const restored = await as(member, `POST /rooms/${room.id}/content/${first.id}/restore`);
      expect([restored.status, restored.body]).toEqual([200, first]);
      expect((await as(member, `POST /rooms/${room.id}/content/${first.id}/restore`)).status).toBe(
        200,
      );
      const { body } = await as(member, `GET /rooms/${room.id}`);
      expect([
        body.contentTotal,
        body.content.map((item: { content: string }) => item.content),
      ]).toEqual([2, ['Second', 'First']]);
      await as(owner, `DELETE /rooms/${room.id}/content/${first.id}`);
      await app.store.db
        .updateTable('room_content')
        .set({ deleted_at: Date.now() - 600_001 })
        .where('id', '=', first.id)
        .execute();
      expect((await as(member, `POST /rooms/${room.id}/content/${first.id}/restore`)).status).toBe(
        404,
      );
    });

    test('may be a file, whose link ends with the membership', async () => {
      const room = await roomWithMember(true);
      const { status, body: item } = await upload(app, `/rooms/${room.id}/upload`, owner.headers, {
        name: 'Übersicht.txt',
        bytes: 'plan',
        type: 'text/plain',
      });
      expect(status).toBe(201);
      expect(item).toMatchObject({
        type: 'file',
        content: '',
        file_name: 'Übersicht.txt',
        file_type: 'text/plain',
        file_size: 4,
      });
      const seen = (await as(member, `GET /rooms/${room.id}`)).body.content[0];
      const read = async () => (await fetch(app.url + seen.file_url)).status;
      expect(await (await fetch(app.url + seen.file_url)).text()).toBe('plan');
      expect((await activityOf(room.id))[0]).toMatchObject({
        type: 'file_uploaded',
        details: { fileName: 'Übersicht.txt' },
      });

      const edit = await as(owner, `PATCH /rooms/${room.id}/content/${item.id}`, { content: 'x' });
      expect([edit.status, edit.body.error]).toEqual([409, 'Only text can be edited']);

      await as(owner, `DELETE /rooms/${room.id}/content/${item.id}`);
      expect(await read()).toBe(404);
      await as(owner, `POST /rooms/${room.id}/content/${item.id}/restore`);
      expect(await read()).toBe(200);
      await as(owner, `DELETE /rooms/${room.id}/members/${member.user.id}`);
      expect(await read()).toBe(404);
    });

    test('is filtered, sorted and paged', async () => {
      const room = await roomWithMember();
      await addText(owner, room.id, 'Café at NOON');
      await addText(member, room.id, '100% sure');
      await addText(member, room.id, 'noon_again');
      await upload(app, `/rooms/${room.id}/upload`, member.headers, {
        name: 'Noon.PNG',
        bytes: 'x',
      });
      const list = async (query: string) => {
        const { body } = await as(owner, `GET /rooms/${room.id}/content?${query}`);
        return [
          body.total,
          ...body.content.map(
            (item: { content: string; file_name: string }) => item.content || item.file_name,
          ),
        ];
      };
      expect(await list('')).toEqual([4, 'Noon.PNG', 'noon_again', '100% sure', 'Café at NOON']);
      expect(await list('order=asc&pageSize=2&page=2')).toEqual([4, 'noon_again', 'Noon.PNG']);
      expect(await list('page=9')).toEqual([4]);
      expect(await list('search=noon')).toEqual([3, 'Noon.PNG', 'noon_again', 'Café at NOON']);
      expect(await list('search=NOON+cafe')).toEqual([1, 'Café at NOON']);
      expect(await list(`search=${encodeURIComponent('0%')}`)).toEqual([1, '100% sure']);
      expect(await list('search=olga+noon')).toEqual([1, 'Café at NOON']);
      expect(await list('type=file')).toEqual([1, 'Noon.PNG']);
      expect(await list('type=text&sort=user&order=asc&pageSize=1')).toEqual([3, 'Café at NOON']);
      expect(await list('sort=type&order=asc')).toEqual([
        4,
        'Noon.PNG',
        'Café at NOON',
        '100% sure',
        'noon_again',
      ]);
      expect(await list(`user=${encodeURIComponent(owner.user.email)}`)).toEqual([
        1,
        'Café at NOON',
      ]);
      expect(await list('user=unknown@example.com')).toEqual([0]);
      expect(await list('user=all&type=all&dateRange=all')).toHaveLength(5);
      expect((await as(owner, `GET /rooms/${room.id}/content?sort=size`)).status).toBe(400);
      expect((await as(owner, `GET /rooms/${room.id}/content?pageSize=101`)).status).toBe(400);
    });

    test('is filtered by days that start where the caller lives', async () => {
      const room = await newRoom();
      const item = await addText(owner, room.id, 'Yesterday in UTC');
      // The clock stands still, or midnight might come in between.
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const moveTo = (at: number | undefined) =>
        app.store.db
          .updateTable('room_content')
          .set({ created_at: at ?? 0 })
          .where('id', '=', item.id)
          .execute();
      const total = async (query: string) =>
        (await as(owner, `GET /rooms/${room.id}/content?${query}`)).body.total;
      for (const timeZone of ['UTC', 'Asia/Kolkata']) {
        for (const range of ['today', 'week', 'month'] as const) {
          const begin = startOfRange(range, Date.now(), timeZone) ?? 0;
          await moveTo(begin);
          expect(await total(`dateRange=${range}&timeZone=${timeZone}`)).toBe(1);
          await moveTo(begin - 1);
          expect(await total(`dateRange=${range}&timeZone=${timeZone}`)).toBe(0);
        }
      }
    });
  });

  describe('the log', () => {
    test('is paged by id and by timestamp without a gap or a repetition', async () => {
      const room = await newRoom();
      await Promise.all(Array.from({ length: 23 }, (_, n) => addText(owner, room.id, `Text ${n}`)));
      const all = (await as(owner, `GET /rooms/${room.id}/activity`)).body;
      expect(all).toHaveLength(23);
      for (const key of ['id', 'timestamp'] as const) {
        const paged = [];
        for (let before = ''; ;) {
          const { body } = await as(
            owner,
            `GET /rooms/${room.id}/activity?limit=5${before && `&before=${before}`}`,
          );
          paged.push(...body);
          if (body.length < 5) break;
          before = body.at(-1)[key];
        }
        expect(paged).toEqual(all);
      }
    });

    test.each(['limit=0', 'limit=201', 'limit=x', 'before=nothing-of-ours'])(
      'refuses %s',
      async (query) => {
        const room = await newRoom();
        expect((await as(owner, `GET /rooms/${room.id}/activity?${query}`)).status).toBe(400);
      },
    );
  });
});
