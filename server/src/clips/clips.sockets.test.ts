import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';

describe('sockets of a clip', () => {
  let app: TestApp;
  let owner: Person;
  let stranger: Person;

  beforeAll(async () => {
    app = await buildTestApp();
    [owner, stranger] = [await signUp(app), await signUp(app)];
  });
  afterEach(closeSockets);
  afterAll(() => app.stop());

  const connect = (person?: Person) =>
    connectSocket(app.url, person ? { token: person.session.access_token } : {});
  const save = async (content: string): Promise<Clip> =>
    (await call(app, 'POST /clipboard', { body: { content }, headers: owner.headers })).body;
  const edit = async (id: string, content: string): Promise<Clip> =>
    (await call(app, `PUT /clipboard/${id}`, { body: { content }, headers: owner.headers })).body;
  async function attach(id: string, name: string) {
    const body = new FormData();
    body.append('file', new Blob(['bytes']), name);
    const response = await fetch(`${app.url}/api/clipboard/${id}/files`, {
      method: 'POST',
      body,
      headers: owner.headers,
    });
    expect(response.status).toBe(201);
  }

  test('a signed-out viewer joins, catches up and hears every later save once', async () => {
    const clip = await save('first');
    const viewer = await connect();
    const heard = record(viewer);
    expect(await ask(viewer, 'join:clip', { clipId: clip.id })).toEqual({
      ok: true,
      clip: { ...clip, isFavorite: false, addressOpen: undefined, tags: undefined },
    });
    const [second, third] = [await edit(clip.id, 'second'), await edit(clip.id, 'third')];
    await settle(viewer);
    expect(heard).toEqual(
      [second, third].map(({ content, version }) => [
        'clip-content-updated',
        { clipId: clip.id, content, version },
      ]),
    );
    await ask(viewer, 'leave:clip', { clipId: clip.id });
    await edit(clip.id, 'fourth');
    await settle(viewer);
    expect(heard).toHaveLength(2);
  });

  test('a viewer hears of files with links that work', async () => {
    const clip = await save('with files');
    const viewer = await connect();
    const heard = record(viewer);
    await ask(viewer, 'join:clip', { clipId: clip.id });
    await attach(clip.id, 'notes.txt');
    await settle(viewer);
    expect(heard).toMatchObject([
      ['clip-files-updated', { clipId: clip.id, files: [{ name: 'notes.txt', size: 5 }] }],
    ]);
    const [, news] = heard[0] as [string, { files: { url: string }[] }];
    expect(await (await fetch(`${app.url}${news.files[0]?.url}`)).text()).toBe('bytes');
  });

  test("the owner's emit is acknowledged with what is stored, and no one hears of it", async () => {
    const clip = await save('first');
    await attach(clip.id, 'stored.txt');
    const [viewer, sender] = [await connect(), await connect(owner)];
    await ask(viewer, 'join:clip', { clipId: clip.id });
    const heard = record(viewer);
    const saved = await edit(clip.id, 'second');
    const forged = { clipId: clip.id, content: 'forged', files: [{ name: 'forged' }] };
    for (const event of ['clip-content-update', 'clip-files-update', 'clip-content-update'])
      expect(await ask(sender, event, forged)).toMatchObject({
        ok: true,
        clip: { content: 'second', version: saved.version, files: [{ name: 'stored.txt' }] },
      });
    await settle(viewer);
    expect(heard).toEqual([
      ['clip-content-updated', { clipId: clip.id, content: 'second', version: saved.version }],
    ]);
  });

  test('every device of the owner hears of each change; no one else does', async () => {
    const [desktop, phone, other, anonymous] = [
      await connect(owner),
      await connect(owner),
      await connect(stranger),
      await connect(),
    ];
    const heard = [desktop, phone, other, anonymous].map(record);
    const clip = await save('new');
    await call(app, `POST /clipboard/${clip.id}/favorite`, { headers: owner.headers });
    await edit(clip.id, 'changed');
    await attach(clip.id, 'a.txt');
    await call(app, `DELETE /clipboard/${clip.id}`, { headers: owner.headers });
    await settle(desktop, phone, other, anonymous);
    const changes = ['created', 'favorite', 'updated', 'files', 'deleted'].map((change) => [
      'clip-update',
      expect.objectContaining({ clipId: clip.id, change }),
    ]);
    expect(heard).toEqual([changes, changes, [], []]);
  });
});
