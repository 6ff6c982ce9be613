import type { PlanName } from '@clipline/contract/plans.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Answer, call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { heardOf, openPeer, until } from '../../testing/lan.ts';
import { grantFor, makeLink, newOpener, open, withGrant } from '../../testing/links.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { billingSettings, deliver, StripeServer } from '../../testing/stripe-server.ts';

const stripe = new StripeServer();
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent', ...billingSettings(await stripe.listen()) });
});
afterEach(closeSockets);
afterAll(async () => {
  await app.stop();
  await stripe.close();
});

const customers = new Map<string, ReturnType<StripeServer['subscribe']>>();

/** Puts a user on a plan, by the way that leads there. */
async function putOn(person: Person, plan: PlanName | null): Promise<void> {
  const trialEndsAt = plan === 'trial' ? Date.now() + 60_000 : 1;
  await app.store.db
    .updateTable('users')
    .set({ trial_ends_at: trialEndsAt })
    .where('id', '=', person.user.id)
    .execute();
  const known =
    customers.get(person.user.id) ??
    stripe.subscribe(stripe.id('cus'), { metadata: { userId: person.user.id } });
  customers.set(person.user.id, known);
  const isPaid = plan !== null && plan !== 'trial';
  Object.assign(
    known,
    isPaid ? { status: 'active', price: `price_${plan}_m` } : { status: 'canceled' },
  );
  expect((await deliver(app, stripe.subscriptionEvent(known))).status).toBe(200);
}

async function upload(path: string, headers: Record<string, string>): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob(['bytes']), 'a.txt');
  return (await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body })).status;
}

/**
 * A user with a clip, a room and a desktop from their trial, and a friend whose room they are in.
 */
async function settled() {
  const [person, friend] = [await signUp(app), await signUp(app)];
  await putOn(person, 'trial');
  await putOn(friend, 'trial');
  const { headers } = person;
  const clip = (
    await call(app, 'POST /clipboard', { headers, body: { content: 'from the trial' } })
  ).body;
  await upload(`/clipboard/${clip.id}/files`, headers);
  const room = (await call(app, 'POST /rooms', { headers, body: { name: 'Mine' } })).body;
  const content = (
    await call(app, `POST /rooms/${room.id}/content`, {
      headers,
      body: { content: 'said', type: 'text' },
    })
  ).body;
  const theirs = (
    await call(app, 'POST /rooms', { headers: friend.headers, body: { name: 'Theirs' } })
  ).body;
  const other = (
    await call(app, 'POST /rooms', { headers: friend.headers, body: { name: 'Other' } })
  ).body;
  await call(app, 'POST /rooms/join', { headers, body: { shareToken: theirs.shareToken } });
  const item = (
    await call(app, 'POST /virtual-desktop/items/text', {
      headers,
      body: { content: 'on the desktop' },
    })
  ).body;
  const { desktop } = (await call(app, 'GET /virtual-desktop', { headers })).body;
  return { person, friend, headers, clip, room, content, theirs, other, item, desktop };
}

const needed =
  'Your trial or plan has ended. Everything you have stays readable; to add or change something, choose the Basic, Pro or Advanced plan under Pricing on the home page.';
const noRooms = (plan: string) =>
  `The ${plan} plan does not include rooms of your own. To open one, choose the Advanced plan under Pricing on the home page.`;
const refused = (error: string) => [402, error];
const outcome = ({ status, body }: Answer) => (status === 402 ? [402, body.error] : status);

