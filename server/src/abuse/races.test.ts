import {
  MAX_API_TOKENS,
  MAX_LINKS,
  MAX_LINKS_PER_CLIP,
  MAX_ROOM_MEMBERS,
  MAX_ROOMS_PER_PERSON,
  MAX_TAGS,
} from '@clipline/contract/limits.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Answer, call } from '../../testing/call.ts';
import { makeToken, type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { heardOf, openHost, openPeer, until } from '../../testing/lan.ts';
import { grantFor, makeLink } from '../../testing/links.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { ask, closeSockets, settle } from '../../testing/sockets.ts';
import { addTag } from '../clips/tags.routes.ts';
import { insertMember } from '../rooms/room-members.queries.ts';
import { createOwnRoom } from '../rooms/rooms.changes.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import { newId } from '../core/ids.ts';

// Of what has a maximum, or happens once, many are asked for in one moment: on PostgreSQL each
// transaction would find space where all of them together have none.

/** Calls that are under way at one time; so many places are left before. */
const AT_ONCE = 12;
const LEFT = 5;

const statusesOf = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ ...environment, TRUST_PROXY: '127.0.0.0/8' });
  });
  afterEach(closeSockets);
  afterAll(() => app.stop());

  const as = ({ headers }: Person, what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { headers, body });
  const inOne = (times: number, work: (tx: Tx, index: number) => Promise<unknown>) =>
    transact(app.store.db, async (tx) => {
      for (let index = 0; index < times; index++) await work(tx, index);
    });
  const allAtOnce = (one: (index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => one(index)));

  async function countIn(
    table: Parameters<Db['selectFrom']>[0] & ('tags' | 'links' | 'api_tokens'),
    { user }: Person,
  ): Promise<number> {
    const { count } = await app.store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** As many as there were places left, and a refusal by name for each of the others. */
  function expectFilled(answers: readonly Answer[], code: string): void {
    expect(statusesOf(answers)).toEqual([...many(LEFT, 201), ...many(AT_ONCE - LEFT, 409)]);
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe(code);
  }

  describe('made at once beyond the maximum', () => {
    test('tags', async () => {
      const owner = await signUp(app);
      await inOne(MAX_TAGS - LEFT, (tx, index) =>
        addTag(tx, owner.user.id, { name: `tag ${index}`, color: 'gray' }),
      );
      const answers = await allAtOnce((index) => as(owner, 'POST /tags', { name: `new ${index}` }));
      expectFilled(answers, 'TOO_MANY_TAGS');
      expect(await countIn('tags', owner)).toBe(MAX_TAGS);
    });

    test('links of a clip', async () => {
      const owner = await signUp(app);
      const { id: clipId } = (await as(owner, 'POST /clipboard', { content: 'shared' })).body;
      for (let made = LEFT; made < MAX_LINKS_PER_CLIP; made++)
        await makeLink(app, owner, { clipId });
      const answers = await allAtOnce(() => as(owner, 'POST /links', { clipId }));
      expectFilled(answers, 'TOO_MANY_LINKS');
      expect(await countIn('links', owner)).toBe(MAX_LINKS_PER_CLIP);
    });

    test('links of a clip that were used up and come back', async () => {
      const owner = await signUp(app);
      const { id: clipId } = (await as(owner, 'POST /clipboard', { content: 'shared' })).body;
      for (let made = LEFT; made < MAX_LINKS_PER_CLIP; made++)
        await makeLink(app, owner, { clipId });
      const used: string[] = [];
      for (let index = 0; index < AT_ONCE; index++) {
        // One after the other: used up, they leave their place to the next.
        const link = await makeLink(app, owner, { clipId, maxViews: 1 });
        await grantFor(app, link);
        used.push(link.id);
      }
      const answers = await allAtOnce((index) =>
        as(owner, `PATCH /links/${used[index]}`, { maxViews: 2 }),
      );
      expect(statusesOf(answers)).toEqual([...many(LEFT, 200), ...many(AT_ONCE - LEFT, 409)]);
    });

    test('links of a person', async () => {
      const owner = await signUp(app);
      const { id } = await makeLink(app, owner, { inbox: true });
      const { db } = app.store;
      const row = await db
        .selectFrom('links')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await inOne(MAX_LINKS - LEFT - 1, (tx, index) =>
        tx
          .insertInto('links')
          .values({ ...row, id: `${id}${index}`, token_hash: `${id}${index}` })
          .execute(),
      );
      expectFilled(
        await allAtOnce(() => as(owner, 'POST /links', { inbox: true })),
        'TOO_MANY_LINKS',
      );
      expect(await countIn('links', owner)).toBe(MAX_LINKS);
    });

    test('API tokens', async () => {
      const owner = await signUp(app);
      for (let made = LEFT; made < MAX_API_TOKENS; made++) await makeToken(app, owner.user.id);
      const token = { name: 'x', scopes: ['export'], expiresInDays: null, password: TEST_PASSWORD };
      const answers = await allAtOnce(() => as(owner, 'POST /account/tokens', token));
      expectFilled(answers, 'TOO_MANY_TOKENS');
      expect(await countIn('api_tokens', owner)).toBe(MAX_API_TOKENS);
    });

    test('rooms', async () => {
      const owner = await signUp(app);
      const { plan, ...user } = owner.user;
      await inOne(MAX_ROOMS_PER_PERSON - LEFT, (tx, index) =>
        createOwnRoom(
          tx,
          {
            ...user,
            plan,
            sessionId: '',
            createdAt: 0,
            trialEndsAt: null,
            program: null,
            isRestricted: false,
          },
          { name: `Room ${index}` },
        ),
      );
      const answers = await allAtOnce((index) =>
        as(owner, 'POST /rooms', { name: `New ${index}` }),
      );
      expectFilled(answers, 'TOO_MANY_ROOMS');
      expect((await as(owner, 'GET /rooms')).body).toHaveLength(MAX_ROOMS_PER_PERSON);
    });

    test('members of a room, by its link', async () => {
      const owner = await signUp(app);
      const { id, shareToken } = (await as(owner, 'POST /rooms', { name: 'Full' })).body;
      const invited = MAX_ROOM_MEMBERS - LEFT - 1;
      await inOne(invited, (tx, index) =>
        insertMember(tx, {
          room_id: id,
          member_id: newId(),
          user_id: null,
          email: `invited${index}@example.com`,
          role: 'member',
          joined_at: index + 1,
          opened_at: null,
        }),
      );
      await app.store.db
        .updateTable('rooms')
        .set({ member_count: invited + 1 })
        .where('id', '=', id)
        .execute();
      const people: Person[] = [];
      for (let index = 0; index < AT_ONCE; index++) people.push(await signUp(app));
      const answers = await allAtOnce((index) =>
        as(people[index] as Person, 'POST /rooms/join', { shareToken }),
      );
      const joined = answers.filter(({ status }) => status < 300);
      expect(joined).toHaveLength(LEFT);
      for (const answer of answers)
        if (!joined.includes(answer))
          expect(answer).toMatchObject({ status: 409, body: { code: 'ROOM_FULL' } });
      const { body } = await as(owner, `GET /rooms/${id}`);
      expect([body.memberCount, body.members.length]).toEqual(many(2, MAX_ROOM_MEMBERS));
    });
  });

  test('two people decide about one program at once: one of them does, and it is theirs', async () => {
    const people = [await signUp(app), await signUp(app)];
    for (let round = 0; round < 5; round++) {
      const { body: asked } = await call(app, 'POST /auth/device', {
        body: { name: 'program', scopes: ['clips:read'] },
      });
      const decisions = await Promise.all(
        [...people, ...people].map((person) =>
          as(person, 'POST /auth/device/decision', { user_code: asked.user_code, allow: true }),
        ),
      );
      expect(statusesOf(decisions)).toEqual([200, 404, 404, 404]);
      const decided = people[decisions.findIndex(({ status }) => status === 200) % 2] as Person;
      const { body } = await call(app, 'POST /auth/device/token', {
        body: { device_code: asked.device_code },
      });
      const headers = { authorization: `Bearer ${body.access_token}` };
      const { user } = (await call(app, 'GET /auth/whoami', { headers })).body;
      expect(user.id).toBe(decided.user.id);
    }
  });

  test('one device of the network let in and refused at once: one counts, for all three', async () => {
    const from = '203.0.113.7';
    const secret = `secret ${newId()}`;
    const host = await openHost(app, { from, texts: [secret] });
    for (let round = 0; round < 5; round++) {
      const guest = await openPeer(app, { from });
      await ask(guest.socket, 'lan:peer:connect', { peerId: host.id });
      const replies = (await Promise.all(
        ['lan:host:approve', 'lan:host:refuse', 'lan:host:approve', 'lan:host:refuse'].map(
          (event) => ask(host.socket, event, { peerId: guest.id }),
        ),
      )) as { ok: boolean }[];
      const knock = (await ask(guest.socket, 'lan:peer:connect', { peerId: host.id })) as {
        ok: boolean;
      };
      await settle(guest.socket, host.socket);
      const isIn = knock.ok;
      if (isIn) await until(guest, () => heardOf(guest, 'lan:peer:desktop_data').length > 0);
      expect(JSON.stringify(guest.heard).includes(secret)).toBe(isIn);
      expect(heardOf(guest, 'lan:error').length > 0).toBe(!isIn);
      expect(replies.filter(({ ok }) => ok).length).toBeGreaterThan(0);
      guest.socket.disconnect();
    }
  });

  test('a member leaves while the owner removes them: counted once', async () => {
    const owner = await signUp(app);
    for (let round = 0; round < 5; round++) {
      const member = await signUp(app);
      const { id } = (await as(owner, 'POST /rooms', { name: 'Room' })).body;
      await as(owner, `POST /rooms/${id}/members`, { email: member.user.email });
      await Promise.all([
        as(member, `POST /rooms/${id}/leave`),
        as(owner, `DELETE /rooms/${id}/members/${member.user.id}`),
        as(owner, `DELETE /rooms/${id}/members/${member.user.id}`),
        as(member, `POST /rooms/${id}/leave`),
      ]);
      const { body } = await as(owner, `GET /rooms/${id}`);
      expect([body.memberCount, body.members.length]).toEqual([1, 1]);
      const { body: log } = await as(owner, `GET /rooms/${id}/activity`);
      const left = (log as { type: string }[]).filter(({ type }) =>
        ['member_left', 'member_removed'].includes(type),
      );
      expect(left).toHaveLength(1);
    }
  });
});
