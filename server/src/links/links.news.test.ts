import type { Link } from '@clipline/contract/schemas/links.ts';
import { transact, wakeJob } from '../core/db/database.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { makeLink, newOpener, open } from '../../testing/links.ts';
import { closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { CLOSE_LINKS } from '../clips/clips.queries.ts';
import { createLinkNews } from './links.news.ts';

describe('of a clip', () => {
  const publishHere = vi.fn();
  const told = () => publishHere.mock.calls.splice(0).map(([, , { clipId }]) => clipId);
  afterEach(() => void vi.useRealTimers());

  test('at most one a second is told, and the last one always', () => {
    vi.useFakeTimers();
    const tell = createLinkNews({ isHere: () => true, publishHere });
    for (const clipId of ['a', 'a', 'a', 'b', null, 'b', null]) tell({ userId: 'ada', clipId });
    tell({ userId: 'bob', clipId: 'a' });
    expect(told()).toEqual(['a', 'b', null, 'a']);
    vi.advanceTimersByTime(999);
    tell({ userId: 'ada', clipId: 'a' });
    expect(told()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told()).toEqual(['a', 'b', null]);
    vi.advanceTimersByTime(500);
    tell({ userId: 'ada', clipId: 'a' });
    expect(told()).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(told()).toEqual(['a']);
    vi.advanceTimersByTime(1000);
    tell({ userId: 'ada', clipId: 'a' });
    expect(told()).toEqual(['a']);
  });

  test('nothing is told to who is not here', () => {
    createLinkNews({ isHere: () => false, publishHere })({ userId: 'ada', clipId: 'a' });
    expect(told()).toEqual([]);
  });
});

let app: TestApp;
let owner: Person;
let other: Person;
beforeAll(async () => {
  app = await buildTestApp();
  [owner, other] = [await signUp(app), await signUp(app)];
});
afterEach(closeSockets);
afterAll(() => app.stop());

const mine = (what: Parameters<typeof call>[1], body?: unknown) =>
  call(app, what, { headers: owner.headers, ...(body === undefined ? {} : { body }) });
const newClip = async (): Promise<string> =>
  (await mine('POST /clipboard', { content: 'text' })).body.id;
/** The clips of which it was told that their links changed. */
async function listen(person = owner) {
  const socket = await connectSocket(app.url, { token: person.session.access_token });
  const heard = record(socket);
  const changed = () =>
    heard.flatMap(([name, about]) =>
      name === 'links:changed' ? [(about as { clipId: string | null }).clipId] : [],
    );
  return { socket, changed };
}
const overBy = (changes: Record<string, number | null>) => (id: string) =>
  transact(app.store.db, async (tx) => {
    await tx.updateTable('links').set(changes).where('id', '=', id).execute();
    await wakeJob(tx, CLOSE_LINKS);
  });

type Happening = (link: Link, clipId: string) => Promise<unknown>;
const happenings: [string, Happening][] = [
  ['changed', ({ id }) => mine(`PATCH /links/${id}`, { label: 'Jonas' })],
  ['renewed', ({ id }) => mine(`POST /links/${id}/renew`)],
  ['opened for a count', (link) => open(app, link)],
  ['revoked', ({ id }) => mine(`DELETE /links/${id}`)],
  ['over by time', ({ id }) => overBy({ expires_at: Date.now() - 1, closes_at: 1 })(id)],
  ['over with its clip', (_link, clipId) => mine(`DELETE /clipboard/${clipId}`)],
  ['gone with its clip', (_link, clipId) => mine(`DELETE /clipboard/${clipId}?forever=true`)],
  [
    'over with many clips',
    (_link, clipId) => mine('POST /clipboard/bulk', { action: 'delete', ids: [clipId] }),
  ],
];
test.each(happenings)('its owner hears that one was made and is %s', async (_what, happen) => {
  const [own, others] = [await listen(), await listen(other)];
  const clipId = await newClip();
  const link = await makeLink(app, owner, { clipId });
  await expect.poll(own.changed).toEqual([clipId]);
  await happen(link, clipId);
  await expect.poll(own.changed).toEqual([clipId, clipId]);
  await settle(others.socket);
  expect(others.changed()).toEqual([]);
});

test('a visit that counts nothing changes nothing', async () => {
  const clipId = await newClip();
  const link = await makeLink(app, owner, { clipId });
  const { socket, changed } = await listen();
  const opener = newOpener();
  for (const headers of [{}, {}, owner.headers]) await open(app, link, { opener }, headers);
  await expect.poll(changed).toEqual([clipId]);
  await mine(`DELETE /links/${link.id}`);
  await expect.poll(changed).toEqual([clipId, clipId]);
  await mine(`DELETE /links/${link.id}`);
  await settle(socket);
  expect(changed()).toEqual([clipId, clipId]);
});

test('drop links and all at once are of no clip', async () => {
  const clipId = await newClip();
  await makeLink(app, owner, { clipId });
  const { changed } = await listen();
  const link = await makeLink(app, owner, { inbox: true });
  await expect.poll(changed).toEqual([null]);
  await open(app, link);
  await expect.poll(changed).toEqual([null, null]);
  await mine('POST /links/revoke-all');
  await expect.poll(changed).toEqual([null, null, null]);
});

test('who reads at each news has seen twenty openings at once', async () => {
  const clipId = await newClip();
  const link = await makeLink(app, owner, { clipId, maxViews: 20 });
  const { socket, changed } = await listen();
  const seen: unknown[] = [];
  socket.on('links:changed', async () => {
    const { body } = await mine(`GET /links?clipId=${clipId}`);
    seen.push([body.links[0].views, body.links[0].state]);
  });
  const opened = await Promise.all(Array.from({ length: 25 }, () => open(app, link)));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(20);
  await expect.poll(() => seen.at(-1)).toEqual([20, 'used']);
  expect(changed().length).toBeLessThan(20);
});
