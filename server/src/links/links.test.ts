import type { Link } from '@clipline/contract/schemas/links.ts';
import { transact, wakeJob } from '../core/db/database.ts';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, newOpener, open, tokenIn, withGrant } from '../../testing/links.ts';
import { ask, closeSockets, connectSocket, ended, record, settle } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { endWaits, removeBurnt } from '../clips/clips.module.ts';
import { CLOSE_LINKS } from '../clips/clips.queries.ts';
import { linkJobs } from './links.module.ts';
import { forgetOld } from './links.queries.ts';

const gone = { error: 'This link does not exist or is no longer valid.', code: 'LINK_NOT_FOUND' };
const over = { error: 'Open the link again.', code: 'GRANT_EXPIRED' };
const noClip = { error: 'Clip not found', code: 'CLIP_NOT_FOUND' };
const unknown = 'A'.repeat(22);
const soon = { timeout: 60_000, interval: 10 };

let app: TestApp;
let owner: Person;
let other: Person;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app, { name: 'Ada' });
  other = await signUp(app);
});
afterEach(closeSockets);
afterAll(() => app.stop());

const mine = (what: Parameters<typeof call>[1], body?: unknown) =>
  call(app, what, { headers: owner.headers, body });
const newClip = async (content = 'secret text') =>
  (await mine('POST /clipboard', { content })).body;
const share = async (body: Record<string, unknown> = {}) => {
  const clip = await newClip();
  return { clip, link: await makeLink(app, owner, { clipId: clip.id, ...body }) };
};
const knock = (link: Pick<Link, 'url'>, headers: Record<string, string> = {}) =>
  call(app, 'GET /link', { headers: { 'x-link-token': tokenIn(link), ...headers } });
const byGrant = (grant: string, what: Parameters<typeof call>[1], body?: unknown, more = {}) =>
  call(app, what, { headers: { ...withGrant(grant), ...more }, body });
const linkNow = async (id: string): Promise<Link> =>
  (await mine('GET /links?pageSize=100')).body.links.find((each: Link) => each.id === id);
const setLink = (id: string, changes: Record<string, number | null>) =>
  transact(app.store.db, async (tx) => {
    await tx.updateTable('links').set(changes).where('id', '=', id).execute();
    await wakeJob(tx, CLOSE_LINKS);
  });

describe('a link', () => {
  test('is made with all that was left out as it is by itself', async () => {
    const { clip, link } = await share();
    expect(link).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      url: expect.stringMatching(/^http:\/\/clipline\.test\/s\/[\w-]{22}$/),
      kind: 'clip',
      clipId: clip.id,
      title: 'secret text',
      access: 'read',
      label: null,
      expiresAt: null,
      maxViews: null,
      views: 0,
      burn: false,
      hasPassword: false,
      notify: false,
      state: 'active',
      createdAt: expect.any(String),
      lastOpenedAt: null,
    });
    const { body } = await mine(`GET /links?clipId=${clip.id}`);
    expect(body).toEqual({ links: [link], total: 1 });
    expect((await mine(`GET /links?clipId=${clip.id}&state=used`)).body.total).toBe(0);
  });

  test('refuses what does not go together', async () => {
    const { id: clipId } = await newClip();
    const bad = [
      {},
      { clipId, inbox: true },
      { clipId, access: 'drop' },
      { inbox: true, access: 'edit' },
      { inbox: true, maxViews: 3 },
      { inbox: true, burn: true },
      { inbox: true, closeAddress: true },
      { clipId, expiresIn: 59 },
      { clipId, maxViews: 1001 },
      { clipId, password: 'short' },
      { clipId, more: 1 },
    ];
    for (const body of bad)
      expect([body, (await mine('POST /links', body)).status]).toEqual([body, 400]);
    const allNull = { label: null, expiresIn: null, maxViews: null, password: null };
    expect((await mine('POST /links', { clipId, ...allNull })).status).toBe(201);
    expect(await makeLink(app, owner, { clipId, burn: true })).toMatchObject({ maxViews: 1 });
    expect(await makeLink(app, owner, { clipId, label: '  ' })).toMatchObject({ label: null });
  });

  test('keeps its token out of the store, also where its answer is kept for a repeat', async () => {
    const { id: clipId } = await newClip();
    const headers = { ...owner.headers, 'idempotency-key': newOpener() };
    const [first, again] = [
      await call(app, 'POST /links', { headers, body: { clipId } }),
      await call(app, 'POST /links', { headers, body: { clipId } }),
    ];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    const grant = await grantFor(app, first.body);
    const tables = ['links', 'link_grants', 'once'] as const;
    const rows = await Promise.all(
      tables.map((table) => app.store.db.selectFrom(table).selectAll().execute()),
    );
    for (const secret of [tokenIn(first.body), grant])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('changing', () => {
  test('gives an inbox nothing that it cannot be made with', async () => {
    const { id } = await makeLink(app, owner, { inbox: true });
    expect(await mine(`PATCH /links/${id}`, { maxViews: 1 })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    });
    expect(await linkNow(id)).toMatchObject({ maxViews: null, state: 'active' });
    expect((await mine(`PATCH /links/${id}`, { maxViews: null, label: 'x' })).status).toBe(200);
  });

  test('what is left out stays', async () => {
    const { link } = await share({ label: 'Printer', maxViews: 3, password: 'four good words' });
    const change = async (body: unknown) => (await mine(`PATCH /links/${link.id}`, body)).body;
    expect(await change({ notify: true })).toEqual({ ...link, notify: true });
    expect(await change({ label: null, maxViews: null, password: null })).toEqual({
      ...link,
      notify: true,
      label: null,
      maxViews: null,
      hasPassword: false,
    });
    const { expiresAt } = await change({ expiresIn: 60 });
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 60_000)).toBeLessThan(20_000);
    expect((await mine(`PATCH /links/${link.id}`, {})).status).toBe(400);
  });

  test('brings back what expired or was used up, never what was revoked', async () => {
    const { link } = await share({ maxViews: 2 });
    await grantFor(app, link);
    expect((await mine(`PATCH /links/${link.id}`, { maxViews: 1 })).body.state).toBe('used');
    expect((await mine(`PATCH /links/${link.id}`, { maxViews: 2 })).body.state).toBe('active');
    await setLink(link.id, { expires_at: Date.now() - 1 });
    expect(await linkNow(link.id)).toMatchObject({ state: 'expired' });
    expect((await mine(`PATCH /links/${link.id}`, { expiresIn: 60 })).body.state).toBe('active');
    await mine(`DELETE /links/${link.id}`);
    for (const answer of [
      await mine(`PATCH /links/${link.id}`, { label: 'x' }),
      await mine(`POST /links/${link.id}/renew`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'LINK_REVOKED' } });
    expect((await mine(`DELETE /links/${link.id}`)).status).toBe(200);
    expect(await linkNow(link.id)).toMatchObject({ state: 'revoked' });
  });

  test('renewing gives another address; the old one and its grants are dead at once', async () => {
    const { clip, link } = await share();
    const grant = await grantFor(app, link);
    const { status, body: renewed } = await mine(`POST /links/${link.id}/renew`);
    expect([status, renewed]).toEqual([
      200,
      { ...link, url: expect.any(String), views: 1, lastOpenedAt: expect.any(String) },
    ]);
    expect(renewed.url).not.toBe(link.url);
    expect((await knock(link)).body).toEqual(gone);
    expect((await byGrant(grant, `GET /clipboard/${clip.id}`)).body).toEqual(over);
    expect((await knock(renewed)).status).toBe(200);
  });

  test('closeOpened ends grants and sockets of those who have it open, and nothing else does', async () => {
    const { clip, link } = await share({ maxViews: 9 });
    const grant = await grantFor(app, link);
    const viewer = await connectSocket(app.url);
    const heard = record(viewer);
    await ask(viewer, 'join:clip', { clipId: clip.id, grant });
    for (const body of [
      { password: 'a first password' },
      { maxViews: 5, closeOpened: false },
      { password: null },
    ])
      expect((await mine(`PATCH /links/${link.id}`, body)).status).toBe(200);
    expect((await byGrant(grant, `GET /clipboard/${clip.id}`)).status).toBe(200);
    const left = ended(viewer);
    const changed = await mine(`PATCH /links/${link.id}`, {
      password: 'another password',
      closeOpened: true,
    });
    expect(changed).toMatchObject({ status: 200, body: { url: link.url, views: 1 } });
    await left;
    expect(heard).toEqual([['link:closed', { clipId: clip.id }]]);
    expect((await byGrant(grant, `GET /clipboard/${clip.id}`)).body).toEqual(over);
    expect((await open(app, link, { password: 'another password' })).status).toBe(200);
  });
});

