import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, type Person, signIn, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { ask, closeSockets, connectSocket, ended, record, settle } from '../../testing/sockets.ts';
import { makeSealed, sealedBytes } from '../../testing/links.ts';
import { upload } from '../../testing/uploads.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { unzipped } from '../../testing/zip.ts';

describe('an account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.stop());
  afterEach(closeSockets);

  const as = (person: Pick<Person, 'headers'>) => ({
    get: (path: `/${string}`) => call(app, `GET ${path}`, { headers: person.headers }),
    post: (path: `/${string}`, body?: unknown) =>
      call(app, `POST ${path}`, { headers: person.headers, body }),
    patch: (path: `/${string}`, body: unknown) =>
      call(app, `PATCH ${path}`, { headers: person.headers, body }),
    remove: (path: `/${string}`, body?: unknown) =>
      call(app, `DELETE ${path}`, { headers: person.headers, body }),
  });
  const another = async (person: Person) => ({
    headers: bearer(await signIn(app, person.user.id)),
  });
  const exported = async (person: Person) => {
    const answer = await fetch(`${app.url}/api/account/export`, { headers: person.headers });
    return { answer, entries: await unzipped(await answer.bytes()) };
  };
  const login = (email: string, password: string) =>
    call(app, 'POST /auth/login', { body: { email, password } });

  describe('sessions', () => {
    test('the list marks the one that asks, and says nothing of addresses', async () => {
      const ada = await signUp(app);
      const { session } = (
        await call(app, 'POST /auth/login', {
          body: { email: ada.user.email, password: TEST_PASSWORD },
          headers: {
            'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          },
        })
      ).body;
      await signUp(app);
      const { status, body } = await as({ headers: bearer(session) }).get('/account/sessions');
      expect(status).toBe(200);
      const times = {
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        id: expect.any(String),
      };
      expect(body).toEqual([
        { current: true, device: 'Firefox on Linux', name: null, by: 'password', ...times },
        { current: false, device: 'test', name: null, by: null, ...times },
      ]);
    });

    test('a device that is signed out loses its session and sockets at once; no one ends those of others', async () => {
      const [ada, eve] = [await signUp(app), await signUp(app)];
      const phone = await signIn(app, ada.user.id);
      const socket = await connectSocket(app.url, { token: phone.access_token });
      const disconnected = ended(socket);
      const { body } = await as(ada).get('/account/sessions');
      const { id } = body.find((session: { current: boolean }) => !session.current);
      expect((await as(eve).remove(`/account/sessions/${id}`)).status).toBe(404);
      expect((await as(ada).remove(`/account/sessions/${id}`)).status).toBe(200);
      expect(await disconnected).toBe('io server disconnect');
      expect((await as({ headers: bearer(phone) }).get('/account/sessions')).status).toBe(401);
      const again = await as(ada).remove(`/account/sessions/${id}`);
      expect([again.status, again.body.code]).toEqual([404, 'SESSION_NOT_FOUND']);
      expect((await as(ada).get('/account/sessions')).body).toHaveLength(1);
    });

    test('all others end together', async () => {
      const ada = await signUp(app);
      const others = [await another(ada), await another(ada)];
      expect((await as(ada).post('/account/sessions/end-others')).body).toEqual({ ended: 2 });
      for (const other of others)
        expect((await as(other).get('/account/sessions')).status).toBe(401);
      expect((await as(ada).get('/account/sessions')).body).toHaveLength(1);
    });
  });

  test('a name is changed', async () => {
    const ada = await signUp(app);
    expect((await as(ada).patch('/account', { name: ' Ada  L. ' })).body).toEqual({
      name: 'Ada  L.',
      newClipsOpen: true,
    });
    expect((await login(ada.user.email, TEST_PASSWORD)).body.user.name).toBe('Ada  L.');
    expect((await as(ada).patch('/account', { name: ' ' })).status).toBe(400);
  });

  test('a password is changed by a caller who knows it, and other devices are signed out', async () => {
    const ada = await signUp(app);
    const other = await another(ada);
    const refused = await as(ada).post('/account/password', {
      password: 'wrong',
      new_password: 'a new password',
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'WRONG_PASSWORD']);
    expect(
      (
        await as(ada).post('/account/password', {
          password: TEST_PASSWORD,
          new_password: 'short',
        })
      ).body.code,
    ).toBe('PASSWORD_TOO_SHORT');
    expect((await as(other).get('/account/sessions')).status).toBe(200);
    expect(
      (
        await as(ada).post('/account/password', {
          password: TEST_PASSWORD,
          new_password: 'a new password',
        })
      ).status,
    ).toBe(200);
    expect((await as(other).get('/account/sessions')).status).toBe(401);
    expect((await as(ada).get('/account/sessions')).status).toBe(200);
    expect((await login(ada.user.email, TEST_PASSWORD)).status).toBe(401);
    expect((await login(ada.user.email, 'a new password')).status).toBe(200);
    expect(await mailsTo(app, ada.user.email)).toMatchObject([
      { subject: 'Your password was changed' },
    ]);
  });

  describe('the export', () => {
    test('is all of mine and nothing of others', async () => {
      const [ada, bob] = [await signUp(app), await signUp(app)];
      const clips = [];
      for (let number = 0; number < 45; number++)
        clips.push((await as(ada).post('/clipboard', { content: `clip ${number} مرحبا` })).body);
      const file = (
        await upload(app, `/clipboard/${clips[0].id}/files`, ada.headers, {
          name: '../../évil.txt',
          bytes: 'of a clip',
        })
      ).body;
      await upload(app, `/clipboard/${clips[0].id}/files`, ada.headers, {
        name: 'empty.txt',
        bytes: '',
      });
      await as(ada).remove(`/clipboard/${clips[1].id}`);
      await as(bob).post('/clipboard', { content: 'not of ada' });
      const room = (await as(ada).post('/rooms', { name: 'Own room' })).body;
      await as(ada).post(`/rooms/${room.id}/content`, { content: 'in the room' });
      const roomFile = (
        await upload(app, `/rooms/${room.id}/upload`, ada.headers, {
          name: 'a.txt',
          bytes: 'of a room',
        })
      ).body;
      const foreign = (await as(bob).post('/rooms', { name: 'of bob' })).body;
      await as(bob).post(`/rooms/${foreign.id}/members`, { email: ada.user.email });
      await as(bob).post(`/rooms/${foreign.id}/content`, { content: 'of bob' });
      await as(ada).post('/virtual-desktop/items/text', { content: 'on the desktop' });

      const { answer, entries } = await exported(ada);
      expect(answer.headers.get('content-type')).toBe('application/zip');
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="clipline-export-\d{4}-\d\d-\d\d\.zip"$/,
      );
      const read = (path: string) => JSON.parse(String(entries.get(path)));
      expect(read('manifest.json')).toMatchObject({
        format: 'clipline-export',
        version: 1,
        userId: ada.user.id,
      });
      expect(read('profile.json')).toMatchObject({
        id: ada.user.id,
        email: ada.user.email,
        name: 'Test Person',
      });
      const listed = read('clips.json');
      expect(listed.map(({ id }: { id: string }) => id)).toEqual(
        clips
          .filter((_, index) => index !== 1)
          .map(({ id }) => id)
          .toReversed(),
      );
      expect(listed.at(-1)).toMatchObject({
        content: 'clip 0 مرحبا',
        files: [{ id: file.id, name: 'évil.txt', size: 9 }, { size: 0 }],
      });
      expect(String(entries.get(listed.at(-1).files[0].path))).toBe('of a clip');
      expect(String(entries.get(listed.at(-1).files[1].path))).toBe('');
      expect(read('desktop.json')).toMatchObject([{ type: 'text', content: 'on the desktop' }]);
      expect(read(`rooms/${room.id}/room.json`)).toMatchObject({
        name: 'Own room',
        members: [{ email: ada.user.email, role: 'owner' }],
      });
      const content = read(`rooms/${room.id}/content.json`);
      expect(content).toMatchObject([
        { content: 'in the room' },
        { id: roomFile.id, file: { name: 'a.txt' } },
      ]);
      expect(String(entries.get(content[1].file.path))).toBe('of a room');
      expect(
        [...entries.keys()].filter(
          (path) => path.split('/').includes('..') || path.startsWith('/'),
        ),
      ).toEqual([]);
      expect(
        JSON.stringify([...entries].map(([path, bytes]) => path + String(bytes))),
      ).not.toContain('of bob');
    });

    test('carries earlier texts, what was deleted, and what links there were', async () => {
      const [ada, bob] = [await signUp(app), await signUp(app)];
      const make = async (path: `/${string}`, body: unknown) =>
        (await as(ada).post(path, body)).body;
      const put = (path: `/${string}`, content: string) =>
        call(app, `PUT ${path}`, { headers: ada.headers, body: { content } });
      const attach = async (path: `/${string}`, bytes: string) =>
        (await upload(app, path, ada.headers, { name: `${bytes}.txt`, bytes })).body;
      const edited = await make('/clipboard', { content: 'first' });
      const gone = await attach(`/clipboard/${edited.id}/files`, 'of a version');
      await put(`/clipboard/${edited.id}`, 'second');
      await as(ada).remove(`/clipboard/${edited.id}/files/${gone.id}`);
      const link = await make('/links', { clipId: edited.id, label: 'For Bob', maxViews: 3 });
      const sealed = sealedBytes();
      await makeSealed(app, ada, { label: 'VPN' }, sealed);
      const deleted = await make('/clipboard', { content: 'deleted' });
      await attach(`/clipboard/${deleted.id}/files`, 'of the trash');
      await as(ada).remove(`/clipboard/${deleted.id}`);
      const room = await make('/rooms', { name: 'Own room' });
      const item = await make(`/rooms/${room.id}/content`, { content: 'once' });
      await call(app, `PATCH /rooms/${room.id}/content/${item.id}`, {
        headers: ada.headers,
        body: { content: 'now' },
      });
      const file = await attach(`/rooms/${room.id}/upload`, 'of a room');
      await as(ada).remove(`/rooms/${room.id}/content/${file.id}`);
      const closed = await make('/rooms', { name: 'Deleted room' });
      await as(ada).post(`/rooms/${closed.id}/members`, { email: bob.user.email });
      await make(`/rooms/${closed.id}/content`, { content: 'within' });
      await as(ada).remove(`/rooms/${closed.id}`);
      const block = await make('/virtual-desktop/items/text', { content: 'a block' });
      await as(ada).remove(`/virtual-desktop/items/${block.id}`);

      const { entries } = await exported(ada);
      const read = (path: string) => JSON.parse(String(entries.get(path)));
      const at = expect.stringMatching(/Z$/);
      expect(read('versions.json')).toEqual([
        {
          kind: 'clip',
          id: edited.id,
          version: 1,
          savedAt: at,
          replacedAt: at,
          by: { kind: 'you', label: null },
          content: 'first',
          files: [expect.objectContaining({ id: gone.id, name: 'of a version.txt' })],
        },
        expect.objectContaining({ kind: 'roomItem', id: item.id, content: 'once', files: [] }),
      ]);
      expect(String(entries.get(read('versions.json')[0].files[0].path))).toBe('of a version');
      const trash = read('trash.json');
      expect(trash).toMatchObject([
        { kind: 'clip', id: deleted.id, content: 'deleted', deletedAt: at },
        { kind: 'roomItem', id: file.id, roomId: room.id, deletedAt: at },
        { kind: 'desktopItem', id: block.id, content: 'a block', deletedAt: at },
      ]);
      expect(String(entries.get(trash[0].files[0].path))).toBe('of the trash');
      expect(String(entries.get(trash[1].file.path))).toBe('of a room');
      expect(read(`trash/rooms/${closed.id}/room.json`)).toMatchObject({
        name: 'Deleted room',
        deletedAt: at,
        members: [{ role: 'owner' }, { email: bob.user.email }],
      });
      expect(read(`trash/rooms/${closed.id}/content.json`)).toMatchObject([{ content: 'within' }]);
      expect(read('links.json')).toMatchObject([
        { id: link.id, clipId: edited.id, label: 'For Bob', maxViews: 3, openings: [] },
        { kind: 'sealed', clipId: null, label: 'VPN', maxViews: 1, views: 0, openings: [] },
      ]);
      const token = link.url.split('/s/')[1] as string;
      for (const bytes of entries.values()) {
        expect(String(bytes)).not.toContain(token);
        expect(Buffer.from(bytes).includes(sealed)).toBe(false);
      }
    });

    test('of a user who has nothing is whole', async () => {
      const { entries } = await exported(await signUp(app));
      expect([...entries.keys()]).toEqual([
        'manifest.json',
        'profile.json',
        'tags.json',
        'clips.json',
        'desktop.json',
        'versions.json',
        'trash.json',
        'links.json',
      ]);
      expect(String(entries.get('clips.json'))).toBe('[]\n');
    });

    test('is nothing for a stranger, and a reader that leaves does no harm', async () => {
      expect((await call(app, 'GET /account/export')).status).toBe(401);
      const ada = await signUp(app);
      const clip = (await as(ada).post('/clipboard', { content: 'x' })).body;
      for (let number = 0; number < 3; number++)
        await upload(app, `/clipboard/${clip.id}/files`, ada.headers, {
          bytes: new Uint8Array(3_000_000).fill(number),
        });
      const controller = new AbortController();
      const answer = await fetch(`${app.url}/api/account/export`, {
        headers: ada.headers,
        signal: controller.signal,
      });
      await answer.body?.getReader().read();
      controller.abort();
      expect((await exported(ada)).entries.size).toBe(11);
    });
  });

  describe('the end of an account', () => {
    test('a wrong password changes nothing', async () => {
      const ada = await signUp(app);
      for (const body of [{ password: 'wrong' }, { password: '' }]) {
        const refused = await as(ada).remove('/account', body);
        expect([refused.status, refused.body]).toEqual([
          403,
          { error: 'That is not your password. Nothing was changed.', code: 'WRONG_PASSWORD' },
        ]);
      }
      expect((await as(ada).remove('/account')).status).toBe(403);
      expect((await as(ada).get('/account/sessions')).status).toBe(200);
    });

    test('takes everything along, and leaves no name behind', async () => {
      const [ada, bob] = [await signUp(app, { name: 'Ada Byron' }), await signUp(app)];
      const clip = (await as(ada).post('/clipboard', { content: 'shared with many' })).body;
      const { url } = (
        await upload(app, `/clipboard/${clip.id}/files`, ada.headers, { bytes: 'only here' })
      ).body;
      await as(ada).post('/clipboard', { content: '' });
      await as(ada).post('/virtual-desktop/items/text', { content: 'x' });
      const own = (await as(ada).post('/rooms', { name: 'Of Ada' })).body;
      await as(ada).post(`/rooms/${own.id}/members`, { email: bob.user.email });
      const shared = (await as(bob).post('/rooms', { name: 'Of Bob' })).body;
      await as(bob).post(`/rooms/${shared.id}/members`, { email: ada.user.email });
      await as(ada).post(`/rooms/${shared.id}/content`, { content: 'stays' });
      const socket = await connectSocket(app.url, { token: bob.session.access_token });
      await ask(socket, 'join:room', { roomId: own.id });
      const heard = record(socket);
      const phone = await another(ada);
      const adas = await connectSocket(app.url, { token: ada.session.access_token });
      const disconnected = ended(adas);

      expect((await as(ada).remove('/account', { password: TEST_PASSWORD })).body).toEqual({
        message: 'Account deleted',
      });
      await disconnected;
      for (const device of [ada, phone])
        expect((await as(device).get('/account/sessions')).status).toBe(401);
      expect((await login(ada.user.email, TEST_PASSWORD)).status).toBe(401);
      expect((await as(bob).get(`/clipboard/${clip.id}`)).status).toBe(404);
      expect((await fetch(app.url + url)).status).toBe(404);
      expect((await as(bob).get(`/rooms/${own.id}`)).status).toBe(404);
      await settle(socket);
      expect(heard).toContainEqual(['room:updated', { roomId: own.id, change: 'deleted' }]);
      const room = (await as(bob).get(`/rooms/${shared.id}`)).body;
      expect(room.members.map(({ email }: { email: string }) => email)).toEqual([bob.user.email]);
      expect(room.content).toMatchObject([{ content: 'stays', user: { name: 'Deleted account' } }]);
      const log = (await as(bob).get(`/rooms/${shared.id}/activity`)).text;
      for (const trace of [ada.user.email, 'Ada Byron'])
        expect(log + JSON.stringify(room)).not.toContain(trace);
      expect(log).toContain('member_left');
      expect(await mailsTo(app, ada.user.email)).toContainEqual(
        expect.objectContaining({ subject: 'Your account was deleted' }),
      );

      const { db } = app.store;
      for (const table of [
        'clips',
        'newest_clips',
        'desktops',
        'sessions',
        'room_members',
      ] as const)
        expect(
          await db.selectFrom(table).select('user_id').where('user_id', '=', ada.user.id).execute(),
          table,
        ).toEqual([]);
      const again = await signUp(app, { email: ada.user.email });
      expect((await as(again).get('/clipboard/history')).body).toEqual([]);
      expect((await as(again).get('/rooms')).body).toEqual([]);
    });

    test('of a user who was in no room leaves not even a row', async () => {
      const ada = await signUp(app);
      await as(ada).post('/clipboard', { content: 'x' });
      expect((await as(ada).remove('/account', { password: TEST_PASSWORD })).status).toBe(200);
      expect(
        await app.store.db.selectFrom('users').select('id').where('id', '=', ada.user.id).execute(),
      ).toEqual([]);
    });
  });
});

