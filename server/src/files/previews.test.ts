import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, withGrant } from '../../testing/links.ts';
import { picture } from '../../testing/pictures.ts';
import { ask, closeSockets, connectSocket, record } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { newId } from '../core/ids.ts';
import { removeLeftovers } from './files.jobs.ts';
import { MAKE_PREVIEWS } from './previews.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };
const URL_OF = (fileId: string) => expect.stringMatching(`^/api/files/${fileId}/preview\\?for=`);

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app);
});
afterAll(async () => {
  closeSockets();
  await app.stop();
});

const as =
  ({ headers }: { readonly headers: Record<string, string> }) =>
  async (what: Parameters<typeof call>[1], body?: unknown) =>
    (await call(app, what, { headers, body })).body;
const mine = (what: Parameters<typeof call>[1], body?: unknown) => as(owner)(what, body);
const newClip = async (): Promise<string> => (await mine('POST /clipboard', { content: 'a' })).id;
const send = async (clipId: string, bytes: Uint8Array | string, name = 'a.png') =>
  (await upload(app, `/clipboard/${clipId}/files`, owner.headers, { name, bytes })).body;
const previewIn = async (clipId: string) =>
  (await mine(`GET /clipboard/${clipId}`)).files.at(-1).preview;
const until = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(async () => {
    const found = await look();
    expect(found).toBeTruthy();
    return found;
  }, PATIENCE);
const rowsOf = (fileId: string) =>
  app.store.db
    .selectFrom('files')
    .leftJoin('previews', 'previews.blob_id', 'files.blob_id')
    .select(['files.blob_id', 'object_key', 'previews.size', 'preview_turns'])
    .where('files.id', '=', fileId)
    .execute();
const turnsLeft = async (fileId: string) => (await rowsOf(fileId))[0]?.preview_turns;
const job = () => app.jobs.find(({ name }) => name === MAKE_PREVIEWS)!.run();

