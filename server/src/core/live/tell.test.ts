import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';
import { ask, closeSockets, connectSocket, record } from '../../../testing/sockets.ts';
import { upload } from '../../../testing/uploads.ts';

let app: TestApp;
let [owner, member]: Person[] = [];

beforeEach(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'fatal' });
  [owner, member] = [await signUp(app), await signUp(app)];
});
afterEach(async () => {
  vi.restoreAllMocks();
  closeSockets();
  await app.stop();
});

const by = (person: Person | undefined, what: Parameters<typeof call>[1], body?: object) =>
  call(app, what, { body, headers: person!.headers });

/** Outside of transactions, tables whose names begin so cannot be read. */
function refuseReads(beginning: string): void {
  const { db } = app;
  const selectFrom = db.selectFrom.bind(db) as (from: unknown) => unknown;
  const executeQuery = db.executeQuery.bind(db);
  const away = () => new Error('The store is away');
  vi.spyOn(db, 'selectFrom').mockImplementation(((from: unknown) => {
    if (String(from).startsWith(beginning)) throw away();
    return selectFrom(from);
  }) as typeof db.selectFrom);
  // Of queries that were prepared before.
  vi.spyOn(db, 'executeQuery').mockImplementation(async (query, ...options) => {
    if ('sql' in query && query.sql.includes(`from "${beginning}`)) throw away();
    return executeQuery(query, ...options);
  });
}

test('what was stored is answered as stored where nobody can be told, and told later', async () => {
  const { body: clip } = await by(owner, 'POST /clipboard', { content: 'before' });
  const viewer = await connectSocket(app.url);
  const seen = record(viewer);
  await ask(viewer, 'join:clip', { clipId: clip.id });

  refuseReads('links');
  const saved = await by(owner, `PUT /clipboard/${clip.id}`, { content: 'after' });
  expect([saved.status, saved.body.content]).toEqual([200, 'after']);
  const headers = { ...owner!.headers, 'idempotency-key': 'one-file' };
  const files = `/clipboard/${clip.id}/files` as const;
  const sent = [await upload(app, files, headers), await upload(app, files, headers)];
  expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  const { body: kept } = await by(owner, `GET ${files}`);
  expect(kept).toHaveLength(1);
  const removed = await by(owner, `DELETE ${files}/${kept[0].id}`);
  const restored = await by(owner, `POST /clipboard/${clip.id}/versions/1/restore`);
  expect([removed.status, restored.status]).toEqual([200, 200]);
  expect(seen).toEqual([]);

  vi.restoreAllMocks();
  await expect
    .poll(() => seen.map(([event, news]) => [event, (news as { content?: string }).content]))
    .toContainEqual(['clip-content-updated', 'before']);
});

test('a link that closes the address and one that is revoked are answered likewise', async () => {
  const { body: clip } = await by(owner, 'POST /clipboard', { content: 'to share' });
  const viewer = await connectSocket(app.url);
  const seen = record(viewer);
  await ask(viewer, 'join:clip', { clipId: clip.id });
  refuseReads('link_');
  const link = await by(owner, 'POST /links', { clipId: clip.id, closeAddress: true });
  expect(link.status).toBe(201);
  await expect.poll(() => seen).toEqual([['link:closed', { clipId: clip.id }]]);
  expect((await by(owner, `DELETE /links/${link.body.id}`)).status).toBe(200);
});

test('a room that changed and one that was joined are answered as they became', async () => {
  const { body: room } = await by(owner, 'POST /rooms', { name: 'Kitchen' });
  const reader = await connectSocket(app.url, { token: member!.session.access_token });
  await ask(reader, 'join:room', { roomId: room.id });
  refuseReads('room');
  const joined = await by(member, 'POST /rooms/join', { shareToken: room.shareToken });
  expect([joined.status, joined.body.memberCount]).toEqual([200, 2]);
  const changed = await by(owner, `PATCH /rooms/${room.id}`, { name: 'Hall', isPrivate: true });
  expect([changed.status, changed.body.name]).toEqual([200, 'Hall']);
  expect((await by(owner, `DELETE /rooms/${room.id}`)).status).toBe(200);
  expect((await by(owner, `POST /trash/room/${room.id}/restore`)).status).toBe(200);
});