describe('opening', () => {
  test('knocking shows nothing of the clip and counts nothing, however often', async () => {
    const { clip, link } = await share({ maxViews: 2, expiresIn: 3600 });
    const { status, body } = await knock(link);
    expect([status, body]).toEqual([
      200,
      {
        kind: 'clip',
        access: 'read',
        ownerName: 'Ada',
        needsPassword: false,
        needsReveal: true,
        viewsLeft: 2,
        expiresAt: link.expiresAt,
      },
    ]);
    const agents = ['WhatsApp/2', 'Slackbot-LinkExpanding 1.0', 'facebookexternalhit/1.1'];
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const agent = { 'user-agent': agents[n % 3] ?? '' };
        const method = n % 2 === 0 ? 'GET' : 'HEAD';
        return n % 4 < 2
          ? call(app, `${method} /link`, {
              headers: { 'x-link-token': tokenIn(link), ...agent },
            })
          : fetch(`${app.url}/s/${tokenIn(link)}`, { method, headers: agent });
      }),
    );
    expect(await linkNow(link.id)).toMatchObject({ views: 0, lastOpenedAt: null });
    expect((await mine(`GET /links/${link.id}/openings`)).body).toEqual([]);
    expect(JSON.stringify(body)).not.toContain(clip.id);
  });

  test('gives the clip as others read it, and a grant', async () => {
    const { clip, link } = await share();
    const { body } = await open(app, link);
    const { addressOpen: _open, tags: _tags, ...seen } = clip;
    expect(body).toEqual({ ...seen, grant: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await byGrant(body.grant, `GET /clipboard/${clip.id}`)).body).toEqual(seen);
  });

  test('what leads nowhere is one refusal, whatever the reason', async () => {
    const { link: used } = await share({ maxViews: 1 });
    await grantFor(app, used);
    const { link: expired } = await share({ expiresIn: 60 });
    await setLink(expired.id, { expires_at: Date.now() - 1 });
    const { link: revoked } = await share();
    await mine(`DELETE /links/${revoked.id}`);
    const { clip, link: deleted } = await share();
    await mine(`DELETE /clipboard/${clip.id}`);
    const { body: waiting } = await mine('POST /clipboard', {
      content: 'x',
      captureId: newOpener(),
      files: 1,
    });
    const incomplete = await makeLink(app, owner, { clipId: waiting.id });
    const made = { url: `/s/${unknown}` };
    for (const link of [used, expired, revoked, deleted, incomplete, made, { url: '/s/a' }])
      for (const answer of [await knock(link), await open(app, link)])
        expect([answer.status, answer.body]).toEqual([404, gone]);
    expect((await call(app, 'GET /link')).body).toEqual(gone);
    // Deleting ends a link for good.
    await mine(`POST /clipboard/${clip.id}/restore`);
    expect((await knock(deleted)).body).toEqual(gone);
    expect(await linkNow(deleted.id)).toMatchObject({ state: 'revoked' });
  });

  test('the owner’s visit is not counted and needs no password', async () => {
    const { link } = await share({ maxViews: 1, password: 'four good words', notify: true });
    expect((await knock(link, owner.headers)).body).toMatchObject({
      needsPassword: false,
      needsReveal: false,
      isOwn: true,
    });
    const { body } = await open(app, link, {}, owner.headers);
    expect(body.grant).toMatch(/^[\w-]{43}$/);
    expect(await linkNow(link.id)).toMatchObject({ views: 0, state: 'active' });
    expect((await mine(`GET /links/${link.id}/openings`)).body).toEqual([]);
  });

  test('openings tell the minute and the family of the browser', async () => {
    const { link } = await share();
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    for (const agent of [firefox, 'curl/8', firefox])
      await open(app, link, {}, { 'user-agent': agent });
    const { body } = await mine(`GET /links/${link.id}/openings`);
    expect(body.map(({ browser }: { browser: string }) => browser)).toEqual([
      'Firefox',
      'Other',
      'Firefox',
    ]);
    for (const { at } of body) expect(at).toMatch(/:00\.000Z$/);
    expect((await linkNow(link.id)).lastOpenedAt).toMatch(/:00\.000Z$/);
    const [first, second] = body;
    expect((await mine(`GET /links/${link.id}/openings?limit=1`)).body).toEqual([first]);
    const older = await mine(`GET /links/${link.id}/openings?limit=1&before=${first.id}`);
    expect(older.body).toEqual([second]);
  });

  test('its owner is told once in ten minutes, if they asked for it', async () => {
    const socket = await connectSocket(app.url, { token: owner.session.access_token });
    const heard = record(socket);
    const { link: quiet } = await share();
    const { link } = await share({ notify: true });
    await grantFor(app, quiet);
    await grantFor(app, link);
    await grantFor(app, link);
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(2), soon);
    await ask(socket, 'leave:clip', { clipId: 'x' });
    expect(heard.filter(([event]) => event === 'link:opened')).toEqual([
      ['link:opened', { linkId: link.id, views: 1 }],
    ]);
  });
});