test('passwords are not to be guessed with a session that was left open', async () => {
  const app = await buildTestApp({ RATE_LIMITS: 'on' });
  try {
    const ada = await signUp(app);
    const attempt = (password: string) =>
      call(app, 'DELETE /account', { headers: ada.headers, body: { password } });
    for (let number = 0; number < 5; number++) expect((await attempt('wrong')).status).toBe(403);
    expect((await attempt(TEST_PASSWORD)).status).toBe(429);
    const other = await call(app, 'POST /account/password', {
      headers: ada.headers,
      body: { password: TEST_PASSWORD, new_password: 'a new password' },
    });
    expect(other.status).toBe(429);
  } finally {
    await app.stop();
  }
});

test('a deletion that was interrupted is finished by asking again', async () => {
  const storage = memoryStorage();
  let breaks = true;
  const remove: typeof storage.remove = async (key) => {
    if (breaks) throw new Error('The disk went away');
    await storage.remove(key);
  };
  const app = await buildTestApp({ LOG_LEVEL: 'silent' }, { storage: { ...storage, remove } });
  try {
    const { headers, user } = await signUp(app);
    await call(app, 'POST /rooms', { headers, body: { name: 'Mine' } });
    const { id } = (await call(app, 'POST /clipboard', { headers, body: { content: 'x' } })).body;
    await upload(app, `/clipboard/${id}/files`, headers, {});
    const deleteIt = () =>
      call(app, 'DELETE /account', { headers, body: { password: TEST_PASSWORD } });
    expect((await deleteIt()).status).toBe(500);
    expect((await call(app, 'GET /rooms', { headers })).body).toEqual([]);
    expect(await mailsTo(app, user.email)).toEqual([]);
    breaks = false;
    expect((await deleteIt()).status).toBe(200);
    expect((await call(app, 'GET /rooms', { headers })).status).toBe(401);
    expect(await mailsTo(app, user.email)).toHaveLength(1);
  } finally {
    await app.stop();
  }
});