describe.each<[PlanName | null]>([['trial'], ['basic'], ['pro'], ['advanced'], [null]])(
  'on the plan %s',
  (plan) => {
    const may = (status: number) => (plan === null ? refused(needed) : status);
    const mayShare = (status: number) =>
      plan === 'basic'
        ? refused(
            "The owner's plan, Basic, does not include sharing. Ask them to choose Pro or Advanced.",
          )
        : status;
    const ownRoom = {
      trial: 201,
      advanced: 201,
      pro: refused(noRooms('Pro')),
      basic: refused(noRooms('Basic')),
    };

    test('what a person may do', async () => {
      const { person, friend, headers, clip, room, content, theirs, other, item, desktop } =
        await settled();
      await putOn(person, plan);
      const as = (what: Parameters<typeof call>[1], body?: unknown) =>
        call(app, what, { headers, body }).then(outcome);
      const asFriend = (what: Parameters<typeof call>[1], body?: unknown) =>
        call(app, what, { headers: friend.headers, body }).then(outcome);
      const token = { 'x-desktop-token': desktop.share_token };
      const asHolder = (what: Parameters<typeof call>[1], body?: unknown) =>
        call(app, what, { headers: token, body }).then(outcome);

      // New things and changes.
      expect(await as('POST /clipboard', { content: 'new' })).toEqual(may(201));
      expect(await as('POST /clipboard', { content: '' })).toEqual(may(201));
      expect(await as(`PUT /clipboard/${clip.id}`, { content: 'changed' })).toEqual(may(200));
      expect(await upload(`/clipboard/${clip.id}/files`, headers)).toBe(plan === null ? 402 : 201);
      expect(await as('POST /rooms', { name: 'New' })).toEqual(
        plan === null ? refused(needed) : ownRoom[plan],
      );
      expect(await as(`PATCH /rooms/${room.id}`, { name: 'Renamed' })).toEqual(may(200));
      expect(await as('POST /rooms/join', { shareToken: other.shareToken })).toEqual(may(200));
      for (const roomId of [room.id, theirs.id]) {
        expect(
          await as(`POST /rooms/${roomId}/content`, { content: 'more', type: 'text' }),
        ).toEqual(may(201));
        expect(await upload(`/rooms/${roomId}/upload`, headers)).toBe(plan === null ? 402 : 201);
        expect(
          await as(`POST /rooms/${roomId}/members`, { email: 'stranger@example.com' }),
        ).toEqual(may(201));
      }
      expect(
        await as(`PATCH /rooms/${room.id}/content/${content.id}`, { content: 'edited' }),
      ).toEqual(may(200));
      expect(await as('POST /virtual-desktop/items/text', { content: 'more' })).toEqual(may(201));
      expect(await upload('/virtual-desktop/items/file', headers)).toBe(plan === null ? 402 : 201);
      expect(
        await as(`PATCH /virtual-desktop/items/${item.id}`, { position: { x: 5, y: 5 } }),
      ).toEqual(may(200));

      // What is there stays.
      const { files } = (await call(app, `GET /clipboard/${clip.id}`, { headers })).body;
      const fileUrl = files[0].url as string;
      expect((await fetch(new URL(fileUrl, app.url), { headers })).status).toBe(200);
      expect((await fetch(new URL(fileUrl, app.url))).status).toBe(plan === 'basic' ? 402 : 200);
      for (const path of [
        '/clipboard/history',
        '/clipboard/favorites',
        '/clipboard/stats',
        `/clipboard/${clip.id}`,
        `/clipboard/${clip.id}/files`,
      ])
        expect([path, await as(`GET ${path}` as 'GET /')]).toEqual([path, 200]);
      for (const path of [
        '/rooms',
        `/rooms/${room.id}`,
        `/rooms/${theirs.id}`,
        `/rooms/${room.id}/content`,
        `/rooms/${room.id}/activity`,
        '/virtual-desktop',
      ])
        expect([path, await as(`GET ${path}` as 'GET /')]).toEqual([path, 200]);
      expect(await as(`POST /clipboard/${clip.id}/favorite`)).toBe(200);

      // What others see of it.
      expect(await asFriend(`GET /clipboard/${clip.id}`)).toEqual(mayShare(200));
      expect(await call(app, `GET /clipboard/${clip.id}`).then(outcome)).toEqual(mayShare(200));
      expect(await call(app, `GET /clipboard/${clip.id}/files`).then(outcome)).toEqual(
        mayShare(200),
      );
      expect(await asFriend(`GET /rooms/${room.id}`)).toBe(200);
      expect(await asHolder(`GET /virtual-desktop/shared/${desktop.share_token}`)).toEqual(
        mayShare(200),
      );
      expect(
        await asHolder('POST /virtual-desktop/items/text', { content: 'from a holder' }),
      ).toEqual(
        plan === null
          ? refused("The owner's plan does not allow changes at the moment.")
          : mayShare(201),
      );

      // What is there may go, and come back while it can be undone.
      expect(await as(`DELETE /clipboard/${clip.id}/files/${files[0].id}`)).toBe(200);
      expect(await as(`DELETE /clipboard/${clip.id}`)).toBe(200);
      expect(await as(`POST /clipboard/${clip.id}/restore`)).toBe(200);
      expect(await as(`DELETE /virtual-desktop/items/${item.id}`)).toBe(200);
      expect(await as(`POST /virtual-desktop/items/${item.id}/restore`)).toBe(200);
      expect(await as(`DELETE /rooms/${room.id}/content/${content.id}`)).toBe(200);
      expect(await as(`POST /rooms/${theirs.id}/leave`)).toBe(200);
      expect(await as(`DELETE /rooms/${room.id}`)).toBe(200);
    });

    test('what sockets may join', async () => {
      const { person, headers, clip, desktop } = await settled();
      await putOn(person, plan);
      const [own, stranger] = [
        await connectSocket(app.url, { token: person.session.access_token }),
        await connectSocket(app.url),
      ];
      const code = plan === 'basic' ? { ok: false, code: 'OWNER_CANNOT_SHARE' } : { ok: true };
      expect(await ask(own, 'join:clip', { clipId: clip.id })).toMatchObject({ ok: true });
      expect(await ask(stranger, 'join:clip', { clipId: clip.id })).toMatchObject(code);
      expect(await ask(own, 'join:desktop:network', desktop.network_id)).toMatchObject({
        ok: true,
      });
      const join = { networkId: desktop.network_id, shareToken: desktop.share_token };
      expect(await ask(stranger, 'join:desktop:network', join)).toMatchObject(code);
      expect((await call(app, 'POST /virtual-desktop/share-token', { headers })).status).toBe(200);
    });
  },
);