describe('a password', () => {
  const words = 'four good little words';

  test('is asked for, again unless the grant comes along', async () => {
    const { link } = await share({ password: words });
    expect((await knock(link)).body).toMatchObject({ needsPassword: true, needsReveal: true });
    const opener = newOpener();
    const wrong = { status: 403, body: { code: 'WRONG_LINK_PASSWORD' } };
    expect(await open(app, link, { opener })).toMatchObject(wrong);
    expect(await open(app, link, { opener, password: 'something' })).toMatchObject(wrong);
    const { body } = await open(app, link, { opener, password: words });
    expect(await open(app, link, { opener })).toMatchObject(wrong);
    expect((await open(app, link, { opener }, withGrant(body.grant))).body).toEqual(body);
    expect(await linkNow(link.id)).toMatchObject({ views: 1 });
  });

  test('of many wrong ones at once from one address no more than five are tried', async () => {
    const { link } = await share({ password: words });
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => open(app, link, { password: 'a wrong one' })),
    );
    const of = (status: number) => responses.filter((answer) => answer.status === status);
    expect([of(403).length, of(429).length]).toEqual([5, 7]);
    expect(of(429)[0]?.body).toEqual({
      error: 'Too many wrong passwords. Try again later.',
      code: 'LINK_LOCKED',
    });
    expect(Number(of(429)[0]?.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await open(app, link, { password: words })).status).toBe(429);
    expect(await linkNow(link.id)).toMatchObject({ views: 0, state: 'active' });
    const { body: renewed } = await mine(`POST /links/${link.id}/renew`);
    expect((await open(app, renewed, { password: words })).status).toBe(200);
  });

  test('of twenty wrong ones in an hour the network waits an hour from the last one', async () => {
    const { link } = await share({ password: words });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const goOn = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000 + 1);
    const locked = async (seconds: number) => {
      const { body, headers } = await open(app, link, { password: words });
      expect([body.code, Number(headers.get('retry-after'))]).toEqual(['LINK_LOCKED', seconds]);
    };
    const wrong = async (times: number) => {
      for (; times > 0; times--)
        expect((await open(app, link, { password: 'wrong' })).body.code).toBe(
          'WRONG_LINK_PASSWORD',
        );
    };
    await wrong(4);
    goOn(14);
    await wrong(1);
    goOn(2);
    await locked(780);
    for (const minutes of [13, 15, 15]) {
      goOn(minutes);
      await wrong(5);
    }
    goOn(40);
    await locked(1200);
    expect((await knock(link)).status).toBe(200);
    goOn(20);
    expect((await open(app, link, { password: words })).status).toBe(200);
  });

  test('right ones at once are all let in, however many, and are not counted', async () => {
    const { link } = await share({ password: words });
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => open(app, link, { password: words })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 200));
    expect((await open(app, link, { password: 'a wrong one' })).status).toBe(403);
    expect((await open(app, link, { password: words })).status).toBe(200);
  });
});

