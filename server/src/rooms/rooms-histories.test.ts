import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { transact } from '../core/db/database.ts';
import { removeMember } from './room-members.queries.ts';

/**
 * One step by one of four people; several run at the same time. `pick` chooses whom or what it is
 * about.
 */
const step = fc.record({
  who: fc.nat(3),
  act: fc.constantFrom(
    'addText',
    'addText',
    'edit',
    'delete',
    'restore',
    'addMember',
    'addMember',
    'invite',
    'remove',
    'join',
    'join',
    'leave',
    'rename',
  ),
  pick: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
});

const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b));

onEachDatabase((environment) => {
  let app: TestApp;
  let people: Person[];

  beforeAll(async () => {
    app = await buildTestApp(environment);
    people = [await signUp(app), await signUp(app), await signUp(app), await signUp(app)];
  });
  afterAll(() => app.stop());

  async function perform(
    { who, act, pick }: Step,
    room: { id: string; shareToken: string },
  ): Promise<string> {
    const me = people[who] as Person;
    const other = people[pick % 4] as Person;
    const as = (what: Parameters<typeof call>[1], body?: unknown) =>
      call(app, what, { body, headers: me.headers });
    const items = await app.store.db
      .selectFrom('room_content')
      .select('id')
      .where('room_id', '=', room.id)
      .orderBy('created_at')
      .execute();
    const contentId = items[pick % Math.max(1, items.length)]?.id ?? 'none';
    const path = `/rooms/${room.id}` as const;
    const { status } = await {
      addText: () => as(`POST ${path}/content`, { content: `Text ${Math.random()}` }),
      edit: () => as(`PATCH ${path}/content/${contentId}`, { content: `Edited ${Math.random()}` }),
      delete: () => as(`DELETE ${path}/content/${contentId}`),
      restore: () => as(`POST ${path}/content/${contentId}/restore`),
      addMember: () => as(`POST ${path}/members`, { email: other.user.email }),
      invite: () => as(`POST ${path}/members`, { email: `guest${pick}@example.org` }),
      remove: () => as(`DELETE ${path}/members/${other.user.id}`),
      join: () => as('POST /rooms/join', { shareToken: room.shareToken }),
      leave: () => as(`POST ${path}/leave`),
      rename: () => as(`PATCH ${path}`, { name: `Name ${Math.random()}` }),
    }[act]();
    expect(status, `${act} by ${who}`).toBeLessThan(500);
    return `${act} ${status}`;
  }

  test('whatever people do at the same time, members, content, counts and log tell the same story', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (rounds) => {
        const owner = people[0] as Person;
        const { body: room } = await call(app, 'POST /rooms', {
          body: { name: 'History' },
          headers: owner.headers,
        });
        const done: string[] = [];
        for (const round of rounds)
          done.push(...(await Promise.all(round.map((each) => perform(each, room)))));

        const { body: seen } = await call(app, `GET /rooms/${room.id}`, { headers: owner.headers });
        const { body: log } = await call(app, `GET /rooms/${room.id}/activity?limit=200`, {
          headers: owner.headers,
        });
        const logged = (...types: string[]) =>
          log.filter((entry: { type: string }) => types.includes(entry.type)).length;
        const succeeded = (...outcomes: string[]) =>
          done.filter((each) => outcomes.includes(each)).length;

        expect(seen.members.length).toBe(seen.memberCount);
        expect(seen.memberCount).toBe(
          1 +
            logged('member_added', 'member_joined_by_token') -
            logged('member_removed', 'member_left'),
        );
        expect(new Set(seen.members.map(({ email }: { email: string }) => email)).size).toBe(
          seen.memberCount,
        );
        expect(seen.members.filter(({ role }: { role: string }) => role === 'owner')).toMatchObject(
          [{ id: owner.user.id }],
        );
        expect(seen.members[0].id).toBe(owner.user.id);

        expect(seen.content.length).toBe(seen.contentTotal);
        expect(seen.contentTotal).toBe(logged('content_add') - logged('content_deleted'));
        expect(seen.authors.toSorted(inOrder)).toEqual(
          [
            ...new Set<string>(
              seen.content.map(({ user }: { user: { email: string } }) => user.email),
            ),
          ].toSorted(inOrder),
        );

        const { count } = await app.store.db
          .selectFrom('search_texts')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('holder_id', '=', room.id)
          .executeTakeFirstOrThrow();
        expect(count).toBe(seen.contentTotal);
        const { body: texts } = await call(
          app,
          `GET /rooms/${room.id}/content?type=text&dateRange=today`,
          { headers: owner.headers },
        );
        expect(texts.total).toBe(texts.content.length);

        expect(logged('member_added')).toBe(succeeded('addMember 201', 'invite 201'));
        expect(logged('member_removed')).toBe(succeeded('remove 200'));
        expect(logged('member_left')).toBe(succeeded('leave 200'));
        expect(logged('content_deleted')).toBe(succeeded('delete 200'));
        expect(logged('content_edited')).toBe(succeeded('edit 200'));
        expect(logged('room_updated')).toBe(succeeded('rename 200'));

        const moments = log.map(({ timestamp }: { timestamp: string }) => timestamp);
        expect(moments).toEqual([...new Set<string>(moments)].toSorted(inOrder).toReversed());
        if (log.length > 0) expect(seen.updated_at).toBe(log[0].timestamp);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  test('who is put out as they look into a room for the first time reads nothing of it', async () => {
    const [owner, guest] = people as [Person, Person];
    const as = ({ headers }: Person, what: Parameters<typeof call>[1], body?: unknown) =>
      call(app, what, { body, headers });
    const { id } = (await as(owner, 'POST /rooms', { name: 'Private', isPrivate: true })).body;
    await as(owner, `POST /rooms/${id}/members`, { email: guest.user.email });
    const looking = await transact(app.store.db, async (tx) => {
      await removeMember(tx, id, guest.user.id);
      const answer = as(guest, `GET /rooms/${id}`);
      await delay(200);
      return { answer };
    });
    expect((await looking.answer).status).toBe(404);
  });
});
