import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Answer, call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, newOpener, open, withGrant } from '../../testing/links.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';

onEachDatabase((environment) => {
  let app: TestApp;
  let owner: Person;
  beforeAll(async () => {
    app = await buildTestApp(environment);
    owner = await signUp(app);
  });
  afterAll(() => app.stop());

  const mine = (what: Parameters<typeof call>[1], body?: unknown, more = {}) =>
    call(app, what, { headers: { ...owner.headers, ...more }, body });
  async function share(body: Record<string, unknown>) {
    const { body: clip } = await mine('POST /clipboard', { content: 'secret text' });
    return { clip, link: await makeLink(app, owner, { clipId: clip.id, ...body }) };
  }
  const viewsOf = async (clipId: string) =>
    (await mine(`GET /links?clipId=${clipId}`)).body.links[0].views as number;
  const atOnce = (many: number, one: (index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: many }, (_, index) => one(index)));
  const count = (responses: readonly Answer[], status: number) =>
    responses.filter((answer) => answer.status === status).length;

  test.each([2, 20])('of %i at once exactly one takes the one view', async (many) => {
    const { clip, link } = await share({ maxViews: 1 });
    const responses = await atOnce(many, () => open(app, link));
    expect([count(responses, 200), count(responses, 404)]).toEqual([1, many - 1]);
    expect(await viewsOf(clip.id)).toBe(1);
  });

  test('one opener at once is one view and one grant', async () => {
    const { clip, link } = await share({ maxViews: 1 });
    const opener = newOpener();
    const [first, ...others] = await atOnce(5, () => open(app, link, { opener }));
    for (const answer of others) expect(answer.body).toEqual(first?.body);
    expect(await viewsOf(clip.id)).toBe(1);
    const headers = withGrant(first?.body.grant);
    expect((await call(app, `GET /clipboard/${clip.id}`, { headers })).status).toBe(200);
    expect((await open(app, link, { opener })).body.grant).toBe(first?.body.grant);
    expect((await open(app, link)).status).toBe(404);
    for (const bad of ['', 'short', `${opener}x`, `${opener.slice(1)}.`])
      expect((await open(app, link, { opener: bad })).status).toBe(400);
  });

  test('of 20 at once one reads what burns', async () => {
    const { link } = await share({ burn: true });
    expect(count(await atOnce(20, () => open(app, link)), 200)).toBe(1);
  });

  test('what is sent at once under one key is one clip', async () => {
    const grant = await grantFor(app, await makeLink(app, owner, { inbox: true }));
    const body = { content: 'three', captureId: newOpener() };
    const sent = await atOnce(5, () =>
      call(app, 'POST /link/clips', { headers: withGrant(grant), body }),
    );
    expect(new Set(sent.map((answer) => answer.body.id)).size).toBe(1);
    expect([count(sent, 201), count(sent, 200)]).toEqual([1, 4]);
  });

  test('of many saves upon one version exactly one goes through', async () => {
    const { body: clip } = await mine('POST /clipboard', { content: 'start' });
    const saves = await atOnce(8, (index) =>
      mine(`PUT /clipboard/${clip.id}`, { content: `text ${index}` }, { 'if-match': '1' }),
    );
    expect([count(saves, 200), count(saves, 412)]).toEqual([1, 7]);
    const winner = saves.find(({ status }) => status === 200);
    expect((await mine(`GET /clipboard/${clip.id}`)).body).toEqual(winner?.body);
  });

  test('a capture sent twenty times at once is one clip, told of once', async () => {
    const socket = await connectSocket(app.url, { token: owner.session.access_token });
    const heard = record(socket);
    const body = { content: 'once', captureId: newOpener() };
    const sent = await atOnce(20, () => mine('POST /clipboard', body));
    expect([count(sent, 201), count(sent, 200)]).toEqual([1, 19]);
    expect(new Set(sent.map((answer) => answer.body.id)).size).toBe(1);
    await settle(socket);
    expect(heard.map(([event]) => event)).toEqual(['clip-update']);
    closeSockets();
  });

  test('an announced file comes once, however often it is sent', async () => {
    const captureId = newOpener();
    const { body: clip } = await mine('POST /clipboard', { content: 'x', captureId, files: 2 });
    const attach = (part: number, bytes: string) =>
      upload(
        app,
        `/clipboard/${clip.id}/files`,
        { ...owner.headers, 'x-capture-part': `${captureId}:${part}` },
        { bytes },
      );
    const sent = await atOnce(8, (index) => attach(0, `try ${index}`));
    expect([count(sent, 201), count(sent, 200)]).toEqual([1, 7]);
    const again = await attach(0, 'other bytes');
    expect([again.status, again.body.id]).toEqual([200, sent[0]?.body.id]);
    const read = async () => (await call(app, `GET /clipboard/${clip.id}`)).status;
    expect(await read()).toBe(404);
    expect((await attach(1, 'last')).status).toBe(201);
    expect(await read()).toBe(200);
  });

  test('tags of one name made at once are one', async () => {
    const made = await atOnce(12, (index) =>
      mine('POST /tags', { name: index % 2 ? 'SAME' : 'same' }),
    );
    expect([count(made, 201), count(made, 409)]).toEqual([1, 11]);
  });
});