describe('a grant', () => {
  test('reads with its files while the address is closed, until the link is revoked', async () => {
    const { clip, link } = await share({ closeAddress: true });
    await upload(app, `/clipboard/${clip.id}/files`, owner.headers, {
      name: 'a.txt',
      bytes: 'bytes',
    });
    const { body } = await open(app, link);
    const [file] = body.files;
    const bytes = async () => (await fetch(app.url + file.url)).status;
    expect(await bytes()).toBe(200);
    expect((await call(app, `GET /clipboard/${clip.id}`)).body).toEqual(noClip);
    const listed = await byGrant(body.grant, `GET /clipboard/${clip.id}/files`);
    expect(listed.body).toEqual(body.files);
    await mine(`DELETE /links/${link.id}`);
    expect(await bytes()).toBe(403);
    for (const path of [`/clipboard/${clip.id}`, `/clipboard/${clip.id}/files`] as const)
      expect(await byGrant(body.grant, `GET ${path}`)).toMatchObject({ status: 403, body: over });
  });

  test('that is dead is refused although the plain address is open; made up ones too', async () => {
    const { clip, link } = await share();
    const grant = await grantFor(app, link);
    await setLink(link.id, { expires_at: Date.now() - 1 });
    for (const each of [grant, newOpener(), ''])
      expect((await byGrant(each, `GET /clipboard/${clip.id}`)).body).toEqual(over);
    expect((await call(app, `GET /clipboard/${clip.id}`)).status).toBe(200);
  });

  test('of another clip is as none', async () => {
    const { link } = await share();
    const { clip: elsewhere } = await share();
    const grant = await grantFor(app, link);
    const get = () => byGrant(grant, `GET /clipboard/${elsewhere.id}`);
    expect((await get()).status).toBe(200);
    await mine(`PATCH /clipboard/${elsewhere.id}/address`, { open: false });
    expect((await get()).body).toEqual(noClip);
    const put = await byGrant(grant, `PUT /clipboard/${elsewhere.id}`, { content: 'x' });
    expect(put.status).toBe(401);
  });

  test('edits where the link says so, with If-Match, and the owner is told by whom', async () => {
    const { clip, link } = await share({ access: 'edit', label: 'Jonas', closeAddress: true });
    const grant = await grantFor(app, link);
    const put = (content: string, version?: number | '*') =>
      byGrant(
        grant,
        `PUT /clipboard/${clip.id}`,
        { content },
        version === undefined ? {} : { 'if-match': String(version) },
      );
    for (const none of [undefined, '*'] as const)
      expect(await put('x', none)).toMatchObject({
        status: 428,
        body: { code: 'IF_MATCH_REQUIRED' },
      });
    const { body: saved } = await put('by Jonas', clip.version);
    expect(saved).toMatchObject({ content: 'by Jonas', version: clip.version + 1 });
    expect(saved).not.toHaveProperty('addressOpen');
    const conflict = await put('again', clip.version);
    expect(conflict).toMatchObject({ status: 412, body: { clip: { content: 'by Jonas' } } });
    expect(conflict.body).not.toHaveProperty('by');
    const own = await call(app, `PUT /clipboard/${clip.id}`, {
      headers: { ...owner.headers, 'if-match': String(clip.version) },
      body: { content: 'mine' },
    });
    expect(own).toMatchObject({
      status: 412,
      body: { clip: { content: 'by Jonas' }, by: { kind: 'link', label: 'Jonas' } },
    });
    // Only its owner announces parts of a clip.
    const part = await upload(app, `/clipboard/${clip.id}/files`, {
      ...withGrant(grant),
      'x-capture-part': `${newOpener()}:0`,
    });
    expect([part.status, part.body.code]).toEqual([400, 'INVALID_REQUEST']);
    const added = await upload(app, `/clipboard/${clip.id}/files`, withGrant(grant), {
      name: '.b.txt',
    });
    expect(added).toMatchObject({ status: 201, body: { name: 'b.txt' } });
    const { body: file } = await upload(app, `/clipboard/${clip.id}/files`, owner.headers, {
      name: '.gitignore',
    });
    expect(file.name).toBe('.gitignore');
    expect((await fetch(app.url + added.body.url)).status).toBe(200);
  });

  test('adds to what a session may', async () => {
    const { clip, link } = await share({ access: 'edit', label: 'Them' });
    const grant = await grantFor(app, link);
    const { status } = await byGrant(
      grant,
      `PUT /clipboard/${clip.id}`,
      { content: 'signed in' },
      { ...other.headers, 'if-match': String(clip.version) },
    );
    expect(status).toBe(200);
    await mine(`PUT /clipboard/${clip.id}`, { content: 'mine again' });
    const { body: versions } = await mine(`GET /clipboard/${clip.id}/versions`);
    expect(versions[0].by).toEqual({ kind: 'link', label: 'Them' });
  });
});

