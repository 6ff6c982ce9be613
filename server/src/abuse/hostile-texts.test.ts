import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, newOpener, withGrant } from '../../testing/links.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';

// Texts that cost their reader more than their length.

onEachDatabase((environment) => {
  let app: TestApp;
  afterEach(() => app.stop());

  const save = async (content: string, headers: Record<string, string>) => {
    const { status, body } = await call(app, 'POST /clipboard', { body: { content }, headers });
    expect([status, body.content === content]).toEqual([201, true]);
    return body.id as string;
  };
  const found = async (search: string, headers: Record<string, string>) =>
    (await call(app, `GET /clipboard/history?search=${encodeURIComponent(search)}`, { headers }))
      .body.total;

  test('marks without end are saved, searched and edited like any text', async () => {
    app = await buildTestApp(environment);
    const { headers } = await signUp(app);
    // Put in order all at once, each of these would hold the server for minutes.
    const accents = `accents${'\u0301\u0316'.repeat(120_000)}`;
    const marks = `marks${'\u0730\u0731'.repeat(120_000)}`;
    const halfWidth = `half${'\uff9e\u0731'.repeat(90_000)}`;
    const id = await save(accents, headers);
    await save(marks, headers);
    expect(
      await call(app, `PUT /clipboard/${id}`, { body: { content: halfWidth }, headers }),
    ).toMatchObject({ status: 200 });
    expect([await found('half', headers), await found('marks', headers)]).toEqual([1, 1]);
    expect(await found('\u0301\u0316'.repeat(450), headers)).toBe(2);
    const room = await call(app, 'POST /rooms', { body: { name: 'Marks' }, headers });
    const added = await call(app, `POST /rooms/${room.body.id}/content`, {
      body: { content: accents },
      headers,
    });
    expect(added.status).toBe(201);
  });

  test('letters that unfold to many take no more of the store than other texts', async () => {
    app = await buildTestApp(environment);
    const { headers, user } = await signUp(app);
    await save(`first ${'ﷺ'.repeat(174_000)}`, headers);
    const { rows } = await sql<{ bytes: number }>`
      select octet_length(text) as bytes from search_texts where holder_id = ${user.id}`.execute(
      app.store.db,
    );
    expect(rows).toHaveLength(1);
    // Arabic letters have two bytes each.
    expect(rows[0]?.bytes).toBeLessThanOrEqual(2 * (MAX_TEXT_BYTES + 64 * 1024));
    expect(await found('first ﷺ', headers)).toBe(1);
  });
});

test('a text is as long as it is stored, whoever sends it: three bytes for each NUL', async () => {
  const app = await buildTestApp();
  const person = await signUp(app);
  const { headers } = person;
  const drop = await grantFor(app, await makeLink(app, person, { inbox: true }));
  const { id: clipId } = (await call(app, 'POST /clipboard', { headers, body: { content: 'x' } }))
    .body;
  const edit = await grantFor(app, await makeLink(app, person, { clipId, access: 'edit' }));
  const { body: room } = await call(app, 'POST /rooms', { headers, body: { name: 'NUL' } });
  const asText = async (body: string) =>
    (
      await fetch(`${app.url}/api/clipboard/text`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain' },
        body,
      })
    ).status;
  const asJson = async (
    what: Parameters<typeof call>[1],
    content: string,
    more: Record<string, unknown> = {},
    as: Record<string, string> = headers,
  ) => (await call(app, what, { headers: as, body: { content, ...more } })).status;
  const versionNow = async () =>
    String((await call(app, `GET /clipboard/${clipId}`, { headers })).body.version);
  const sendAll = async (content: string) => [
    await asJson('POST /clipboard', content),
    await asText(content),
    await asJson(
      `PUT /clipboard/${clipId}`,
      content,
      {},
      { ...withGrant(edit), 'if-match': await versionNow() },
    ),
    await asJson('POST /link/clips', content, { captureId: newOpener() }, withGrant(drop)),
    await asJson(`POST /rooms/${room.id}/content`, content),
    await asJson('POST /virtual-desktop/items/text', content, {
      position: { x: 0, y: 0 },
      size: { width: 300, height: 90 },
    }),
  ];
  const most = '\0'.repeat(Math.floor(MAX_TEXT_BYTES / 3));
  expect(await sendAll(`${most}\0`)).toEqual([413, 413, 413, 413, 413, 413]);
  expect(await sendAll(most)).toEqual([201, 201, 200, 201, 201, 201]);
  await app.stop();
});
