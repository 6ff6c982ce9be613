import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';

let app: TestApp;
let owner: Person;
let author: Person;
let room: string;
beforeAll(async () => {
  app = await buildTestApp();
  [owner, author] = [await signUp(app), await signUp(app, { name: 'Ada' })];
  room = (await call(app, 'POST /rooms', { headers: owner.headers, body: { name: 'Room' } })).body
    .id;
  await call(app, `POST /rooms/${room}/members`, {
    headers: owner.headers,
    body: { email: author.user.email },
  });
});
afterAll(() => app.stop());

const as = ({ headers }: Pick<Person, 'headers'>, body?: unknown) => ({ headers, body });
const add = async (content: string) =>
  (await call(app, `POST /rooms/${room}/content`, as(author, { content }))).body.id as string;
const edit = (id: string, content: string, by: Pick<Person, 'headers'> = author) =>
  call(app, `PATCH /rooms/${room}/content/${id}`, as(by, { content }));
const versions = (id: string, by: Pick<Person, 'headers'> = author) =>
  call(app, `GET /rooms/${room}/content/${id}/versions`, as(by));

test('an edited text has its earlier one, which members read and its author restores', async () => {
  const id = await add('first');
  await edit(id, 'second');
  await edit(id, 'third');
  const own = { version: 1, by: { kind: 'you' }, chars: 5, files: [] };
  expect((await versions(id)).body).toEqual([{ ...own, savedAt: expect.any(String) }]);
  expect((await versions(id, owner)).body).toMatchObject([
    { version: 1, by: { kind: 'member', label: 'Ada' } },
  ]);
  expect((await call(app, `GET /rooms/${room}/content/${id}/versions/1`, as(owner))).body).toEqual({
    content: 'first',
    files: [],
  });
  const restored = await call(
    app,
    `POST /rooms/${room}/content/${id}/versions/1/restore`,
    as(author),
  );
  expect(restored).toMatchObject({ status: 200, body: { id, content: 'first', version: 4 } });
  expect((await versions(id)).body.map(({ version }: { version: number }) => version)).toEqual([
    3, 1,
  ]);
  const stale = await call(app, `POST /rooms/${room}/content/${id}/versions/3/restore`, {
    headers: { ...author.headers, 'if-match': '3' },
  });
  expect(stale).toMatchObject({ status: 412, body: { item: { content: 'first' } } });
});

test("a program's text is told from its person's", async () => {
  const program = await makeToken(app, author.user.id);
  const id = await add('mine');
  await edit(id, 'by the program', program);
  await edit(id, 'mine again');
  expect((await versions(id)).body).toMatchObject([
    { version: 2, by: { kind: 'program', label: 'test' } },
    { version: 1, by: { kind: 'you' } },
  ]);
});

test('the owner of the room forgets the versions of what a member added', async () => {
  const id = await add('secret');
  await edit(id, 'other');
  const forget = { ...as(owner) };
  expect((await call(app, `DELETE /rooms/${room}/content/${id}/versions`, forget)).status).toBe(
    200,
  );
  expect((await versions(id)).body).toEqual([]);
});

test('earlier texts of an account that is deleted are gone, those of others stay', async () => {
  const leaving = await signUp(app);
  await call(app, `POST /rooms/${room}/members`, as(owner, { email: leaving.user.email }));
  const added = await call(app, `POST /rooms/${room}/content`, as(leaving, { content: 'a' }));
  await edit(added.body.id, 'b', leaving);
  const other = await add('a');
  await edit(other, 'b');
  expect(
    (await call(app, 'DELETE /account', as(leaving, { password: TEST_PASSWORD }))).status,
  ).toBe(200);
  expect((await versions(added.body.id)).body).toEqual([]);
  expect((await versions(other)).body).toHaveLength(1);
});
