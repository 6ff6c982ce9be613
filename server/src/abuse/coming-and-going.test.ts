import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { heardOf, openHost, openPeer, until } from '../../testing/lan.ts';
import { grantFor, makeLink } from '../../testing/links.ts';
import { ask, closeSockets, connectSocket, record } from '../../testing/sockets.ts';
import { platformLimits } from '../core/http/limits.ts';
import { roomChannel } from '../rooms/rooms.news.ts';

// A client that joins, leaves and asks for the largest rooms, again and again.

describe('joining and leaving', () => {
  let app: TestApp;
  let owner: Person;
  beforeAll(async () => {
    app = await buildTestApp({ RATE_LIMITS: 'on' });
    owner = await signUp(app);
  });
  afterAll(() => app.stop());
  afterEach(() => closeSockets());

  const connect = (person: Person) =>
    connectSocket(app.url, { token: person.session.access_token });
  const makeRoom = async () =>
    (await call(app, 'POST /rooms', { headers: owner.headers, body: { name: 'Room' } })).body
      .id as string;

  test('who leaves before it is in is out, and who comes back then is in', async () => {
    const [roomId, other] = [await makeRoom(), await makeRoom()];
    const [gone, back] = [await signUp(app), await signUp(app)];
    const [leaving, coming] = [await connect(gone), await connect(back)];
    for (let times = 0; times < 3; times++) {
      leaving.emit('join:room', { roomId }, () => {});
      leaving.emit('leave:room', { roomId }, () => {});
    }
    coming.emit('join:room', { roomId }, () => {});
    coming.emit('leave:room', { roomId }, () => {});
    expect(await ask(coming, 'join:room', { roomId })).toMatchObject({ ok: true });
    for (const socket of [leaving, coming]) await ask(socket, 'join:room', { roomId: other });
    expect(await app.presence.of(roomChannel(roomId))).toEqual([back.user.id]);
  });

  test('who leaves a clip of a limited link before it is in is out, and comes and goes at no cost', async () => {
    const { body: clip } = await call(app, 'POST /clipboard', {
      headers: owner.headers,
      body: { content: 'first' },
    });
    const grant = await grantFor(app, await makeLink(app, owner, { clipId: clip.id }));
    const [leaving, staying] = await Promise.all([connectSocket(app.url), connectSocket(app.url)]);
    const payload = { clipId: clip.id as string, grant };
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    for (let times = 0; times < 15; times++) {
      await ask(leaving, 'join:clip', payload);
      await ask(leaving, 'leave:clip', { clipId: clip.id });
    }
    leaving.emit('join:clip', payload, () => {});
    leaving.emit('leave:clip', { clipId: clip.id }, () => {});
    expect(await ask(staying, 'join:clip', payload)).toMatchObject({ ok: true });
    const [heard, other] = [record(leaving), record(staying)];
    await call(app, `PUT /clipboard/${clip.id}`, {
      headers: owner.headers,
      body: { content: 'second' },
    });
    await expect.poll(() => other.map(([name]) => name)).toContain('clip-content-updated');
    // Whatever it was sent came before this.
    await ask(leaving, 'leave:clip', { clipId: clip.id });
    expect(heard).toEqual([]);
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});

describe('a large room', () => {
  test('a large room is read in parts, by calls and sockets, and others have their turn', async () => {
    const app = await buildTestApp();
    const { headers, session } = await signUp(app);
    const { id } = (await call(app, 'POST /rooms', { headers, body: { name: 'Large' } })).body;
    const texts = Array.from({ length: 6 }, (_, number) => `${number} ${'x'.repeat(300_000)}`);
    for (const content of texts)
      await call(app, `POST /rooms/${id}/content`, { headers, body: { content } });
    const newestFirst = texts.toReversed();
    const contentsOf = (items: { content: string }[]) => items.map(({ content }) => content);

    const socket = await connectSocket(app.url, { token: session.access_token });
    const [joined, ...responses] = await Promise.all([
      ask(socket, 'join:room', { roomId: id }),
      call(app, `GET /rooms/${id}`, { headers }),
      call(app, `PATCH /rooms/${id}`, { headers, body: { name: 'Larger' } }),
    ]);
    closeSockets();
    for (const { content } of [joined.room, ...responses.map(({ body }) => body)])
      expect(contentsOf(content)).toEqual(newestFirst);
    const page = await call(app, `GET /rooms/${id}/content?pageSize=4&page=2&order=asc`, {
      headers,
    });
    expect([page.body.total, ...contentsOf(page.body.content)]).toEqual([6, ...texts.slice(4)]);
    const found = await call(app, `GET /rooms/${id}/content?search=xxx&pageSize=2`, { headers });
    expect([found.body.total, ...contentsOf(found.body.content)]).toEqual([
      6,
      ...newestFirst.slice(0, 2),
    ]);
    expect(found.body.content[0].match).toMatchObject({ where: 'text' });
    await app.stop();
  });
});

const GUESTS = 10;
const TEXT_LENGTH = 400_000;

/** A desktop of some megabytes that is shown to its network. */
const openLargeHost = (app: TestApp) =>
  openHost(app, {
    texts: Array.from({ length: 10 }, (_, index) => `${index} ${'x'.repeat(TEXT_LENGTH)}`),
  });

/** The most characters of JSON that were made in one turn of the event loop while this ran. */
async function mostJsonInATurn(work: () => Promise<unknown>): Promise<number> {
  const make = JSON.stringify;
  let [most, ofTurn, isOver] = [0, 0, false];
  const turn = () => {
    ofTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  JSON.stringify = (...args: unknown[]) => {
    const json: string = make(...(args as Parameters<typeof make>));
    ofTurn += json?.length ?? 0;
    most = Math.max(most, ofTurn);
    return json;
  };
  setImmediate(turn);
  await work().finally(() => {
    JSON.stringify = make;
    isOver = true;
  });
  return most;
}

describe('a large desktop', () => {
  test('the guests of a large desktop are told of it in turns of the event loop', async () => {
    const app = await buildTestApp();
    const host = await openLargeHost(app);
    const guests = await Promise.all(Array.from({ length: GUESTS }, () => openPeer(app)));
    const most = await mostJsonInATurn(async () => {
      for (const guest of guests) await ask(guest.socket, 'lan:peer:connect', { peerId: host.id });
      await call(app, `PATCH /virtual-desktop/items/${host.browser.items[0].id}`, {
        headers: host.browser.headers,
        body: { position: { x: 77, y: 0 } },
      });
      for (const guest of guests)
        await until(guest, () => {
          const items = heardOf(guest, 'lan:desktop:update').at(-1)?.items;
          return items?.length === 10 && items.at(-1).position.x === 77;
        });
    });
    // What three of them are told.
    expect(most).toBeLessThan(33 * TEXT_LENGTH);
    closeSockets();
    await app.stop();
  });
});

// Where nodes count for themselves, it is in memory: the store is not asked.
test('joins count as calls of their address', async () => {
  const app = await buildTestApp({ RATE_LIMITS: 'on' });
  const { headers, session } = await signUp(app);
  const body = { name: 'Room' };
  const roomId = (await call(app, 'POST /rooms', { headers, body })).body.id as string;
  const socket = await connectSocket(app.url, { token: session.access_token });
  const guest = await openPeer(app);
  const join = () => ask(socket, 'join:room', { roomId });
  await app.countCalls('127.0.0.1', platformLimits.calls.points - 100);
  const joins = await Promise.all(Array.from({ length: 101 }, join));
  expect(joins[0]).toMatchObject({ ok: true });
  expect(await join()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(await ask(guest.socket, 'lan:peer:connect', { peerId: guest.id })).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  expect((await call(app, 'GET /rooms', { headers })).status).toBe(429);
  closeSockets();
  await app.stop();
});