describe('viewers by a link', () => {
  const view = async (clipId: string, grant: string, token?: string) => {
    const socket = await connectSocket(app.url, token === undefined ? {} : { token });
    const [heard, left] = [record(socket), ended(socket)];
    const answer = await ask(socket, 'join:clip', { clipId, grant });
    return { socket, heard, left, answer };
  };

  /** Until `vi.useRealTimers`: a grant that ends soon is good for as long as joining takes. */
  const stopClock = () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  test('hear of text and files as their link reads them', async () => {
    const { clip, link } = await share({ closeAddress: true });
    const { heard, answer } = await view(clip.id, await grantFor(app, link));
    expect(answer).toMatchObject({ ok: true, clip: { content: 'secret text' } });
    await mine(`PUT /clipboard/${clip.id}`, { content: 'second' });
    await upload(app, `/clipboard/${clip.id}/files`, owner.headers, {
      name: 'a.txt',
      bytes: 'bytes',
    });
    await vi.waitFor(() => expect(heard).toHaveLength(2), soon);
    expect(heard).toMatchObject([
      ['clip-content-updated', { content: 'second' }],
      ['clip-files-updated', { files: [{ name: 'a.txt' }] }],
    ]);
    const [, news] = heard[1] as [string, { files: { url: string }[] }];
    expect((await fetch(`${app.url}${news.files[0]?.url}`)).status).toBe(200);
  });

  type Ending = [string, (id: string, clipId: string) => Promise<unknown>];
  const byCall: Ending[] = [
    ['is revoked', (id) => mine(`DELETE /links/${id}`)],
    ['is renewed', (id) => mine(`POST /links/${id}/renew`)],
    ['is revoked with all', () => mine('POST /links/revoke-all')],
  ];
  const byJob: Ending[] = [
    ['expires', (id) => setLink(id, { expires_at: Date.now() - 1, closes_at: Date.now() - 1 })],
    ['goes with its clip', (_id, clipId) => mine(`DELETE /clipboard/${clipId}`)],
    ['goes for good with it', (_id, clipId) => mine(`DELETE /clipboard/${clipId}?forever=true`)],
  ];
  test.each([...byCall, ...byJob])('leave when it %s, and nobody else', async (_when, end) => {
    const { clip, link } = await share();
    const grant = await grantFor(app, link);
    const anonymous = await view(clip.id, grant);
    const person = await view(clip.id, grant, other.session.access_token);
    const plain = await connectSocket(app.url);
    await ask(plain, 'join:clip', { clipId: clip.id });
    const left = ended(anonymous.socket);
    await end(link.id, clip.id);
    expect(await left).toBe('io server disconnect');
    await vi.waitFor(() => expect(person.heard).toHaveLength(1), soon);
    for (const { heard } of [anonymous, person])
      expect(heard).toEqual([['link:closed', { clipId: clip.id }]]);
    expect(person.socket.connected).toBe(true);
    expect(plain.connected).toBe(true);
    const again = await ask(person.socket, 'join:clip', { clipId: clip.id, grant });
    expect(again).toEqual({ ok: false, ...over });
  });

  test.each([...byCall.slice(0, 2), byJob[0]!])(
    'stay when it %s, and they hold another of the clip',
    async (_when, end) => {
      const { clip, link } = await share();
      const another = await makeLink(app, owner, { clipId: clip.id });
      const { socket, heard } = await view(clip.id, await grantFor(app, link));
      await ask(socket, 'join:clip', { clipId: clip.id, grant: await grantFor(app, another) });
      const only = await view(clip.id, await grantFor(app, link));
      await end(link.id, clip.id);
      await vi.waitFor(() => expect(only.heard).toHaveLength(1), soon);
      await mine(`PUT /clipboard/${clip.id}`, { content: 'second' });
      await vi.waitFor(
        () => expect(heard).toMatchObject([['clip-content-updated', { content: 'second' }]]),
        soon,
      );
      await mine(`DELETE /links/${another.id}`);
      await vi.waitFor(
        () => expect(heard.at(-1)).toEqual(['link:closed', { clipId: clip.id }]),
        soon,
      );
    },
  );

  test('stay when one of two grants ends in time, or the plain address closes', async () => {
    const { clip, link } = await share();
    const another = await makeLink(app, owner, { clipId: clip.id });
    const [grant, later] = [await grantFor(app, link), await grantFor(app, another)];
    const { socket, heard } = await view(clip.id, later);
    await ask(socket, 'join:clip', { clipId: clip.id });
    stopClock();
    await app.store.db
      .updateTable('link_grants')
      .set({ ends_at: Date.now() + 1000 })
      .where('link_id', '=', link.id)
      .execute();
    await ask(socket, 'join:clip', { clipId: clip.id, grant });
    const only = await view(clip.id, grant);
    vi.useRealTimers();
    await mine(`PATCH /clipboard/${clip.id}/address`, { open: false });
    await vi.waitFor(() => expect(only.heard).toHaveLength(1), soon);
    await settle(socket);
    expect(heard).toEqual([]);
    await mine(`DELETE /links/${another.id}`);
    await vi.waitFor(() => expect(heard).toEqual([['link:closed', { clipId: clip.id }]]), soon);
  });

  // A second is promised. These show what it is made of, however slow the machine.
  test.each(byCall)('have left by the answer of the call when it %s', async (_when, end) => {
    const { clip, link } = await share();
    await upload(app, `/clipboard/${clip.id}/files`, owner.headers);
    const { body: seen } = await open(app, link);
    const { socket, heard } = await view(clip.id, seen.grant, other.session.access_token);
    await end(link.id, clip.id);
    expect((await byGrant(seen.grant, `GET /clipboard/${clip.id}`)).body).toEqual(over);
    expect((await fetch(app.url + seen.files[0].url)).status).toBe(403);
    // A socket hears in order: the reply to a question comes after all it was told before.
    await settle(socket);
    expect(heard).toEqual([['link:closed', { clipId: clip.id }]]);
  });

  test('of links that end by themselves are looked for when the next of them ends', async () => {
    const { db } = app.store;
    const { link } = await share({ expiresIn: 60 });
    const nextDue = linkJobs(app).find(({ name }) => name === CLOSE_LINKS)?.nextDue;
    expect(await nextDue?.()).toBeLessThanOrEqual(Date.parse(link.expiresAt ?? ''));
    await db.updateTable('links').set({ closes_at: null }).execute();
    expect(await nextDue?.()).toBeNull();
  });

  test('leave when their grant ends', async () => {
    const { clip, link } = await share();
    const grant = await grantFor(app, link);
    stopClock();
    await app.store.db
      .updateTable('link_grants')
      .set({ ends_at: Date.now() + 500 })
      .where('link_id', '=', link.id)
      .execute();
    const { heard, left } = await view(clip.id, grant);
    vi.useRealTimers();
    await left;
    expect(heard).toEqual([['link:closed', { clipId: clip.id }]]);
    expect((await byGrant(grant, `GET /clipboard/${clip.id}`)).body).toEqual(over);
  });

  test.each(['later', 'earlier'] as const)(
    'stay while one grant is good, joined with the %s one last',
    async (last) => {
      const { clip, link } = await share();
      const { store } = app;
      const short = await grantFor(app, link);
      stopClock();
      await store.db
        .updateTable('link_grants')
        .set({ ends_at: Date.now() + 1000 })
        .where('link_id', '=', link.id)
        .execute();
      const long = await grantFor(app, link);
      const grants = last === 'later' ? [short, long] : [long, short];
      const { socket, heard } = await view(clip.id, grants[0] ?? '');
      await ask(socket, 'join:clip', { clipId: clip.id, grant: grants[1] });
      // Joined last, it leaves last.
      const only = await view(clip.id, short);
      vi.useRealTimers();
      await only.left;
      expect((await byGrant(short, `GET /clipboard/${clip.id}`)).status).toBe(403);
      await settle(socket);
      expect([heard, socket.connected]).toEqual([[], true]);
    },
  );
});

