import { randomBytes } from 'node:crypto';
import { UPLOAD_PART_BYTES as PART } from '@clipline/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signIn, bearer, signUp } from '../../testing/factories.ts';
import { begin, putAll, putPart } from '../../testing/in-parts.ts';
import { grantFor, makeLink, newOpener, withGrant } from '../../testing/links.ts';

let app: TestApp;
let ada: Person;
beforeAll(async () => {
  app = await buildTestApp({ MAX_FILE_MB: '20' });
  ada = await signUp(app);
});
afterAll(() => app.stop());

const bytes = randomBytes(PART + 7);
const size = bytes.length;
const post = (path: string, headers: Record<string, string>, body: object) =>
  call(app, `POST /${path}`, { headers, body });
const newClip = async (): Promise<string> =>
  (await post('clipboard', ada.headers, { content: 'x' })).body.id;
const origin = { origin: 'http://clipline.test' };

async function bring(place: string, headers: Record<string, string>): Promise<string> {
  const { body } = await begin(app, place, headers, { size });
  await putAll(app, body.id, bytes, headers);
  return body.id;
}

async function expectBytes(url: string) {
  const response = await fetch(new URL(url, app.url));
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
}

test('into a room, and into another place of the same owner than where it was begun', async () => {
  const room = (await post('rooms', ada.headers, { name: 'R' })).body;
  const uploadId = await bring(`clipboard/${await newClip()}`, ada.headers);
  const added = await post(`rooms/${room.id}/upload`, ada.headers, { uploadId });
  expect(added).toMatchObject({ status: 201, body: { file_name: 'film.mp4', file_size: size } });
  await expectBytes(added.body.file_url);
  // Another member brings what is theirs alone.
  const bob = await signUp(app);
  await post(`rooms/${room.id}/members`, ada.headers, { email: bob.user.email });
  const theirs = await bring(`rooms/${room.id}`, bob.headers);
  expect((await post(`rooms/${room.id}/upload`, ada.headers, { uploadId: theirs })).status).toBe(
    404,
  );
  expect((await post(`rooms/${room.id}/upload`, bob.headers, { uploadId: theirs })).status).toBe(
    201,
  );
});

test('onto a desktop, with what the call takes beside a file', async () => {
  const uploadId = await bring('virtual-desktop', ada.headers);
  const at = { position: { x: 5, y: 6 }, size: { width: 100, height: 80 } };
  const headers = { ...ada.headers, 'idempotency-key': 'once' };
  const added = await post('virtual-desktop/items/file', headers, { uploadId, ...at });
  expect(added).toMatchObject({ status: 201, body: { ...at, file_size: size } });
  const again = await post('virtual-desktop/items/file', headers, { uploadId, ...at });
  expect(again.body.id).toBe(added.body.id);
  expect(await post('virtual-desktop/items/file', headers, { uploadId })).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  });
  for (const body of [{}, { uploadId, extra: 1 }, { uploadId: 5 }])
    expect((await post('virtual-desktop/items/file', ada.headers, body)).status).toBe(400);
});

test('of a browser that is signed out, which goes on by its cookie and then as who signs in', async () => {
  const begun = await begin(app, 'virtual-desktop', origin, { size });
  expect(begun).toMatchObject({ status: 201, body: { place: { kind: 'desktop', id: null } } });
  expect(Date.parse(begun.body.expiresAt) - Date.parse(begun.body.createdAt)).toBe(600_000);
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const browser = { ...origin, cookie };
  const { id } = begun.body;
  for (let more = 0; more < 4; more++)
    expect((await begin(app, 'virtual-desktop', browser)).status).toBe(201);
  expect(await begin(app, 'virtual-desktop', browser)).toMatchObject({
    status: 409,
    body: { values: { max: 5 } },
  });
  expect((await putPart(app, id, 1, bytes.subarray(PART), browser)).status).toBe(204);
  expect((await putPart(app, id, 0, bytes.subarray(0, PART), origin)).status).toBe(404);
  const eve = await signUp(app);
  await call(app, 'GET /virtual-desktop', { headers: { ...browser, ...eve.headers } });
  expect((await putPart(app, id, 0, bytes.subarray(0, PART), eve.headers)).status).toBe(204);
  const added = await post('virtual-desktop/items/file', eve.headers, { uploadId: id });
  expect(added.status).toBe(201);
});