test('those who were watching are turned away when the owner changes to Basic', async () => {
  const { person, headers, clip, desktop } = await settled();
  const [own, viewer] = [
    await connectSocket(app.url, { token: person.session.access_token }),
    await connectSocket(app.url),
  ];
  for (const socket of [own, viewer]) await ask(socket, 'join:clip', { clipId: clip.id });
  await ask(viewer, 'join:desktop:network', {
    networkId: desktop.network_id,
    shareToken: desktop.share_token,
  });
  await putOn(person, 'basic');
  const [mine, theirs] = [record(own), record(viewer)];
  await call(app, `PUT /clipboard/${clip.id}`, { headers, body: { content: 'mine alone' } });
  await upload(`/clipboard/${clip.id}/files`, headers);
  await call(app, 'POST /virtual-desktop/items/text', { headers, body: { content: 'mine alone' } });
  await ask(own, 'clip-content-update', { clipId: clip.id });
  await settle(own, viewer);
  expect(mine.map(([event]) => event)).toEqual(
    expect.arrayContaining(['clip-content-updated', 'clip-files-updated']),
  );
  expect(JSON.stringify(theirs)).not.toContain('mine alone');
  expect(theirs.map(([event]) => event).filter((event) => event !== 'desktop:closed')).toEqual([]);
});

