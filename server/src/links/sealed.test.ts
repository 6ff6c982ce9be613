import { randomBytes } from 'node:crypto';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { begin, putAll } from '../../testing/in-parts.ts';
import {
  closeLinks,
  grantFor,
  makeLink,
  makeSealed,
  newOpener,
  open,
  seal,
  sealedBytes,
  tokenIn,
  withGrant,
} from '../../testing/links.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { createBucket, hasS3, removeBucket, type TestBucket } from '../../testing/s3-bucket.ts';
import { closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { ROW_BYTES } from '../files/stored.queries.ts';

const gone = { status: 404, body: { code: 'LINK_NOT_FOUND' } };
const sealedLink = { status: 409, body: { code: 'LINK_SEALED' } };
const proof = randomBytes(32).toString('base64url');

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app, { name: 'Ada' });
});
afterEach(closeSockets);
afterAll(() => app.stop());

const mine = (what: Parameters<typeof call>[1], body?: unknown) =>
  call(app, what, { headers: owner.headers, body });
const linkNow = async (id: string): Promise<Link> =>
  (await mine('GET /links?pageSize=100')).body.links.find((each: Link) => each.id === id);
const look = (link: Pick<Link, 'url'>, on = app) =>
  call(on, 'GET /link', { headers: { 'x-link-token': tokenIn(link) } });
const read = (url: string, headers: Record<string, string> = {}, on = app) =>
  fetch(new URL(url, on.url), { headers });
const keys = async (on = app) => {
  const found: string[] = [];
  for await (const { key } of on.storage.list()) found.push(key);
  return found;
};
/** As if this much time had passed. */
async function pass(id: string, ms: number, on = app): Promise<void> {
  const { db } = on.store;
  const back = { ends_at: Date.now() - 1 };
  await db.updateTable('link_grants').set(back).where('link_id', '=', id).execute();
  await db
    .updateTable('links')
    .set((eb) => ({ closes_at: eb('closes_at', '-', ms), expires_at: eb('expires_at', '-', ms) }))
    .where('id', '=', id)
    .execute();
  await closeLinks(on);
}