test('through a link to edit, whose end ends it, though its owner sees and discards it', async () => {
  const clipId = await newClip();
  const link = await makeLink(app, ada, { clipId, access: 'edit' });
  const [one, other] = [withGrant(await grantFor(app, link)), withGrant(await grantFor(app, link))];
  const id = await bring(`clipboard/${clipId}`, one);
  // Another visitor of the link who knows it goes on; a session does not know grants.
  expect((await call(app, `GET /uploads/${id}`, { headers: other })).body.received).toBe(size);
  const own = await bring(`clipboard/${clipId}`, ada.headers);
  expect((await call(app, `GET /uploads/${own}`, { headers: one })).status).toBe(404);
  const finish = (uploadId: string, headers: Record<string, string>) =>
    post(`clipboard/${clipId}/files`, headers, { uploadId });
  expect((await finish(id, ada.headers)).status).toBe(404);
  expect((await finish(id, other)).status).toBe(201);
  const second = await bring(`clipboard/${clipId}`, one);
  await call(app, `DELETE /links/${link.id}`, ada);
  expect((await putPart(app, second, 0, bytes.subarray(0, PART), one)).status).toBe(404);
  for (const refused of [await finish(second, one), await begin(app, `clipboard/${clipId}`, one)])
    expect(refused).toMatchObject({ status: 403, body: { code: 'GRANT_EXPIRED' } });
  const listed = (await call(app, 'GET /uploads', ada)).body;
  expect(listed.map((each: { id: string }) => each.id)).toEqual([second, own]);
  expect((await call(app, `DELETE /uploads/${second}`, ada)).status).toBe(200);
});

test('through a drop link, by parts of what was announced, once', async () => {
  const headers = withGrant(await grantFor(app, await makeLink(app, ada, { inbox: true })));
  const captureId = newOpener();
  const sent = await post('link/clips', headers, { content: '', files: 1, captureId });
  const path = `link/clips/${sent.body.id}`;
  const uploadId = await bring(path, headers);
  const part = { ...headers, 'x-capture-part': `${captureId}:0` };
  for (const status of [201, 200])
    expect(await post(`${path}/files`, part, { uploadId })).toMatchObject({
      status,
      body: { name: 'film.mp4', size },
    });
  expect((await begin(app, path, headers)).status).toBe(404);
});

test('programs go on with what they may add; with the session that began it another does', async () => {
  const { headers } = await makeToken(app, ada.user.id, ['rooms:write']);
  const { id } = (await begin(app, `clipboard/${await newClip()}`, ada.headers, { size: 5 })).body;
  expect((await call(app, 'GET /uploads', { headers })).body).toEqual([]);
  expect((await putPart(app, id, 0, Buffer.from('bytes'), headers)).status).toBe(204);
  const clipId = await newClip();
  expect((await begin(app, `clipboard/${clipId}`, headers)).body.code).toBe('SCOPE_MISSING');
  const later = bearer(await signIn(app, ada.user.id));
  expect((await post(`clipboard/${clipId}/files`, later, { uploadId: id })).status).toBe(201);
});

test('a repeat of the beginning is the same upload, as it is now, until it is over', async () => {
  const place = `clipboard/${await newClip()}`;
  const headers = { ...ada.headers, 'idempotency-key': 'begin' };
  const both = await Promise.all([begin(app, place, headers), begin(app, place, headers)]);
  const [{ id }, other] = both.map(({ body }) => body);
  expect(other.id).toBe(id);
  await putPart(app, id, 0, Buffer.from('x'), ada.headers);
  expect((await begin(app, place, headers)).body.received).toBe(1);
  await call(app, `DELETE /uploads/${id}`, ada);
  expect((await begin(app, place, headers)).body.code).toBe('UPLOAD_NOT_FOUND');
});

test('whoever may not begin one hears that first, then what is wrong with the body', async () => {
  const bob = await signUp(app);
  const room = (await post('rooms', ada.headers, { name: 'R' })).body;
  const [clip, into] = [`clipboard/${await newClip()}/uploads`, `rooms/${room.id}/uploads`];
  const wrong = { size: 'large' };
  expect((await post(clip, bob.headers, wrong)).status).toBe(403);
  expect((await post(into, bob.headers, wrong)).status).toBe(403);
  expect((await post('clipboard/none/uploads', ada.headers, wrong)).status).toBe(404);
  const sent = { 'x-link-grant': 'over' };
  expect((await post('link/clips/none/uploads', sent, wrong)).status).toBe(403);
  for (const path of [clip, into, 'virtual-desktop/uploads', 'links/sealed/uploads'])
    expect((await post(path, ada.headers, wrong)).status).toBe(400);
});