describe('the history on Basic', () => {
  test('shows the newest hundred; older ones are there by id and among the favourites, and come back with a plan', async () => {
    const person = await signUp(app);
    await putOn(person, 'trial');
    const { headers } = person;
    const ids: string[] = [];
    for (let number = 1; number <= 103; number++)
      ids.push(
        (await call(app, 'POST /clipboard', { headers, body: { content: `number x${number}x` } }))
          .body.id,
      );
    await call(app, `POST /clipboard/${ids[0]}/favorite`, { headers });
    await putOn(person, 'basic');
    const get = async (path: string) =>
      (await call(app, `GET ${path}` as 'GET /', { headers })).body;
    const newest = ids.slice(3).toReversed();
    const idsOf = (clips: { id: string }[]) => clips.map(({ id }) => id);

    expect(idsOf(await get('/clipboard/history'))).toEqual(newest);
    expect(await get('/clipboard/history?page=1&pageSize=20')).toMatchObject({ total: 100 });
    const last = await get('/clipboard/history?page=5&pageSize=20');
    expect([idsOf(last.clips), last.total]).toEqual([newest.slice(80), 100]);
    expect(await get('/clipboard/history?page=6&pageSize=20')).toEqual({ clips: [], total: 100 });
    expect(await get('/clipboard/history?search=number')).toMatchObject({ total: 100 });
    expect(await get('/clipboard/history?search=x3x')).toEqual({ clips: [], total: 0 });
    expect(await get('/clipboard/history?dateRange=today&type=text')).toMatchObject({ total: 100 });
    expect(await get('/clipboard/history?favorite=true')).toEqual({ clips: [], total: 0 });
    expect(idsOf(await get('/clipboard/favorites'))).toEqual([ids[0]]);
    expect(await get(`/clipboard/${ids[0]}`)).toMatchObject({ content: 'number x1x' });
    expect(await get('/clipboard/stats')).toMatchObject({ totalClips: 103 });

    await call(app, `DELETE /clipboard/${ids[102]}`, { headers });
    expect(idsOf(await get('/clipboard/history'))).toEqual(ids.slice(2, 102).toReversed());
    await putOn(person, 'pro');
    expect((await get('/clipboard/history')).length).toBe(102);
  });
});

test('a desktop shown to the local network is hidden when the plan no longer shares', async () => {
  const person = await signUp(app);
  await putOn(person, 'pro');
  const { headers, session } = person;
  await call(app, 'POST /virtual-desktop/items/text', { headers, body: { content: 'Mine' } });
  const host = await openPeer(app, { type: 'lan_host', token: session.access_token });
  expect((await ask(host.socket, 'lan:host:announce', {})).ok).toBe(true);
  const guest = await openPeer(app);
  const connect = () => ask(guest.socket, 'lan:peer:connect', { peerId: host.id });
  expect(await connect()).toMatchObject({ status: 'connected' });
  await putOn(person, 'basic');
  await until(guest, () => heardOf(guest, 'lan:peer:disconnect').length > 0);
  expect(await connect()).toMatchObject({ ok: false, code: 'PEER_NOT_FOUND' });
  expect((await ask(guest.socket, 'lan:discover:request_peers', {})).peers).toEqual([]);
  expect((await ask(host.socket, 'lan:host:announce', {})).code).toBe('SHARING_NOT_IN_PLAN');
});