describe('a picture of a clip', () => {
  test('has its preview after the upload, and again wherever it is sent', async () => {
    const [clipId, bytes] = [await newClip(), await picture()];
    const sent = await send(clipId, bytes);
    const preview = await until(() => previewIn(clipId));
    expect(preview).toEqual({ url: URL_OF(sent.id), width: 640, height: 427 });
    const other = await newClip();
    const again = await send(other, bytes);
    expect(again.preview).toBe(null);
    expect(await until(() => previewIn(other))).toEqual({ ...preview, url: URL_OF(again.id) });
    const lists = [
      (await mine('GET /clipboard/history'))[1],
      (await mine('GET /clipboard/history?search=a.png')).clips[1],
      { files: await mine(`GET /clipboard/${clipId}/files`) },
    ];
    for (const { files } of lists) expect(files[0].preview).toEqual(preview);
    expect((await call(app, `GET /clipboard/${clipId}`)).body.files[0].preview).toEqual(preview);
  });

  test('is served like the file, as WebP', async () => {
    const clipId = await newClip();
    const sent = await send(clipId, await picture());
    const { url } = await until(() => previewIn(clipId));
    const answer = await fetch(app.url + url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'attachment; filename=a.png.webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({ width: 640 });
    const part = await fetch(app.url + url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
    const altered = url.replace(/signature=.{4}/, 'signature=AAAA');
    const ofFile = sent.url.replace('?', '/preview?');
    for (const refused of [altered, ofFile, url.split('?')[0]])
      expect((await fetch(app.url + refused)).status).toBe(403);
    expect((await call(app, 'POST /files/archive', { body: { urls: [url] } })).status).toBe(400);
    await mine(`DELETE /clipboard/${clipId}`);
    expect((await fetch(app.url + url)).status).toBe(404);
  });

  test('loses it with its content, and no job takes it before', async () => {
    const clipId = await newClip();
    const sent = await send(clipId, await picture());
    await until(() => previewIn(clipId));
    const [row] = await rowsOf(sent.id);
    await removeLeftovers(app.files, app.store.scans, Date.now() + 7200_000);
    expect(await app.storage.sizeOf(row!.object_key!)).toBe(row!.size);
    await mine(`DELETE /clipboard/${clipId}?forever=true`);
    expect(await app.storage.sizeOf(row!.object_key!)).toBe(undefined);
    const left = app.store.db.selectFrom('previews').where('blob_id', '=', row!.blob_id);
    expect(await left.selectAll().execute()).toEqual([]);
  });

  test('has none where it cannot be decoded, and is not tried again', async () => {
    const clipId = await newClip();
    const sent = await send(clipId, 'GIF89a\0 that is none');
    expect(sent.type).toBe('image/gif');
    await vi.waitFor(async () => expect(await turnsLeft(sent.id)).toBe(0), PATIENCE);
    const draw = vi.spyOn(app.files.previews.process, 'draw');
    await job();
    expect(draw).not.toHaveBeenCalled();
    draw.mockRestore();
    expect(await previewIn(clipId)).toBe(null);
  });

  test('that took too long is tried again by the job, three times', async () => {
    const draw = vi.spyOn(app.files.previews.process, 'draw').mockResolvedValue('unfinished');
    const [slow, later] = [await newClip(), await newClip()];
    const [given, kept] = [await send(slow, await picture()), await send(later, await picture())];
    await vi.waitFor(async () => {
      expect([await turnsLeft(given.id), await turnsLeft(kept.id)]).toEqual([3, 3]);
    }, PATIENCE);
    await job();
    await job();
    draw.mockImplementationOnce(async () => 'unfinished').mockRestore();
    expect([await turnsLeft(given.id), await previewIn(later)]).toEqual([1, null]);
    await mine(`DELETE /clipboard/${slow}?forever=true`);
    await job();
    expect(await previewIn(later)).toMatchObject({ url: URL_OF(kept.id), width: 640 });
  });

  test('that always takes too long has none after four turns', async () => {
    const draw = vi.spyOn(app.files.previews.process, 'draw').mockResolvedValue('unfinished');
    const clipId = await newClip();
    const sent = await send(clipId, await picture());
    await vi.waitFor(async () => expect(await turnsLeft(sent.id)).toBe(3), PATIENCE);
    for (let times = 0; times < 4; times++) await job();
    expect(draw).toHaveBeenCalledTimes(4);
    draw.mockRestore();
    await job();
    expect([await turnsLeft(sent.id), await previewIn(clipId)]).toEqual([0, null]);
  });

  test('nobody learns whether others have it: not at once, and not by the work it is', async () => {
    const bytes = await picture(30, 20);
    const known = await newClip();
    await send(known, bytes);
    await until(() => previewIn(known));
    const [objects] = await app.store.db
      .selectFrom('previews')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .execute();
    const stranger = await signUp(app);
    const socket = await connectSocket(app.url, { token: stranger.session.access_token });
    const told = record(socket);
    const { process } = app.files.previews;
    const { draw } = process;
    const turn = Promise.withResolvers<void>();
    const drawn = vi.spyOn(process, 'draw').mockImplementationOnce(async (sent) => {
      await turn.promise;
      return draw(sent);
    });
    const theirs = await as(stranger)('POST /clipboard', { content: 'b' });
    const { body: file } = await upload(app, `/clipboard/${theirs.id}/files`, stranger.headers, {
      name: 'a.png',
      bytes,
    });
    const read = async () => (await as(stranger)(`GET /clipboard/${theirs.id}`)).files[0].preview;
    expect([file.preview, await read()]).toEqual([null, null]);
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(1), PATIENCE);
    expect(await read()).toBe(null);
    expect(told.filter(([event]) => event === 'file:preview')).toEqual([]);
    turn.resolve();
    await until(async () => told.some(([event]) => event === 'file:preview'));
    expect(await read()).toMatchObject({ url: URL_OF(file.id), width: 30 });
    drawn.mockRestore();
    const [after] = await app.store.db
      .selectFrom('previews')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .execute();
    expect(after).toEqual(objects);
  });

  test('is told to who has it open and to all sockets of its owner', async () => {
    const clipId = await newClip();
    const sockets = {
      lists: await connectSocket(app.url, { token: owner.session.access_token }),
      viewer: await connectSocket(app.url, {}),
      stranger: await connectSocket(app.url, { token: (await signUp(app)).session.access_token }),
      program: await connectSocket(app.url, {
        token: (await makeToken(app, owner.user.id, ['links'])).token,
      }),
    };
    const heard = Object.entries(sockets).map(([name, socket]) => [name, record(socket)] as const);
    await ask(sockets.viewer, 'join:clip', { clipId });
    const { version } = await mine(`GET /clipboard/${clipId}`);
    const { id: fileId } = await send(clipId, await picture(10, 20));
    const news = { clipId, fileId, preview: { url: URL_OF(fileId), width: 10, height: 20 } };
    const told = new Map(heard);
    const ofPreview = (name: string) =>
      told.get(name)?.filter(([event]) => event === 'file:preview');
    await vi.waitFor(() => {
      expect(ofPreview('lists')).toEqual([['file:preview', news]]);
      expect(ofPreview('viewer')).toEqual([['file:preview', news]]);
    }, PATIENCE);
    expect([ofPreview('stranger'), ofPreview('program')]).toEqual([[], []]);
    expect((await mine(`GET /clipboard/${clipId}`)).version).toBe(version + 1);
  });
});

test('an item of a room has it, and each reader an address of their own', async () => {
  const member = await signUp(app);
  const room = await mine('POST /rooms', { name: 'Room', isPrivate: true });
  const { id: memberId } = await mine(`POST /rooms/${room.id}/members`, {
    email: member.user.email,
  });
  const socket = await connectSocket(app.url, { token: member.session.access_token });
  const told = record(socket);
  await ask(socket, 'join:room', { roomId: room.id });
  const { body: item } = await upload(app, `/rooms/${room.id}/upload`, owner.headers, {
    bytes: await picture(20, 10),
  });
  expect(item.file_preview).toBe(null);
  const heard = await until(async () => told.find(([event]) => event === 'file:preview'));
  const { roomId, fileId, preview } = (heard?.[1] ?? {}) as Record<string, unknown>;
  expect([roomId, preview]).toEqual([
    room.id,
    { url: URL_OF(String(fileId)), width: 20, height: 10 },
  ]);
  const { content } = await as(member)(`GET /rooms/${room.id}/content`);
  expect(content[0].file_preview).toEqual(preview);
  const { url } = preview as { url: string };
  expect((await fetch(app.url + url)).status).toBe(200);
  await mine(`DELETE /rooms/${room.id}/members/${memberId}`);
  expect((await fetch(app.url + url)).status).toBe(404);
});

test('an item of a desktop has it, for its owner and for holders of its link', async () => {
  const { headers, desktop } = await openBrowser(app, 'a text');
  const socket = await connectSocket(app.url, {});
  const told = record(socket);
  const { share_token: shareToken, network_id: networkId } = desktop;
  await ask(socket, 'join:desktop:network', { networkId, shareToken });
  await upload(app, '/virtual-desktop/items/file', headers, { bytes: await picture(5, 5) });
  const heard = await until(async () => told.find(([event]) => event === 'file:preview'));
  expect(heard?.[1]).toMatchObject({ networkId, preview: { width: 5, height: 5 } });
  const { items } = await as({ headers })('GET /virtual-desktop');
  const { file_preview: preview } = items.find((each: { type: string }) => each.type === 'file');
  expect((await fetch(app.url + preview.url)).status).toBe(200);
});

test('what came through a drop link has none until its owner has read that clip', async () => {
  const bytes = await picture();
  const known = await newClip();
  await send(known, bytes);
  await until(() => previewIn(known));
  const grant = withGrant(await grantFor(app, await makeLink(app, owner, { inbox: true })));
  const captureId = newId();
  const { body: clip } = await call(app, 'POST /link/clips', {
    headers: grant,
    body: { content: '', captureId, files: 2 },
  });
  const draw = vi.spyOn(app.files.previews.process, 'draw');
  for (const [part, sent] of [bytes, await picture()].entries())
    await upload(
      app,
      `/link/clips/${clip.id}/files`,
      { ...grant, 'x-capture-part': `${captureId}:${part}` },
      { bytes: sent },
    );
  await job();
  expect(draw).not.toHaveBeenCalled();
  const [listed] = await mine('GET /clipboard/history');
  const previewsOf = ({ files }: { files: { preview: unknown }[] }) =>
    files.map(({ preview }) => preview !== null);
  expect([listed.id, previewsOf(listed)]).toEqual([clip.id, [false, false]]);
  const read = () => mine(`GET /clipboard/${clip.id}`);
  const { headers } = owner;
  await fetch(`${app.url}/api/clipboard/${clip.id}`, { method: 'HEAD', headers });
  await job();
  expect(draw).not.toHaveBeenCalled();
  expect(previewsOf(await read())).toEqual([false, false]);
  await until(async () => previewsOf(await read()).every(Boolean));
  expect(draw).toHaveBeenCalledTimes(2);
  draw.mockRestore();
});

test('what came without one, as by a restore, has it once the job has run', async () => {
  const clipId = await newClip();
  const sent = await send(clipId, await picture());
  await until(() => previewIn(clipId));
  await app.store.db.deleteFrom('previews').execute();
  await app.store.db
    .updateTable('files')
    .set({ preview_turns: 4 })
    .where('id', '=', sent.id)
    .execute();
  expect(await previewIn(clipId)).toBe(null);
  await job();
  expect(await previewIn(clipId)).toMatchObject({ url: URL_OF(sent.id), width: 640 });
});

test('those who are signed out take turns by their network, however many addresses it has', async () => {
  const behind = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
  const turns = vi.spyOn(behind.files.previews.turns, 'run');
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '192.0.2.7']) {
    const { headers } = await openBrowser(behind, 'a text');
    await upload(
      behind,
      '/virtual-desktop/items/file',
      { ...headers, 'x-forwarded-for': address },
      { bytes: await picture(3, 3) },
    );
  }
  expect(turns.mock.calls.map(([from]) => from)).toEqual([
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    '192.0.2.7',
  ]);
  await behind.stop();
});

test('the next picture has one after a process was killed', async () => {
  const clipId = await newClip();
  app.files.previews.process.close();
  await send(clipId, await picture());
  expect(await until(() => previewIn(clipId))).toMatchObject({ width: 640 });
});