describe('sealing', () => {
  test('makes a link of its own, opened once unless said otherwise', async () => {
    const link = await makeSealed(app, owner);
    expect(link).toEqual({
      id: expect.any(String),
      url: expect.stringMatching(/^http:\/\/clipline\.test\/s\/[\w-]{22}$/),
      kind: 'sealed',
      clipId: null,
      title: '',
      access: 'read',
      label: null,
      expiresAt: expect.any(String),
      maxViews: 1,
      views: 0,
      burn: false,
      hasPassword: false,
      notify: false,
      state: 'active',
      createdAt: expect.any(String),
      lastOpenedAt: null,
      bytes: 100,
    });
    expect(await linkNow(link.id)).toEqual(link);
    const more = { maxViews: null, label: 'VPN', notify: true, password: proof, expiresIn: 60 };
    expect(await makeSealed(app, owner, more)).toMatchObject({
      maxViews: null,
      title: 'VPN',
      notify: true,
      hasPassword: true,
    });
  });

  test('refuses what is no sealed link', async () => {
    for (const more of [
      { expiresIn: undefined },
      { expiresIn: null },
      { expiresIn: 59 },
      { expiresIn: 2_592_001 },
      { maxViews: 0 },
      { maxViews: 1001 },
      { password: 'four good words' },
      { clipId: newOpener() },
      { inbox: true },
      { burn: true },
      { access: 'read' },
      { closeAddress: true },
    ])
      expect([more, (await seal(app, owner, more)).status]).toEqual([more, 400]);
    const files = await keys();
    const invalid = { status: 400, body: { code: 'INVALID_UPLOAD' } };
    const key = sealedBytes();
    key[20] = 1;
    for (const bytes of [sealedBytes(37), key, new Uint8Array(randomBytes(100))])
      expect(await seal(app, owner, {}, bytes)).toMatchObject(invalid);
    for (const fields of [{}, { link: 'x' }, { link: '{"expiresIn":60}', more: '1' }])
      expect(
        (await upload(app, '/links/sealed', owner.headers, { bytes: sealedBytes(), fields }))
          .status,
      ).toBe(400);
    expect(await keys()).toEqual(files);
  });

  test('takes as much as fits, and the link after the bytes as well', async () => {
    const most = 11_848_908;
    const { bytes } = await makeSealed(app, owner, {}, sealedBytes(most));
    expect(bytes).toBe(most);
    const tooLarge = {
      status: 413,
      body: { code: 'FILE_TOO_LARGE', values: { file: 'The sealed content', limit: '10MB' } },
    };
    expect(await seal(app, owner, {}, sealedBytes(most + 1))).toMatchObject(tooLarge);
    expect(await begin(app, 'links/sealed', owner.headers, { size: most + 1 })).toMatchObject(
      tooLarge,
    );
    const form = new FormData();
    form.append('file', new Blob([sealedBytes()]), 'x');
    form.append('link', '{"expiresIn":60}');
    const { status } = await fetch(`${app.url}/api/links/sealed`, {
      method: 'POST',
      headers: owner.headers,
      body: form,
    });
    expect(status).toBe(201);
  });

  test('in parts', async () => {
    const bytes = sealedBytes(8 * 1024 ** 2 + 5);
    const begun = await begin(app, 'links/sealed', owner.headers, { size: bytes.length });
    expect(begun).toMatchObject({ status: 201, body: { place: { kind: 'sealed', id: null } } });
    const uploadId = begun.body.id;
    const finish = (link: object) => mine('POST /links/sealed', { uploadId, link });
    expect(await finish({ expiresIn: 60 })).toMatchObject({ body: { code: 'UPLOAD_INCOMPLETE' } });
    await putAll(app, uploadId, bytes, owner.headers);
    expect((await finish({ expiresIn: 1 })).status).toBe(400);
    const { body: link } = await finish({ expiresIn: 60, maxViews: 3 });
    expect(link).toMatchObject({ kind: 'sealed', maxViews: 3, bytes: bytes.length });
    const { sealed } = (await open(app, link)).body;
    expect(Buffer.from(await (await read(sealed.url)).arrayBuffer()).equals(bytes)).toBe(true);
    expect((await finish({ expiresIn: 60 })).body.code).toBe('UPLOAD_NOT_FOUND');
    expect(await mine('GET /uploads')).toMatchObject({ body: [] });
  });

  test('asked for again it is the same, and nothing that is kept opens it', async () => {
    const headers = { ...owner.headers, 'idempotency-key': newOpener() };
    const bytes = sealedBytes();
    const link = { password: proof };
    const [first, again] = [
      await seal(app, { headers }, link, bytes),
      await seal(app, { headers }, link, bytes),
    ];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    const rows = await app.store.db.selectFrom('once').selectAll().execute();
    for (const secret of [tokenIn(first.body), proof])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('by a program with the scope', async () => {
    const { headers } = await makeToken(app, owner.user.id, ['links']);
    const link = await makeSealed(app, { headers });
    expect((await call(app, `DELETE /links/${link.id}`, { headers })).status).toBe(200);
    const { headers: other } = await makeToken(app, owner.user.id, ['clips:write']);
    expect((await seal(app, { headers: other })).body.code).toBe('SCOPE_MISSING');
  });

  test('counts in the storage of its owner, and only while it is there', async () => {
    const small = await buildTestApp({ STORAGE_PER_PERSON_MB: '10' });
    try {
      const person = await signUp(small);
      const link = await makeSealed(small, person, {}, sealedBytes(6 * 1024 ** 2));
      const { kinds } = (await call(small, 'GET /account/storage', person)).body;
      const other = { kind: 'other', bytes: 6 * 1024 ** 2 + ROW_BYTES, count: 1 };
      expect(kinds).toContainEqual(other);
      const full = { status: 507, body: { code: 'STORAGE_FULL' } };
      const more = () => seal(small, person, {}, sealedBytes(6 * 1024 ** 2));
      expect(await more()).toMatchObject(full);
      expect(
        await begin(small, 'links/sealed', person.headers, { size: 6 * 1024 ** 2 }),
      ).toMatchObject(full);
      await call(small, `DELETE /links/${link.id}`, person);
      await closeLinks(small);
      await expect.poll(async () => (await more()).status).toBe(201);
    } finally {
      await small.stop();
    }
  });
});

describe('opening', () => {
  test('a look tells what it is and counts nothing; Show counts one', async () => {
    const bytes = sealedBytes(300_000);
    const link = await makeSealed(app, owner, { maxViews: 2 }, bytes);
    const seen = {
      kind: 'sealed',
      access: 'read',
      ownerName: 'Ada',
      needsPassword: false,
      needsReveal: true,
      viewsLeft: 2,
      expiresAt: link.expiresAt,
    };
    for (let time = 0; time < 3; time++) expect((await look(link)).body).toEqual(seen);
    const opener = newOpener();
    const { body } = await open(app, link, { opener });
    expect(body).toEqual({
      grant: expect.stringMatching(/^[\w-]{43}$/),
      sealed: { url: expect.stringMatching(/^\/api\/files\//), size: bytes.length },
    });
    expect((await look(link)).body.viewsLeft).toBe(1);
    // Without header or bearer, as a browser downloads it.
    const whole = await read(body.sealed.url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=sealed',
      'content-length': String(bytes.length),
    });
    const part = await read(body.sealed.url, { range: 'bytes=5-9' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      Buffer.from(bytes.subarray(5, 10)),
    ]);
    // A lost answer loses nothing.
    expect((await open(app, link, { opener })).body).toMatchObject({ grant: body.grant });
    expect(await linkNow(link.id)).toMatchObject({ views: 1, state: 'active' });
    expect((await mine(`GET /links/${link.id}/openings`)).body).toHaveLength(1);
  });

  test('a grant opens nothing else, and its address is for that link alone', async () => {
    const link = await makeSealed(app, owner);
    const { grant, sealed } = (await open(app, link)).body;
    const { body: clip } = await mine('POST /clipboard', { content: 'x', addressOpen: false });
    const headers = withGrant(grant);
    expect((await call(app, `GET /clipboard/${clip.id}`, { headers })).status).toBe(404);
    const sent = { content: 'x', captureId: newOpener() };
    expect(await call(app, 'POST /link/clips', { headers, body: sent })).toMatchObject({
      body: { code: 'GRANT_EXPIRED' },
    });
    const other = (await open(app, await makeSealed(app, owner))).body.sealed.url as string;
    const mixed = other.replace(/files\/[^?]+/, `files/${sealed.url.split(/[/?]/)[3]}`);
    expect((await read(mixed)).status).toBe(403);
  });

  test('the password is asked of everybody, its owner too, and wrong ones lock a network', async () => {
    const link = await makeSealed(app, owner, { password: proof, maxViews: 3 });
    expect((await look(link)).body).toMatchObject({ needsPassword: true });
    const wrong = { status: 403, body: { code: 'WRONG_LINK_PASSWORD' } };
    expect(await open(app, link)).toMatchObject(wrong);
    expect(await open(app, link, {}, owner.headers)).toMatchObject(wrong);
    expect((await open(app, link, { password: proof }, owner.headers)).status).toBe(200);
    expect((await open(app, link, { password: proof })).status).toBe(200);
    expect(await linkNow(link.id)).toMatchObject({ views: 1 });
    for (let time = 0; time < 5; time++) await open(app, link, { password: 'something else' });
    expect((await open(app, link, { password: proof })).body.code).toBe('LINK_LOCKED');
  });

  test('its owner hears of it, and of the last time', async () => {
    const socket = await connectSocket(app.url, { token: owner.session.access_token });
    const link = await makeSealed(app, owner, { notify: true });
    const heard = record(socket);
    await open(app, link);
    await expect
      .poll(() => heard.filter(([name]) => name === 'link:opened'))
      .toEqual([['link:opened', { linkId: link.id, views: 1 }]]);
    await settle(socket);
    expect(await linkNow(link.id)).toMatchObject({ state: 'used', bytes: 100 });
  });

  test('where the bytes are lost it is over, and no view is counted', async () => {
    const link = await makeSealed(app, owner);
    const file = await app.store.db
      .selectFrom('files')
      .select('blob_id')
      .where('holder_id', '=', link.id)
      .executeTakeFirstOrThrow();
    await app.storage.remove(file.blob_id);
    expect(await look(link)).toMatchObject(gone);
    expect(await open(app, link)).toMatchObject(gone);
    expect(await linkNow(link.id)).toMatchObject({ views: 0, state: 'active' });
  });
});

describe('changing', () => {
  test('what it is limited to, and nothing that would make it another', async () => {
    const link = await makeSealed(app, owner, { maxViews: 2 });
    const change = (body: object) => mine(`PATCH /links/${link.id}`, body);
    expect((await change({ label: 'VPN', notify: true, maxViews: 5 })).body).toMatchObject({
      title: 'VPN',
      notify: true,
      maxViews: 5,
      bytes: 100,
    });
    for (const password of ['four good words', null])
      expect(await change({ password })).toMatchObject(sealedLink);
    expect(await mine(`POST /links/${link.id}/renew`)).toMatchObject(sealedLink);
    for (const expiresIn of [null, 2_592_001])
      expect((await change({ expiresIn })).status).toBe(400);
    expect((await change({ expiresIn: 2_592_000, maxViews: null })).status).toBe(200);
    await grantFor(app, link);
    const { body } = await change({ maxViews: 1 });
    expect(body).toMatchObject({ state: 'used', bytes: 100 });
    for (const revived of [{ maxViews: 2 }, { expiresIn: 60 }])
      expect(await change(revived)).toMatchObject(sealedLink);
    expect((await change({ label: 'Old' })).status).toBe(200);
    await mine(`DELETE /links/${link.id}`);
    for (const what of [`PATCH /links/${link.id}`, `POST /links/${link.id}/renew`] as const)
      expect(await mine(what, what.startsWith('PATCH') ? { label: 'x' } : undefined)).toMatchObject(
        { status: 409, body: { code: 'LINK_REVOKED' } },
      );
  });

  test('closing it for those who have it open ends their addresses', async () => {
    const link = await makeSealed(app, owner, { maxViews: 5 });
    const { sealed } = (await open(app, link)).body;
    await mine(`PATCH /links/${link.id}`, { maxViews: 1, closeOpened: true });
    expect((await read(sealed.url)).status).toBe(403);
    await closeLinks(app);
    expect(await linkNow(link.id)).toMatchObject({ state: 'used', bytes: 0 });
  });
});

describe('gone is gone', () => {
  const HOUR = 3_600_000;
  const ends: [string, (link: Link) => Promise<unknown>][] = [
    ['revoked', ({ id }) => mine(`DELETE /links/${id}`)],
    ['revoked with all others', () => mine('POST /links/revoke-all')],
    ['expired', ({ id }) => pass(id, 2 * HOUR)],
  ];
  test.each(ends)('%s', async (_, end) => {
    const before = await keys();
    const link = await makeSealed(app, owner, { maxViews: 3 });
    const { sealed } = (await open(app, link)).body;
    await end(link);
    expect((await read(sealed.url)).status).toBe(403);
    await closeLinks(app);
    expect((await read(sealed.url)).status).toBe(403);
    expect(before).toEqual(expect.arrayContaining(await keys()));
    expect(await linkNow(link.id)).toMatchObject({ bytes: 0 });
    expect(await look(link)).toMatchObject(gone);
    expect(await open(app, link)).toMatchObject(gone);
  });

  test.each([
    [100, HOUR],
    [10_485_760, 24 * HOUR],
  ])('used up, %i bytes stay for who opened it last, for %i ms', async (size, life) => {
    const before = await keys();
    const link = await makeSealed(app, owner, { expiresIn: 2_592_000 }, sealedBytes(size));
    const opener = newOpener();
    const { sealed } = (await open(app, link, { opener })).body;
    expect(await look(link)).toMatchObject(gone);
    const due = await app.store.db
      .selectFrom('links')
      .select('closes_at')
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow();
    const inMs = (due.closes_at ?? 0) - Date.now();
    expect(inMs).toBeGreaterThan(life - 60_000);
    expect(inMs).toBeLessThanOrEqual(life);
    await closeLinks(app);
    expect((await read(sealed.url)).status).toBe(200);
    expect((await open(app, link, { opener })).status).toBe(200);
    await pass(link.id, life);
    expect((await read(sealed.url)).status).toBe(403);
    expect(before).toEqual(expect.arrayContaining(await keys()));
    expect(await open(app, link, { opener })).toMatchObject(gone);
  });

  test('with the account, and not with the session that made it', async () => {
    const person = await signUp(app);
    const before = await keys();
    const [link, used] = [await makeSealed(app, person), await makeSealed(app, person)];
    await open(app, used);
    await call(app, 'POST /auth/logout', person);
    expect((await look(link)).status).toBe(200);
    const again = await call(app, 'POST /auth/login', {
      body: { email: person.user.email, password: TEST_PASSWORD },
    });
    const headers = { authorization: `Bearer ${again.body.session.access_token}` };
    const body = { password: TEST_PASSWORD };
    expect((await call(app, 'DELETE /account', { headers, body })).status).toBe(200);
    expect(await look(link)).toMatchObject(gone);
    expect(before).toEqual(expect.arrayContaining(await keys()));
    const { rows } = { rows: await app.store.db.selectFrom('files').selectAll().execute() };
    expect(rows.map((each) => each.holder_id)).not.toContain(link.id);
  });

  test('while many others are over, what can still be read stays', async () => {
    const person = await signUp(app);
    const link = await makeSealed(app, person);
    const { sealed } = (await open(app, link)).body;
    const row = await app.store.db
      .selectFrom('links')
      .selectAll()
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow();
    await app.store.db
      .insertInto('links')
      .values(
        Array.from({ length: 210 }, (_, n) => ({
          ...row,
          id: newOpener(),
          token_hash: `over ${n}`,
          revoked_at: Date.now(),
          closes_at: null,
          created_at: Date.now() + n,
        })),
      )
      .execute();
    await makeLink(app, person, { inbox: true });
    expect((await read(sealed.url)).status).toBe(200);
  });

  describe.skipIf(!hasS3)('from a bucket (needs TEST_S3_ENDPOINT)', () => {
    let bucket: TestBucket;
    let onS3: TestApp;
    beforeAll(async () => {
      bucket = await createBucket();
      onS3 = await buildTestApp({ ...bucket });
    });
    afterAll(async () => {
      await onS3.stop();
      await removeBucket(bucket);
    });

    test('whole and in parts', async () => {
      const person = await signUp(onS3);
      const whole = await makeSealed(onS3, person);
      const bytes = sealedBytes(8 * 1024 ** 2 + 5);
      const { id } = (await begin(onS3, 'links/sealed', person.headers, { size: bytes.length }))
        .body;
      await putAll(onS3, id, bytes, person.headers);
      const inParts = await call(onS3, 'POST /links/sealed', {
        headers: person.headers,
        body: { uploadId: id, link: { expiresIn: 60 } },
      });
      const { sealed } = (await open(onS3, inParts.body)).body;
      const answer = await read(sealed.url, {}, onS3);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      expect(await keys(onS3)).toHaveLength(2);
      for (const link of [whole, inParts.body]) await pass(link.id, 24 * HOUR, onS3);
      expect(await keys(onS3)).toEqual([]);
    });
  });
});

test('nothing else knows of it', async () => {
  const person = await signUp(app);
  const link = await makeSealed(app, person, { label: 'CANARY' });
  await open(app, link);
  for (const path of [
    'GET /clipboard/history?search=CANARY',
    'GET /clipboard/history',
    'GET /clipboard/stats',
    'GET /trash',
    'GET /rooms',
    'GET /virtual-desktop',
    'GET /uploads',
  ] as const) {
    const { text } = await call(app, path, person);
    expect([path, text.includes('CANARY'), text.includes(link.id)]).toEqual([path, false, false]);
  }
  expect((await call(app, 'GET /clipboard/stats', person)).body.totalClips).toBe(0);
});

onEachDatabase((environment) => {
  test('of twenty who open it for the last time at once one does', async () => {
    const racing = await buildTestApp(environment);
    try {
      const person = await signUp(racing);
      const link = await makeSealed(racing, person, { maxViews: 2 });
      await open(racing, link);
      const answers = await Promise.all(Array.from({ length: 20 }, () => open(racing, link)));
      for (const [status, count] of [
        [200, 1],
        [404, 19],
      ])
        expect(answers.filter((answer) => answer.status === status)).toHaveLength(count ?? 0);
      const { body } = await call(racing, 'GET /links?kind=sealed', person);
      expect(body).toMatchObject({ total: 1, links: [{ views: 2, state: 'used', bytes: 100 }] });
      await call(racing, `DELETE /links/${link.id}`, person);
      await closeLinks(racing);
      expect(await keys(racing)).toEqual([]);
    } finally {
      await racing.stop();
    }
  });
});