describe('links of a person whose plan has ended, or has no links', () => {
  /** A clip with a file, an edit link, a read link and an inbox, each opened in the trial. */
  async function sharing() {
    const { person, clip } = await settled();
    const edit = await makeLink(app, person, { clipId: clip.id, access: 'edit' });
    const read = await makeLink(app, person, { clipId: clip.id });
    const inbox = await makeLink(app, person, { inbox: true });
    const grants = {
      edit: withGrant(await grantFor(app, edit)),
      read: withGrant(await grantFor(app, read)),
      inbox: withGrant(await grantFor(app, inbox)),
    };
    const write = async () => {
      const { headers } = person;
      const { version } = (await call(app, `GET /clipboard/${clip.id}`, { headers })).body;
      const saved = await call(app, `PUT /clipboard/${clip.id}`, {
        headers: { ...grants.edit, 'if-match': String(version) },
        body: { content: `by a link ${Math.random()}` },
      });
      const sent = await call(app, 'POST /link/clips', {
        headers: grants.inbox,
        body: { content: 'sent', captureId: newOpener() },
      });
      return [saved, sent];
    };
    const uploading = () => upload(`/clipboard/${clip.id}/files`, grants.edit);
    const codes = (responses: readonly Answer[]) =>
      responses.map(({ status, body }) => [status, body?.code]);
    return { person, clip, read, grants, write, uploading, codes };
  }
  const ended = [402, 'OWNER_PLAN_ENDED'];

  test('after the trial: nothing is written or made, reading goes on', async () => {
    const { person, clip, read, grants, write, uploading, codes } = await sharing();
    expect(codes(await write())).toEqual([
      [200, undefined],
      [201, undefined],
    ]);
    expect(await uploading()).toBe(201);
    await putOn(person, null);
    const responses = await write();
    expect(codes(responses)).toEqual([ended, ended]);
    expect(responses[0]?.body.error).toBe("The owner's plan does not allow changes at the moment.");
    expect(await uploading()).toBe(402);
    for (const grant of [grants.read, grants.edit])
      expect((await call(app, `GET /clipboard/${clip.id}`, { headers: grant })).status).toBe(200);
    expect((await open(app, read)).status).toBe(200);
    const make = { headers: person.headers, body: { clipId: clip.id } };
    expect(codes([await call(app, 'POST /links', make)])).toEqual([[402, 'PLAN_NEEDED']]);
    const { id } = read;
    const { headers } = person;
    const change = { headers, body: { label: 'x' } };
    expect((await call(app, `PATCH /links/${id}`, change)).status).toBe(402);
    expect((await call(app, `POST /links/${id}/renew`, { headers })).status).toBe(402);
    expect((await call(app, `DELETE /links/${id}`, { headers })).status).toBe(200);
    await putOn(person, 'pro');
    expect(codes(await write())).toEqual([
      [200, undefined],
      [201, undefined],
    ]);
  });

  test('their own clips are theirs to change, whatever grant of another’s they bring', async () => {
    const { person, clip } = await sharing();
    const { grants } = await sharing();
    const own = () =>
      call(app, `PUT /clipboard/${clip.id}`, {
        headers: { ...person.headers, ...grants.edit },
        body: { content: `mine ${Math.random()}` },
      });
    const uploading = () =>
      upload(`/clipboard/${clip.id}/files`, { ...person.headers, ...grants.edit });
    await putOn(person, 'basic');
    expect([(await own()).status, await uploading()]).toEqual([200, 201]);
    await putOn(person, null);
    expect(await own()).toMatchObject({ status: 402, body: { code: 'PLAN_NEEDED' } });
    expect(await uploading()).toBe(402);
  });

  test('on Basic: nothing is shared, nothing is written', async () => {
    const { person, clip, read, grants, write, uploading, codes } = await sharing();
    await putOn(person, 'basic');
    expect(codes(await write())).toEqual([ended, ended]);
    expect(await uploading()).toBe(402);
    const reading = await call(app, `GET /clipboard/${clip.id}`, { headers: grants.read });
    expect(codes([reading, await open(app, read)])).toEqual([
      [402, 'OWNER_CANNOT_SHARE'],
      [402, 'OWNER_CANNOT_SHARE'],
    ]);
    const make = { headers: person.headers, body: { clipId: clip.id } };
    const making = await call(app, 'POST /links', make);
    expect(codes([making])).toEqual([[402, 'SHARING_NOT_IN_PLAN']]);
    const { headers } = person;
    expect((await call(app, `DELETE /links/${read.id}`, { headers })).status).toBe(200);
  });
});
