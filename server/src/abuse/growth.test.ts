import { transact } from '../core/db/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, newOpener, open, withGrant } from '../../testing/links.ts';
import { createClip } from '../clips/clips.changes.ts';

// What grows with each call although its maker keeps nothing of it, and what others then pay.

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

test('links without end that are used up: the newest are kept, 200 of a clip in all', async () => {
  const owner = await signUp(app);
  const clip = await call(app, 'POST /clipboard', {
    headers: owner.headers,
    body: { content: 'shared' },
  });
  const ofClip = { clipId: clip.body.id, maxViews: 1 };
  const active = await makeLink(app, owner, ofClip);
  const used = await makeLink(app, owner, ofClip);
  const grant = await grantFor(app, used);
  const { db } = app.store;
  const row = await db
    .selectFrom('links')
    .selectAll()
    .where('id', '=', used.id)
    .executeTakeFirstOrThrow();
  await transact(db, async (tx) => {
    await tx
      .updateTable('links')
      .set({ created_at: row.created_at - 1000 })
      .where('id', '=', used.id)
      .execute();
    for (let n = 1; n <= 229; n++)
      await tx
        .insertInto('links')
        .values({
          ...row,
          id: `${used.id}${n}`,
          token_hash: `${used.id}${n}`,
          created_at: row.created_at - n,
        })
        .execute();
  });
  const read = () => call(app, `GET /clipboard/${clip.body.id}`, { headers: withGrant(grant) });
  expect((await read()).status).toBe(200);
  const newest = await makeLink(app, owner, ofClip);
  const { body } = await call(app, `GET /links?clipId=${clip.body.id}&pageSize=100`, {
    headers: owner.headers,
  });
  expect(body.total).toBe(202);
  const ids = (body.links as { id: string }[]).map(({ id }) => id);
  expect(ids).toContain(newest.id);
  // What can be opened stays, however old; what went is no longer open to anybody.
  expect((await open(app, active)).status).toBe(200);
  expect((await read()).body.code).toBe('GRANT_EXPIRED');
});

test('openings of one link without end: the latest 1,000 are listed', async () => {
  const owner = await signUp(app);
  const link = await makeLink(app, owner, { inbox: true });
  await grantFor(app, link);
  const { db } = app.store;
  const first = await db
    .selectFrom('link_openings')
    .selectAll()
    .where('link_id', '=', link.id)
    .executeTakeFirstOrThrow();
  for (const number of [2, 3])
    await db
      .insertInto('link_openings')
      .values({ ...first, id: `${first.id}${number}`, number })
      .execute();
  await db.updateTable('links').set({ views: 1001 }).where('id', '=', link.id).execute();
  await grantFor(app, link);
  const left = await db
    .selectFrom('link_openings')
    .select('number')
    .where('link_id', '=', link.id)
    .orderBy('number')
    .execute();
  expect(left.map(({ number }) => number)).toEqual([3, 1002]);
});

test('clips that wait for files which never come: 1,000 at a time, and others are not in the way', async () => {
  const owner = await signUp(app);
  const { headers } = owner;
  const kept = await call(app, 'POST /clipboard', { headers, body: { content: 'kept' } });
  await transact(app.store.db, async (tx) => {
    for (let n = 0; n < 1000; n++)
      await createClip(tx, owner.user.id, '', Date.now(), {
        coming: { captureId: newOpener(), files: 1 },
      });
  });
  const save = (more: object) =>
    call(app, 'POST /clipboard', {
      headers,
      body: { content: 'more', captureId: newOpener(), ...more },
    });
  const refused = await save({ files: 1 });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  const latest = () =>
    call(app, 'GET /clipboard/latest', { headers: { ...headers, accept: 'application/json' } });
  expect((await latest()).body.id).toBe(kept.body.id);
  const text = await save({});
  expect([text.status, (await latest()).body.id]).toEqual([201, text.body.id]);
  const grant = await grantFor(app, await makeLink(app, owner, { inbox: true }));
  const sent = await call(app, 'POST /link/clips', {
    headers: withGrant(grant),
    body: { content: '', files: 2, captureId: newOpener() },
  });
  expect(sent.status).toBe(201);
  // What is in the trash is in no one's way.
  await app.store.db
    .updateTable('clips')
    .set({ deleted_at: Date.now() })
    .where('user_id', '=', owner.user.id)
    .where('awaited_files', '>', 0)
    .execute();
  expect((await save({ files: 1 })).status).toBe(201);
});