describe('the plain address', () => {
  test('closed is 404 to all others, and opens again as the same', async () => {
    const { clip } = await share();
    const { body: file } = await upload(app, `/clipboard/${clip.id}/files`, owner.headers);
    const seen = (await call(app, `GET /clipboard/${clip.id}`)).body;
    const viewer = await connectSocket(app.url);
    const [heard, left] = [record(viewer), ended(viewer)];
    await ask(viewer, 'join:clip', { clipId: clip.id });
    const own = await connectSocket(app.url, { token: owner.session.access_token });
    await ask(own, 'join:clip', { clipId: clip.id });
    const closed = await mine(`PATCH /clipboard/${clip.id}/address`, { open: false });
    expect(closed).toMatchObject({ status: 200, body: { addressOpen: false } });
    expect(closed.body.version).toBe(seen.version);
    await left;
    expect(heard).toEqual([['link:closed', { clipId: clip.id }]]);
    expect(own.connected).toBe(true);
    const again = await connectSocket(app.url);
    expect(await ask(again, 'join:clip', { clipId: clip.id })).toEqual({ ok: false, ...noClip });
    expect((await fetch(app.url + seen.files[0].url)).status).toBe(403);
    expect((await fetch(app.url + file.url)).status).toBe(403);
    const { body: closedClip } = await mine(`GET /clipboard/${clip.id}`);
    expect((await fetch(app.url + closedClip.files[0].url)).status).toBe(200);
    await mine(`PATCH /clipboard/${clip.id}/address`, { open: true });
    expect((await call(app, `GET /clipboard/${clip.id}`)).body).toMatchObject({ id: clip.id });
    expect((await fetch(app.url + seen.files[0].url)).status).toBe(200);
  });

  test('of all clips is closed at once, also in the trash; links go on', async () => {
    const person = await signUp(app);
    const as = (what: Parameters<typeof call>[1], body?: unknown) =>
      call(app, what, { headers: person.headers, body });
    const make = async (content: string) => (await as('POST /clipboard', { content })).body.id;
    const [open1, open2, closed, trashed] = [
      await make('a'),
      await make('b'),
      await make('c'),
      await make('d'),
    ];
    await as(`PATCH /clipboard/${closed}/address`, { open: false });
    await as(`DELETE /clipboard/${trashed}`);
    const theirs = await newClip();
    const grant = await grantFor(app, await makeLink(app, person, { clipId: open1 }));
    const viewer = await connectSocket(app.url);
    const [heard, left] = [record(viewer), ended(viewer)];
    await ask(viewer, 'join:clip', { clipId: open1 });
    const own = await connectSocket(app.url, { token: person.session.access_token });
    const told = record(own);
    expect(await as('POST /clipboard/addresses/close')).toMatchObject({
      status: 200,
      body: { closed: 2 },
    });
    await left;
    expect(heard).toEqual([['link:closed', { clipId: open1 }]]);
    await settle(own);
    expect(told).toEqual([
      ['clip-update', { clipId: null, change: 'bulk', version: null, via: null }],
    ]);
    await as(`POST /clipboard/${trashed}/restore`);
    for (const id of [open1, open2, closed, trashed])
      expect((await call(app, `GET /clipboard/${id}`)).body).toEqual(noClip);
    expect((await byGrant(grant, `GET /clipboard/${open1}`)).status).toBe(200);
    expect((await call(app, `GET /clipboard/${theirs.id}`)).status).toBe(200);
    expect((await call(app, `GET /clipboard/${await make('new')}`)).status).toBe(200);
    expect((await as('POST /clipboard/addresses/close')).body).toEqual({ closed: 1 });
  });

  test('of new clips is as the account says, wherever they come from', async () => {
    const person = await signUp(app);
    const { headers } = person;
    expect((await call(app, 'GET /account', { headers })).body).toMatchObject({
      newClipsOpen: true,
    });
    const set = await call(app, 'PATCH /account', { headers, body: { newClipsOpen: false } });
    expect(set.body).toEqual({ name: 'Test Person', newClipsOpen: false });
    expect((await call(app, 'PATCH /account', { headers, body: {} })).status).toBe(400);
    const text = await fetch(`${app.url}/api/clipboard/text`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: 'x',
    });
    const capture = { content: 'y', captureId: newOpener() };
    const made = [
      (await call(app, 'POST /clipboard', { headers, body: { content: 'x' } })).body,
      (await call(app, 'POST /clipboard', { headers, body: capture })).body,
      await text.json(),
    ];
    for (const clip of made) {
      expect(clip).toMatchObject({ addressOpen: false });
      expect((await call(app, `GET /clipboard/${clip.id}`)).status).toBe(404);
    }
  });
});

