import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { makeLink } from '../../testing/links.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { upload } from '../../testing/uploads.ts';

// Archives that are made, taken over and dropped while what they are made of comes and goes.

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());

  const as = ({ headers }: Person, what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { headers, body });

  async function addClips(owner: Person, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let number = 0; number < count; number++) {
      const { id } = (await as(owner, 'POST /clipboard', { content: `clip ${number}` })).body;
      await upload(app, `/clipboard/${id}/files`, owner.headers, { bytes: `file of ${id}` });
      ids.push(id);
    }
    return ids;
  }

  test('an export while clips, links and trash change is whole, and can be taken over', async () => {
    const owner = await signUp(app);
    const ids = await addClips(owner, 24);
    let isOver = false;
    const statuses = new Set<number>();
    const note = async (answer: Promise<{ status: number }>) =>
      void statuses.add((await answer).status);
    const change = async (start: number) => {
      for (let at = start; !isOver; at = (at + 2) % ids.length) {
        const id = ids[at];
        await note(
          makeLink(app, owner, { clipId: id }).then(
            () => ({ status: 201 }),
            () => ({ status: 404 }),
          ),
        );
        await note(as(owner, `PUT /clipboard/${id}`, { content: `changed ${at}` }));
        await note(as(owner, `DELETE /clipboard/${id}`));
        if (at % 3 === 0) await note(as(owner, `DELETE /trash/clip/${id}`));
        else await note(as(owner, `POST /trash/clip/${id}/restore`));
      }
    };
    const changing = [change(0), change(1)];
    const archives = [];
    for (let times = 0; times < 3; times++) {
      const answer = await fetch(`${app.url}/api/account/export`, { headers: owner.headers });
      archives.push({ status: answer.status, bytes: await answer.bytes() });
    }
    isOver = true;
    await Promise.all(changing);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    for (const { status, bytes } of archives) {
      expect(status).toBe(200);
      const taker = await signUp(app);
      const file = { name: 'export.zip', bytes, type: 'application/zip' };
      const taken = await upload(app, '/account/import', taker.headers, file);
      expect([taken.status, taken.text]).toEqual([201, taken.text]);
      // What it brought is there whole: each clip with the file that it had.
      const { clips } = (await as(taker, 'GET /clipboard/history?pageSize=100')).body;
      expect(clips).toHaveLength(taken.body.clips.added);
      for (const clip of clips)
        for (const { url, size } of clip.files)
          expect((await (await fetch(app.url + url)).bytes()).length).toBe(size);
    }
  });

  test('an import while its person empties everything: nothing fails, nothing half stays', async () => {
    const owner = await signUp(app);
    await addClips(owner, 12);
    const bytes = await (
      await fetch(`${app.url}/api/account/export`, { headers: owner.headers })
    ).bytes();
    const taker = await signUp(app);
    const file = { name: 'export.zip', bytes, type: 'application/zip' };
    let isOver = false;
    const emptying = (async () => {
      while (!isOver) {
        const { clips } = (await as(taker, 'GET /clipboard/history?pageSize=100')).body;
        for (const { id } of clips) {
          const { status } = await as(taker, `DELETE /clipboard/${id}?forever=true`);
          expect([204, 404]).toContain(status);
        }
        expect((await as(taker, 'DELETE /trash')).status).toBe(200);
      }
    })();
    const taken = await upload(app, '/account/import', taker.headers, file);
    isOver = true;
    await emptying;
    expect([taken.status, taken.text]).toEqual([201, taken.text]);
    expect(taken.body.clips.added + taken.body.clips.known).toBe(12);
    const { db } = app.store;
    const clips = await db
      .selectFrom('clips')
      .select(['id', 'file_count'])
      .where('user_id', '=', taker.user.id)
      .execute();
    for (const { id, file_count: count } of clips) {
      const files = await db.selectFrom('files').select('id').where('holder_id', '=', id).execute();
      expect(files).toHaveLength(count);
    }
  });

  test.skipIf(!existsSync('/proc/self/fd'))(
    'a ZIP that is dropped half way leaves no file open, and keeps no one',
    async () => {
      const owner = await signUp(app);
      const ids = await addClips(owner, 40);
      const big = Buffer.alloc(4_000_000, 'x');
      for (const id of ids.slice(0, 3))
        await upload(app, `/clipboard/${id}/files`, owner.headers, { bytes: big });
      const openBlobs = () =>
        readdirSync('/proc/self/fd').filter((fd) => {
          try {
            return readlinkSync(`/proc/self/fd/${fd}`).startsWith(app.dataDir + '/blobs');
          } catch {
            return false;
          }
        });
      const dropped = async (path: string, init: RequestInit) => {
        const controller = new AbortController();
        const answer = await fetch(`${app.url}/api${path}`, { ...init, signal: controller.signal });
        expect(answer.status).toBe(200);
        await answer.body?.getReader().read();
        controller.abort();
      };
      const { headers } = owner;
      const download = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ids }),
      };
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          at % 2
            ? dropped('/clipboard/download', download)
            : dropped('/account/export', { headers }),
        ),
      );
      await expect.poll(openBlobs).toEqual([]);
      expect((await as(owner, 'GET /clipboard/history')).status).toBe(200);
    },
  );
});
