import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';

const FULL = 500;

describe('members', () => {
  let app: TestApp;
  let owner: Person;
  let invited = 0;

  beforeAll(async () => {
    app = await buildTestApp();
    owner = await signUp(app, { name: 'Olga Owner' });
  });
  afterAll(() => app.stop());

  const as = (person: Person, what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { body, headers: person.headers });
  const newRoom = async (isPrivate = false) =>
    (await as(owner, 'POST /rooms', { name: 'Studio', isPrivate })).body;
  const add = (roomId: string, email: string, by = owner) =>
    as(by, `POST /rooms/${roomId}/members`, { email });
  const newAddress = () => `guest.${++invited}@example.org`;
  const types = async (roomId: string, person = owner) =>
    (await as(person, `GET /rooms/${roomId}/activity`)).body.map(
      (entry: { type: string }) => entry.type,
    );

  async function register(email: string): Promise<Person> {
    await call(app, 'POST /auth/register', {
      body: { name: 'Gus Guest', email, password: 'long enough' },
    });
    const mail = (await mailsTo(app, email)).find(({ subject }) => subject.startsWith('Confirm'));
    const token = fragmentOf(mail?.link ?? '').get('token') ?? '';
    const confirmed = await call(app, 'GET /auth/check-email-confirmation', {
      headers: { 'x-confirmation-token': token },
    });
    expect(confirmed.body).toEqual({ confirmed: true });
    const { body } = await call(app, 'POST /auth/login', {
      body: { email, password: 'long enough' },
    });
    return { ...body, headers: { authorization: `Bearer ${body.session.access_token}` } };
  }

  describe('adding', () => {
    test('a known account and an unknown address look the same', async () => {
      const room = await newRoom();
      const known = await signUp(app, { email: 'known.person@example.org', name: 'Known Person' });
      const responses = [
        await add(room.id, known.user.email),
        await add(room.id, 'unknown.person@example.org'),
      ];
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      expect(responses.map(({ body }) => ({ ...body, id: body.id.length }))).toEqual([
        {
          id: 22,
          email: 'known.person@example.org',
          name: 'known.person',
          role: 'member',
          avatar: null,
        },
        {
          id: 22,
          email: 'unknown.person@example.org',
          name: 'unknown.person',
          role: 'member',
          avatar: null,
        },
      ]);
      const elsewhere = await newRoom();
      for (const { body: member } of responses)
        expect((await add(elsewhere.id, member.email)).body).toEqual(member);
      const { body } = await as(owner, `GET /rooms/${room.id}`);
      expect(body.memberCount).toBe(3);
      expect(body.members.slice(1)).toEqual(responses.map((answer) => answer.body));
      const log = (await as(owner, `GET /rooms/${room.id}/activity`)).body;
      expect(
        log.map((entry: { type: string; details: string }) => [
          entry.type,
          JSON.parse(entry.details),
        ]),
      ).toEqual([
        ['member_added', { memberEmail: 'unknown.person@example.org' }],
        ['member_added', { memberEmail: 'known.person@example.org' }],
      ]);

      await as(known, `GET /rooms/${room.id}`);
      expect((await as(owner, `GET /rooms/${room.id}`)).body.members[1]).toMatchObject({
        id: known.user.id,
        name: 'Known Person',
      });
    });

    test('tells a known account by mail', async () => {
      const room = await newRoom();
      const known = await signUp(app);
      await add(room.id, known.user.email);
      const mails = await mailsTo(app, known.user.email);
      expect(mails).toMatchObject([
        {
          subject: 'Olga Owner added you to the room “Studio”',
          text: expect.stringContaining('Olga Owner added you to the room “Studio” at Clipline'),
          link: `http://clipline.test/rooms/${room.id}`,
        },
      ]);
    });

    test('an unknown address invites it, and it is a member once confirmed', async () => {
      const [room, taken] = [await newRoom(true), await newRoom(true)];
      const email = newAddress();
      const { body: invitation } = await add(room.id, email.toUpperCase());
      const { body: withdrawn } = await add(taken.id, email);
      expect((await as(owner, `DELETE /rooms/${taken.id}/members/${withdrawn.id}`)).status).toBe(
        200,
      );
      const [mail] = await mailsTo(app, email);
      expect(mail).toMatchObject({
        subject: 'Olga Owner invited you to the room “Studio”',
        link: `http://clipline.test/auth?mode=register&email=${encodeURIComponent(email)}`,
      });
      expect(mail?.text.replace(mail.link, '')).not.toMatch(/@/);

      const guest = await register(email);
      expect((await as(guest, 'GET /rooms')).body.map((each: { id: string }) => each.id)).toEqual([
        room.id,
      ]);
      expect(await types(room.id)).toEqual(['member_join', 'member_added']);
      const before = (await as(owner, `GET /rooms/${room.id}`)).body;
      expect([before.memberCount, before.members[1]]).toEqual([
        2,
        { ...invitation, id: guest.user.id },
      ]);
      expect((await as(guest, `GET /rooms/${room.id}`)).body.role).toBe('member');
      expect((await as(owner, `GET /rooms/${room.id}`)).body.members[1].name).toBe('Gus Guest');
    });

    test('a member twice is refused', async () => {
      const room = await newRoom();
      const known = await signUp(app);
      for (const email of [known.user.email, newAddress()]) {
        await add(room.id, email);
        const again = await add(room.id, email);
        expect([again.status, again.body.error]).toEqual([
          409,
          'This person is already a member of the room',
        ]);
      }
      expect((await add(room.id, owner.user.email)).status).toBe(409);
      expect((await as(owner, `GET /rooms/${room.id}`)).body.memberCount).toBe(3);
    });

    test('to a full room is refused', async () => {
      const room = await newRoom();
      await app.store.db
        .updateTable('rooms')
        .set({ member_count: FULL })
        .where('id', '=', room.id)
        .execute();
      const answer = await add(room.id, newAddress());
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'A room can hold at most 500 members',
      ]);
      expect(
        (await as(await signUp(app), 'POST /rooms/join', { shareToken: room.shareToken })).status,
      ).toBe(409);
    });

    test('ten times at once adds once', async () => {
      const room = await newRoom();
      const known = await signUp(app);
      for (const email of [known.user.email, newAddress()]) {
        const responses = await Promise.all(Array.from({ length: 10 }, () => add(room.id, email)));
        expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
        expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
      }
      const { body } = await as(owner, `GET /rooms/${room.id}`);
      expect([body.memberCount, body.members.length, (await types(room.id)).length]).toEqual([
        3, 3, 2,
      ]);
    });

    test('while the address is being confirmed makes a member, never a stale invitation', async () => {
      const rooms = await Promise.all(Array.from({ length: 5 }, () => newRoom()));
      const email = newAddress();
      const registering = register(email);
      await Promise.all(rooms.map((room) => add(room.id, email)));
      const guest = await registering;
      const left = await app.store.db
        .selectFrom('room_members')
        .select('member_id')
        .where('email', '=', email)
        .where('user_id', 'is', null)
        .execute();
      expect(left).toEqual([]);
      expect((await as(guest, 'GET /rooms')).body).toHaveLength(5);
    });
  });

  describe('removing', () => {
    test('ends the membership at once', async () => {
      const room = await newRoom(true);
      const member = await signUp(app);
      await add(room.id, member.user.email);
      expect((await as(member, `GET /rooms/${room.id}`)).status).toBe(200);
      expect((await as(owner, `DELETE /rooms/${room.id}/members/${member.user.id}`)).status).toBe(
        200,
      );
      expect((await as(member, `GET /rooms/${room.id}`)).status).toBe(404);
      expect((await types(room.id))[0]).toBe('member_removed');
      const again = await as(owner, `DELETE /rooms/${room.id}/members/${member.user.id}`);
      expect([again.status, again.body.error]).toEqual([404, 'Member not found']);
      expect((await add(room.id, member.user.email)).status).toBe(201);
    });

    test('ends what repeats are answered, too', async () => {
      const room = await newRoom();
      const member = await signUp(app);
      await add(room.id, member.user.email);
      const headers = { ...member.headers, 'idempotency-key': 'as a member' };
      const again = () =>
        Promise.all([
          call(app, `POST /rooms/${room.id}/content`, { body: { content: 'Mine' }, headers }),
          call(app, `POST /rooms/${room.id}/members`, {
            body: { email: owner.user.email },
            headers,
          }),
        ]);
      const [first] = await again();
      expect([first.status, (await again())[0].body.id]).toEqual([201, first.body.id]);
      await as(owner, `DELETE /rooms/${room.id}/members/${member.user.id}`);
      expect((await again()).map(({ status }) => status)).toEqual([403, 403]);
    });

    test('a member of another room is not found', async () => {
      const [room, other] = [await newRoom(), await newRoom()];
      const member = await signUp(app);
      await add(other.id, member.user.email);
      expect((await as(owner, `DELETE /rooms/${room.id}/members/${member.user.id}`)).status).toBe(
        404,
      );
      expect((await as(owner, `GET /rooms/${other.id}`)).body.memberCount).toBe(2);
    });
  });

  describe('joining by link', () => {
    test('makes a member of a public room, once', async () => {
      const room = await newRoom();
      const guest = await signUp(app, { name: 'Guest' });
      const joined = await as(guest, 'POST /rooms/join', { shareToken: room.shareToken });
      expect(joined).toMatchObject({
        status: 200,
        body: { id: room.id, role: 'member', memberCount: 2 },
      });
      expect((await as(guest, 'POST /rooms/join', { shareToken: room.shareToken })).status).toBe(
        200,
      );
      expect(await types(room.id)).toEqual(['member_joined_by_token']);
      expect((await as(owner, `GET /rooms/${room.id}`)).body.members[1].name).toBe('Guest');
    });

    test('ends with the token and with the room being public', async () => {
      const room = await newRoom();
      const guest = await signUp(app);
      const join = async (shareToken: unknown) =>
        (await as(guest, 'POST /rooms/join', { shareToken })).status;
      const { body } = await as(owner, `POST /rooms/${room.id}/share-token`);
      expect(await join(room.shareToken)).toBe(404);
      expect(await join('x'.repeat(43))).toBe(404);
      expect(await join('')).toBe(404);
      expect(await join(7)).toBe(400);
      await as(owner, `PATCH /rooms/${room.id}`, { isPrivate: true });
      expect(await join(body.shareToken)).toBe(404);
      await as(owner, `PATCH /rooms/${room.id}`, { isPrivate: false });
      expect(await join(body.shareToken)).toBe(200);
      expect((await as(guest, `GET /rooms/${room.id}`)).body.shareToken).toBe(body.shareToken);
    });

    test('by one person ten times at once, and by ten people, counts each once', async () => {
      const room = await newRoom();
      const guests = await Promise.all(Array.from({ length: 10 }, () => signUp(app)));
      const joining = [...guests, ...Array<Person>(9).fill(guests[0] as Person)];
      const responses = await Promise.all(
        joining.map((guest) => as(guest, 'POST /rooms/join', { shareToken: room.shareToken })),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      const { body } = await as(owner, `GET /rooms/${room.id}`);
      expect([body.memberCount, body.members.length, (await types(room.id)).length]).toEqual([
        11, 11, 10,
      ]);
    });
  });

  describe('leaving', () => {
    test('five times at once leaves once', async () => {
      const room = await newRoom();
      const member = await signUp(app);
      await add(room.id, member.user.email);
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => as(member, `POST /rooms/${room.id}/leave`)),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 403)).toHaveLength(4);
      expect(await types(room.id)).toEqual(['member_left', 'member_added']);
      expect((await as(owner, `GET /rooms/${room.id}`)).body.memberCount).toBe(1);
    });
  });

  test('the rooms a user is a member of are counted with their clips', async () => {
    const person = await signUp(app);
    const room = await newRoom();
    await as(person, 'POST /rooms', { name: 'Own' });
    await add(room.id, person.user.email);
    expect((await as(person, 'GET /clipboard/stats')).body.activeRooms).toBe(2);
    await as(owner, `DELETE /rooms/${room.id}`);
    expect((await as(person, 'GET /clipboard/stats')).body.activeRooms).toBe(1);
  });
});

test('mails to one recipient are limited, with the same answer', async () => {
  const app = await buildTestApp({ RATE_LIMITS: 'on' });
  const owner = await signUp(app);
  const email = 'popular@example.org';
  for (let n = 0; n < 7; n++) {
    const { body: room } = await call(app, 'POST /rooms', {
      body: { name: `Room ${n}` },
      headers: owner.headers,
    });
    expect(
      (
        await call(app, `POST /rooms/${room.id}/members`, {
          body: { email },
          headers: owner.headers,
        })
      ).status,
    ).toBe(201);
  }
  expect(await mailsTo(app, email)).toHaveLength(5);
  await app.stop();
});