describe('a draft from before its owner wanted new clips closed', () => {
  const oldDraft = async () => {
    const { headers } = await signUp(app);
    const draft = () => call(app, 'POST /clipboard', { headers, body: { content: '' } });
    const { body } = await draft();
    expect(body.addressOpen).toBe(true);
    await call(app, 'PATCH /account', { headers, body: { newClipsOpen: false } });
    return { id: body.id as string, headers, draft };
  };

  test.each(['text', 'file', 'both, used again'])('is closed when it is saved: %s', async (by) => {
    const { id, headers, draft } = await oldDraft();
    if (by.startsWith('both'))
      expect((await draft()).body).toMatchObject({ id, addressOpen: false });
    if (by !== 'file')
      await call(app, `PUT /clipboard/${id}`, { headers, body: { content: 'mine' } });
    if (by !== 'text') await upload(app, `/clipboard/${id}/files`, headers);
    const { body: saved } = await call(app, `GET /clipboard/${id}`, { headers });
    expect(saved).toMatchObject({ addressOpen: false, files: by === 'text' ? [] : [{}] });
    expect(await call(app, `GET /clipboard/${id}`)).toMatchObject({
      status: 404,
      body: noClip,
    });
    // It is a clip by now, whose address its owner opens and closes.
    await call(app, `PATCH /clipboard/${id}/address`, { headers, body: { open: true } });
    await call(app, `PUT /clipboard/${id}`, { headers, body: { content: 'changed' } });
    expect((await call(app, `GET /clipboard/${id}`)).status).toBe(200);
  });
});

describe('burning', () => {
  test('the last view closes the clip to all others; then it is gone for good', async () => {
    const socket = await connectSocket(app.url, { token: owner.session.access_token });
    const told = record(socket);
    const { clip, link } = await share({ maxViews: 2, burn: true });
    const elsewhere = await makeLink(app, owner, { clipId: clip.id });
    const [early, byOther] = [await grantFor(app, link), await grantFor(app, elsewhere)];
    const viewer = await connectSocket(app.url);
    const left = ended(viewer);
    await ask(viewer, 'join:clip', { clipId: clip.id, grant: byOther });
    const opener = newOpener();
    const { body } = await open(app, link, { opener });
    expect(body.content).toBe('secret text');
    await left;
    for (const grant of [early, byOther])
      expect((await byGrant(grant, `GET /clipboard/${clip.id}`)).body).toEqual(over);
    expect((await call(app, `GET /clipboard/${clip.id}`)).body).toEqual(noClip);
    for (const each of [link, elsewhere]) expect((await knock(each)).body).toEqual(gone);
    expect((await open(app, link, { opener })).body.grant).toBe(body.grant);
    expect((await byGrant(body.grant, `GET /clipboard/${clip.id}`)).status).toBe(200);
    await vi.waitFor(
      () =>
        expect(told.filter(([event]) => event === 'link:opened')).toEqual([
          ['link:opened', { linkId: link.id, views: 2, burned: true }],
        ]),
      soon,
    );
    // Neither saving, opening the address nor raising the limit stops it.
    await mine(`PUT /clipboard/${clip.id}`, { content: 'changed' });
    await mine(`PATCH /clipboard/${clip.id}/address`, { open: true });
    expect((await mine(`PATCH /links/${link.id}`, { maxViews: 9 })).status).toBe(409);
    expect((await mine('POST /links', { clipId: clip.id })).status).toBe(404);
    expect((await call(app, `GET /clipboard/${clip.id}`)).body).toEqual(noClip);
    expect((await mine(`GET /clipboard/${clip.id}`)).status).toBe(200);
    await removeBurnt(app, Date.now() + 14 * 60_000);
    expect((await mine(`GET /clipboard/${clip.id}`)).status).toBe(200);
    await removeBurnt(app, Date.now() + 15 * 60_000);
    expect((await mine(`GET /clipboard/${clip.id}`)).status).toBe(404);
    expect((await mine(`POST /clipboard/${clip.id}/restore`)).status).toBe(404);
  });
});

test('after 90 days nothing is left of openings, nor of links that were revoked', async () => {
  const day = 24 * 3_600_000;
  const { link } = await share();
  const { link: revoked } = await share();
  const grant = await grantFor(app, link);
  await mine(`DELETE /links/${revoked.id}`);
  const forget = (now: number) => forgetOld(app.store.db, { now, before: now - 90 * day });
  const openings = async () => (await mine(`GET /links/${link.id}/openings`)).body.length;
  await forget(Date.now() + 89 * day);
  expect([await openings(), (await linkNow(revoked.id)).state]).toEqual([1, 'revoked']);
  // A grant was over long before.
  expect((await byGrant(grant, `GET /clipboard/${link.clipId}`)).body).toEqual(over);
  await forget(Date.now() + 90 * day + 60_000);
  expect([await openings(), await linkNow(revoked.id)]).toEqual([0, undefined]);
  expect(await linkNow(link.id)).toMatchObject({ state: 'active', views: 1 });
});

describe('an inbox', () => {
  const inbox = async (label: string | null = 'Photos') => {
    const link = await makeLink(app, owner, { inbox: true, label });
    return { link, grant: await grantFor(app, link) };
  };
  const send = (grant: string, body: Record<string, unknown>) =>
    byGrant(grant, 'POST /link/clips', { content: '', captureId: newOpener(), ...body });

  test('takes text and files, which are its owner’s alone', async () => {
    const { link, grant } = await inbox();
    expect(link).toMatchObject({ kind: 'inbox', access: 'drop', clipId: null, title: 'Photos' });
    expect((await knock(link)).body).toMatchObject({
      kind: 'inbox',
      access: 'drop',
      ownerName: 'Ada',
      needsReveal: false,
      viewsLeft: null,
    });
    const socket = await connectSocket(app.url, { token: owner.session.access_token });
    const told = record(socket);
    const captureId = newOpener();
    const { status, body: sent } = await send(grant, { content: 'Hello', files: 1, captureId });
    expect([status, sent]).toEqual([201, { id: expect.any(String) }]);
    const add = (headers: Record<string, string> = {}) =>
      upload(
        app,
        `/link/clips/${sent.id}/files`,
        { ...withGrant(grant), ...headers },
        { name: '.curlrc' },
      );
    const part = { 'x-capture-part': `${captureId}:0` };
    expect(await add(part)).toMatchObject({ status: 201, body: { name: 'curlrc' } });
    expect((await add(part)).status).toBe(200);
    expect(await add()).toMatchObject({ status: 404, body: noClip });
    const { body: clip } = await mine(`GET /clipboard/${sent.id}`);
    expect(clip).toMatchObject({
      content: 'Hello',
      via: { kind: 'link', label: 'Photos' },
      addressOpen: false,
      files: [{}],
    });
    expect(clip).not.toHaveProperty('captureId');
    const via = { kind: 'link', label: 'Photos' };
    await vi.waitFor(
      () =>
        expect(told.filter(([name]) => name === 'clip-update')).toMatchObject([
          ['clip-update', { clipId: sent.id, change: 'created', via }],
          ['clip-update', { clipId: sent.id, change: 'files', via }],
        ]),
      soon,
    );
    for (const answer of [
      await byGrant(grant, `GET /clipboard/${sent.id}`),
      await upload(app, `/clipboard/${sent.id}/files`, withGrant(grant)),
      await call(app, `GET /clipboard/${sent.id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: noClip });
  });

  test('text is the sender’s in the history of the clip', async () => {
    const { link, grant } = await inbox();
    const { body: sent } = await send(grant, { content: 'Hello' });
    await mine(`PUT /clipboard/${sent.id}`, { content: 'mine' });
    const { body: versions } = await mine(`GET /clipboard/${sent.id}/versions`);
    expect(versions).toMatchObject([{ version: 1, by: { kind: 'link', label: 'Photos' } }]);
    const notes = await app.store.db
      .selectFrom('clip_versions')
      .select('by_id')
      .where('thing_id', '=', sent.id)
      .where('by_kind', '=', 'link')
      .execute();
    expect(notes).toEqual([{ by_id: link.id }]);
  });

  test('the same again is the same, also after it was deleted', async () => {
    const { grant } = await inbox();
    const captureId = newOpener();
    const [first, again] = [
      await send(grant, { content: 'one', captureId }),
      await send(grant, { content: 'one', captureId }),
    ];
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    expect(await send(grant, { content: 'two', captureId })).toMatchObject({ status: 409 });
    await mine(`DELETE /clipboard/${first.body.id}?forever=true`);
    const last = await send(grant, { content: 'one', captureId });
    expect([last.status, last.body]).toEqual([200, first.body]);
  });

  test('refuses what is empty, and who has no grant of it', async () => {
    const { grant } = await inbox();
    const { link: toClip } = await share();
    expect((await send(grant, {})).status).toBe(400);
    expect((await send(grant, { files: 0 })).status).toBe(400);
    expect((await send(grant, { content: 'x', files: 51 })).status).toBe(400);
    expect((await send(grant, { content: 'x', captureId: 'short' })).status).toBe(400);
    for (const bad of ['', newOpener(), await grantFor(app, toClip)])
      expect((await send(bad, { content: 'x' })).body).toEqual(over);
    const none = { content: 'x', captureId: newOpener() };
    expect((await call(app, 'POST /link/clips', { body: none })).body).toEqual(over);
    const { body: sent } = await send(grant, { files: 1 });
    const { grant: another } = await inbox();
    expect(await upload(app, `/link/clips/${sent.id}/files`, withGrant(another))).toMatchObject({
      status: 404,
    });
  });

  test('an announced sending whose files never came goes after an hour', async () => {
    const { grant } = await inbox();
    const captureId = newOpener();
    const { body: empty } = await send(grant, { files: 2, captureId });
    const { body: some } = await send(grant, { content: 'text', files: 2 });
    expect((await mine(`GET /clipboard/${empty.id}`)).status).toBe(200);
    await endWaits(app, Date.now() + 3_601_000);
    expect((await mine(`GET /clipboard/${empty.id}`)).status).toBe(404);
    expect((await mine(`GET /clipboard/${some.id}`)).body).toMatchObject({ content: 'text' });
    // Its owner deleted nothing: a sender who still has it sends it anew.
    const again = await send(grant, { files: 2, captureId });
    expect([again.status, again.body.id === empty.id]).toEqual([201, false]);
  });

  test('is dead with its account', async () => {
    const person = await signUp(app);
    const link = await makeLink(app, person, { inbox: true });
    const grant = await grantFor(app, link);
    const { status } = await call(app, 'DELETE /account', {
      headers: person.headers,
      body: { password: 'correct horse battery' },
    });
    expect(status).toBe(200);
    expect((await knock(link)).body).toEqual(gone);
    expect((await send(grant, { content: 'x' })).body).toEqual(over);
  });
});
