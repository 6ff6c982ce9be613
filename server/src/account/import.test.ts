import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { upload } from '../../testing/uploads.ts';
import { objectFile } from '../core/storage/disk.ts';
import { ROW_BYTES, sumStored } from '../files/stored.queries.ts';

/** Entries by path, in order. */
async function zip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, bytes] of Object.entries(entries)) file.addBuffer(Buffer.from(bytes), path);
  file.end();
  return buffer(file.outputStream);
}
const list = (...items: unknown[]) =>
  items.length === 0 ? '[]\n' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;
const manifest = JSON.stringify({ format: 'clipline-export', version: 1 });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let things = 0;
const clip = (more: Record<string, unknown> = {}) => ({
  id: `origin-${++things}`,
  content: 'from elsewhere',
  isFavorite: false,
  createdAt: '2024-01-02T03:04:05.678Z',
  updatedAt: '2024-02-02T03:04:05.678Z',
  files: [],
  ...more,
});
const listedFile = (id: string, bytes: string) => ({
  id,
  name: `${id}.txt`,
  size: bytes.length,
  type: 'text/plain',
  sha256: sha256(bytes),
});

const archivedRoom = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  name: `Room ${id}`,
  isPrivate: false,
  createdAt: '2024-01-02T03:04:05.678Z',
  ...more,
});
const roomItem = (more: Record<string, unknown> = {}) => ({
  id: `origin-${++things}`,
  type: 'text',
  content: 'from another room',
  createdAt: '2024-01-02T03:04:05.678Z',
  updatedAt: '2024-02-02T03:04:05.678Z',
  file: null,
  ...more,
});
const roomEntries = (
  room: ReturnType<typeof archivedRoom>,
  ...items: unknown[]
): Record<string, string> => ({
  [`rooms/${room.id}/room.json`]: JSON.stringify(room),
  [`rooms/${room.id}/content.json`]: list(...items),
});

/** Changes bytes of an archive where this text stands in it. */
function altered(
  archive: Buffer,
  text: string,
  change: (at: number, bytes: Buffer) => void,
): Buffer {
  const bytes = Buffer.from(archive);
  const at = bytes.indexOf(text);
  if (at < 0) throw new Error(`${text} is not in the archive`);
  change(at, bytes);
  return bytes;
}

describe('an import', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.stop());

  const get = async (person: Person, path: `/${string}`) =>
    (await call(app, `GET ${path}`, { headers: person.headers })).body;
  const post = async (person: Person, path: `/${string}`, body?: unknown) =>
    (await call(app, `POST ${path}`, { headers: person.headers, body })).body;
  const take = (person: Person, bytes: Uint8Array | string, headers: Record<string, string> = {}) =>
    upload(
      app,
      '/account/import',
      { ...person.headers, ...headers },
      { name: 'export.zip', bytes, type: 'application/zip' },
    );
  const takeEntries = async (person: Person, entries: Record<string, string | Buffer>) =>
    take(
      person,
      await zip({
        'manifest.json': manifest,
        'clips.json': '[]\n',
        'desktop.json': '[]\n',
        ...entries,
      }),
    );
  const exportOf = async (person: Person) =>
    Buffer.from(
      await (await fetch(`${app.url}/api/account/export`, { headers: person.headers })).bytes(),
    );
  const textOf = async (url: string) => (await fetch(app.url + url)).text();

  async function somebodyWithEverything() {
    const ada = await signUp(app);
    for (let number = 0; number < 45; number++)
      await post(ada, '/clipboard', { content: `clip ${number}` });
    const marked = await post(ada, '/clipboard', { content: 'marked مرحبا' });
    await upload(app, `/clipboard/${marked.id}/files`, ada.headers, {
      name: 'évil.txt',
      bytes: 'of a clip',
    });
    await upload(app, `/clipboard/${marked.id}/files`, ada.headers, {
      name: 'empty.txt',
      bytes: '',
    });
    await post(ada, `/clipboard/${marked.id}/favorite`);
    const room = await post(ada, '/rooms', { name: 'Own room', isPrivate: true });
    await post(ada, `/rooms/${room.id}/content`, { content: 'in the room' });
    await upload(app, `/rooms/${room.id}/upload`, ada.headers, {
      name: 'plan.txt',
      bytes: 'of a room',
    });
    await post(ada, '/virtual-desktop/items/text', {
      content: 'on the desktop',
      position: { x: 12.5, y: 30 },
      size: { width: 300, height: 90 },
    });
    await upload(app, '/virtual-desktop/items/file', ada.headers, {
      name: 'board.txt',
      bytes: 'of a desktop',
    });
    return ada;
  }

  test('everything of one account turns up in another, with its dates', async () => {
    const [ada, bob] = [await somebodyWithEverything(), await signUp(app)];
    await post(bob, '/clipboard', { content: 'was here before' });
    const archive = await exportOf(ada);
    const { status, body } = await take(bob, archive);
    expect([status, body]).toEqual([
      201,
      {
        clips: { added: 46, known: 0 },
        rooms: { added: 1, known: 0 },
        roomItems: { added: 2, known: 0 },
        desktopItems: { added: 2, known: 0 },
        files: 4,
        skipped: [],
        skippedTotal: 0,
      },
    ]);
    const [adas, bobs] = [
      await get(ada, '/clipboard/history'),
      await get(bob, '/clipboard/history'),
    ];
    const essence = (each: {
      content: string;
      createdAt: string;
      updatedAt: string;
      isFavorite: boolean;
      files: { name: string }[];
    }) => [
      each.content,
      each.createdAt,
      each.updatedAt,
      each.isFavorite,
      each.files.map(({ name }) => name),
    ];
    expect(
      bobs.filter((each: { content: string }) => each.content !== 'was here before').map(essence),
    ).toEqual(adas.map(essence));
    expect(bobs.map(({ id }: { id: string }) => id)).not.toContain(adas[0].id);
    const marked = bobs.find((each: { isFavorite: boolean }) => each.isFavorite);
    expect(await Promise.all(marked.files.map(({ url }: { url: string }) => textOf(url)))).toEqual([
      'of a clip',
      '',
    ]);
    expect((await get(bob, '/clipboard/history?search=evil')).total).toBe(1);
    expect(await get(bob, '/clipboard/stats')).toEqual({
      totalClips: 47,
      textClips: 46,
      favoriteClips: 1,
      activeRooms: 1,
    });

    const [summary] = await get(bob, '/rooms');
    expect(summary).toMatchObject({
      name: 'Own room',
      is_private: true,
      role: 'owner',
      memberCount: 1,
    });
    const room = await get(bob, `/rooms/${summary.id}`);
    expect(
      room.content.map((item: { content: string; file_name: string }) => [
        item.content,
        item.file_name,
      ]),
    ).toEqual([
      ['', 'plan.txt'],
      ['in the room', null],
    ]);
    expect(room.content[0].user.email).toBe(bob.user.email);
    expect(await textOf(room.content[0].file_url)).toBe('of a room');
    const log = await get(bob, `/rooms/${summary.id}/activity`);
    expect(log.map(({ type }: { type: string }) => type)).toEqual(['file_uploaded', 'content_add']);
    const { items } = await get(bob, '/virtual-desktop');
    expect(items).toMatchObject([
      { content: 'on the desktop', position: { x: 12.5, y: 30 }, size: { width: 300, height: 90 } },
      { file_name: 'board.txt', file_size: 12 },
    ]);
    expect(await textOf(items[1].file_url)).toBe('of a desktop');
    expect(readdirSync(app.dataDir).filter((name) => name.startsWith('import-'))).toEqual([]);
  });

  test('files whose bytes were lost are there again, for all who have them', async () => {
    const [ada, bob] = [await signUp(app), await signUp(app)];
    const { id } = await post(ada, '/clipboard', { content: '' });
    const bytes = randomBytes(5000).toString('hex');
    await upload(app, `/clipboard/${id}/files`, ada.headers, { name: 'a.txt', bytes });
    const archive = await exportOf(ada);
    const [{ files }] = await get(ada, '/clipboard/history');
    const { blob_id } = await app.store.db
      .selectFrom('files')
      .select('blob_id')
      .where('id', '=', files[0].id)
      .executeTakeFirstOrThrow();
    rmSync(objectFile(`${app.dataDir}/blobs`, blob_id));
    expect((await take(bob, archive)).status).toBe(201);
    for (const person of [ada, bob]) {
      const [{ files: own }] = await get(person, '/clipboard/history');
      expect(await textOf(own[0].url)).toBe(bytes);
    }
  });

  test('a second import adds nothing but what was deleted since; so it is in the account itself', async () => {
    const [ada, bob] = [await somebodyWithEverything(), await signUp(app)];
    const archive = await exportOf(ada);
    await take(bob, archive);
    const known = {
      clips: { added: 0, known: 46 },
      rooms: { added: 0, known: 1 },
      roomItems: { added: 0, known: 2 },
      desktopItems: { added: 0, known: 2 },
    };
    for (const person of [bob, ada]) {
      expect((await take(person, archive)).body).toMatchObject({ ...known, files: 0 });
      const [first] = await get(person, '/clipboard/history');
      await call(app, `DELETE /clipboard/${first.id}`, { headers: person.headers });
      const [{ id: roomId }] = await get(person, '/rooms');
      const essence = async () =>
        (await get(person, `/rooms/${roomId}`)).content.map(
          ({ content, file_name: file, created_at: at }: Record<string, unknown>) => [
            content,
            file,
            at,
          ],
        );
      const before = await essence();
      for (const { id } of (await get(person, `/rooms/${roomId}`)).content)
        await call(app, `DELETE /rooms/${roomId}/content/${id}`, { headers: person.headers });
      expect((await take(person, archive)).body).toMatchObject({
        ...known,
        clips: { added: 1, known: 45 },
        roomItems: { added: 2, known: 0 },
      });
      expect(await get(person, '/clipboard/history')).toHaveLength(46);
      expect(await essence()).toEqual(before);
    }
  });

  test('tags come along: those of a name that is here already are one with it', async () => {
    const [ada, bob] = [await signUp(app), await signUp(app)];
    const put = async (id: string, tagIds: string[]) =>
      (await call(app, `PUT /clipboard/${id}/tags`, { headers: ada.headers, body: { tagIds } }))
        .status;
    const work = await post(ada, '/tags', { name: 'Work', color: 'blue' });
    const home = await post(ada, '/tags', { name: 'home', color: 'red' });
    const unused = await post(ada, '/tags', { name: 'unused' });
    const { id } = await post(ada, '/clipboard', { content: 'tagged' });
    expect(await put(id, [work.id, home.id])).toBe(200);
    await post(ada, '/clipboard', { content: 'untagged' });
    const here = await post(bob, '/tags', { name: 'WORK', color: 'green' });
    const archive = await exportOf(ada);
    expect((await take(bob, archive)).body).toMatchObject({ skipped: [] });
    expect(await get(bob, '/tags')).toMatchObject([
      { name: 'home', color: 'red', clips: 1 },
      { name: 'unused', color: 'gray', clips: 0 },
      { ...here, clips: 1 },
    ]);
    expect(await get(bob, '/clipboard/history')).toMatchObject([
      { content: 'untagged', tags: [] },
      { content: 'tagged', tags: [{ name: 'home' }, { id: here.id }] },
    ]);
    // In the account itself a tag is known by its id, whatever it is called by now.
    await call(app, `PATCH /tags/${work.id}`, { headers: ada.headers, body: { name: 'Office' } });
    await call(app, `DELETE /clipboard/${id}`, { headers: ada.headers });
    await take(ada, archive);
    expect((await get(ada, '/clipboard/history'))[1].tags).toMatchObject([
      { id: home.id },
      { id: work.id, name: 'Office' },
    ]);
    expect(await get(ada, '/tags')).toHaveLength(3);
    expect(unused.clips).toBe(0);
  });

  test('tags beyond what a person can have are named, and their clips come without them', async () => {
    const ada = await signUp(app);
    const tags = Array.from({ length: 201 }, (_, index) => ({
      id: `tag-${index}`,
      name: `tag ${index}`,
      color: 'teal',
    }));
    const { body } = await takeEntries(ada, {
      'tags.json': list(...tags),
      'clips.json': list(clip({ tagIds: ['tag-200', 'tag-7', 'unknown'] })),
    });
    expect(body).toMatchObject({
      clips: { added: 1 },
      skipped: [{ name: 'tag 200', reason: 'too-many-tags' }],
    });
    expect(await get(ada, '/tags')).toHaveLength(200);
    expect(await get(ada, '/clipboard/history')).toMatchObject([{ tags: [{ name: 'tag 7' }] }]);
  });

  test('texts of NULs that an older server stored at three times the limit come along', async () => {
    const [ada, bob] = [await signUp(app), await signUp(app)];
    const old = '\uFFFD'.repeat(MAX_TEXT_BYTES);
    const { id } = await post(ada, '/clipboard', { content: 'kept' });
    await app.store.db.updateTable('clips').set({ content: old }).where('id', '=', id).execute();
    expect(await take(bob, await exportOf(ada))).toMatchObject({
      status: 201,
      body: { clips: { added: 1 }, skipped: [] },
    });
    const [found] = await get(bob, '/clipboard/history');
    expect(found.content).toBe(old);
    // No other text is longer than what is saved may be.
    const long = clip({ content: 'é'.repeat(MAX_TEXT_BYTES) });
    expect(await takeEntries(bob, { 'clips.json': list(long) })).toMatchObject({ status: 400 });
  });

  test('a closed address comes closed, and what a link led to is led to by none', async () => {
    const [ada, bob] = [await signUp(app), await signUp(app)];
    const open = await post(ada, '/clipboard', { content: 'open' });
    const closed = await post(ada, '/clipboard', { content: 'closed' });
    await post(ada, '/links', { clipId: closed.id, closeAddress: true });
    await post(ada, '/links', { clipId: open.id });
    expect((await take(bob, await exportOf(ada))).status).toBe(201);
    const taken = (await get(bob, '/clipboard/history')) as { id: string; content: string }[];
    for (const { id, content } of taken)
      expect([content, (await call(app, `GET /clipboard/${id}`)).status]).toEqual([
        content,
        content === 'open' ? 200 : 404,
      ]);
    expect(taken).toHaveLength(2);
    expect(await get(bob, '/links')).toEqual({ links: [], total: 0 });
  });

  test('what cannot be taken is named, and the rest is there', async () => {
    const ada = await signUp(app);
    const there = { ...listedFile('there', 'x'), name: '../../etc/pass:wd\u0000' };
    const large = listedFile('large', '');
    const many = Array.from({ length: 51 }, (_, index) => listedFile(`many-${index}`, 'x'));
    const item = {
      id: 'item-1',
      type: 'file',
      content: '',
      position: { x: 0, y: 0 },
      size: { width: 9, height: 9 },
      createdAt: '2024-01-01T00:00:00Z',
      file: listedFile('gone', ''),
    };
    const { status, body } = await takeEntries(ada, {
      'clips.json': list(
        clip({ files: [there, listedFile('gone', ''), large] }),
        clip({ files: many }),
      ),
      'desktop.json': list(item),
      'files/there/whatever.txt': 'x',
      'files/large/large.txt': Buffer.alloc(10_485_761),
      ...Object.fromEntries(many.map(({ id, name }) => [`files/${id}/${name}`, 'x'])),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      clips: { added: 2 },
      desktopItems: { added: 0, known: 0 },
      files: 51,
    });
    expect(body.skipped).toEqual([
      { name: 'gone.txt', reason: 'file-missing' },
      { name: 'large.txt', reason: 'file-too-large' },
      { name: 'many-50.txt', reason: 'too-many-files' },
      { name: 'gone.txt', reason: 'file-missing' },
    ]);
    const names = (await get(ada, '/clipboard/history')).flatMap(
      ({ files }: { files: { name: string }[] }) => files.map(({ name }) => name),
    );
    expect(names).toContain('pass-wd');
    // One begins with its first item.
    expect((await get(ada, '/virtual-desktop')).desktop).toBeNull();
  });

  test('a folder that was packed again is read too', async () => {
    const ada = await signUp(app);
    const { body } = await take(
      ada,
      await zip({
        '__MACOSX/._manifest.json': 'x',
        'clipline-export-2026-01-01/manifest.json': manifest,
        'clipline-export-2026-01-01/clips.json': list(clip({ files: [listedFile('f', 'abc')] })),
        'clipline-export-2026-01-01/desktop.json': '[]\n',
        'clipline-export-2026-01-01/files/f/f.txt': 'abc',
      }),
    );
    expect(body).toMatchObject({ clips: { added: 1 }, files: 1 });
  });

  test('a room is taken once, whatever lies below its file', async () => {
    const ada = await signUp(app);
    const room = archivedRoom('r1');
    const { body } = await takeEntries(ada, {
      ...roomEntries(room, roomItem()),
      'rooms/r1/room.json/1': JSON.stringify(room),
      'rooms/r1/room.json/2': JSON.stringify(room),
    });
    expect(body).toMatchObject({
      rooms: { added: 1, known: 0 },
      roomItems: { added: 1, known: 0 },
    });
  });

  test('as many files as a clip ever had, and what later exports tell more, are read', async () => {
    const ada = await signUp(app);
    const files = Array.from({ length: 1000 }, (_, at) => {
      const file = listedFile(`gone-${at}`, '');
      return { ...file, path: `files/${file.id}/${file.name}` };
    });
    const { body } = await takeEntries(ada, {
      'clips.json': list(clip({ files, mood: { of: ['a', 'later', 'export'] } })),
    });
    expect(body).toMatchObject({ clips: { added: 1, known: 0 }, skippedTotal: 1000 });
  });

  describe('what is refused leaves nothing behind', () => {
    const good = {
      'manifest.json': manifest,
      'clips.json': list(clip({ files: [listedFile('f1', 'the bytes of it')] })),
      'desktop.json': '[]\n',
      'files/f1/f1.txt': 'the bytes of it',
    };
    const shapes = Array.from({ length: 4000 }, (_, at) => ({ [`a${at}`]: 0, [`b${at}`]: 0 }));
    /** In a record of the central directory. */
    const NAME_AT = 46;
    const recordsOf = (archive: Buffer) => {
      const found: number[] = [];
      const next = () => archive.indexOf('PK\x01\x02', (found.at(-1) ?? -1) + 1);
      for (let at = next(); at >= 0; at = next()) found.push(at);
      return found;
    };
    const sized = (archive: Buffer, size: number) =>
      // In the central directory: the size unpacked stands 22 bytes before the name.
      altered(archive, 'PK\x01\x02', (at, bytes) => bytes.writeUInt32LE(size, at + 24));

    const twice = clip({ files: [listedFile('f1', 'the bytes of it')] });
    const room = (id: string, more: object) => roomEntries(archivedRoom(id, { ...more }));
    const entries: [string, Record<string, string | Buffer>, RegExp][] = [
      ['a list that ends too early', { 'clips.json': list(clip()).slice(0, -3) }, /clips\.json/],
      ['what is no clip', { 'clips.json': list(clip({ createdAt: 'now' })) }, /no export writes/],
      ['very many shapes', { 'clips.json': list(clip({ more: shapes })) }, /no export writes/],
      ['a room of very many shapes', room('r1', { members: shapes }), /no export writes/],
      [
        'a room that says it is another',
        { 'rooms/r2/room.json': JSON.stringify(archivedRoom('r1')) },
        /r2\/room\.json is of another room/,
      ],
      ['a blank line before a list', { 'desktop.json': '\n[]\n' }, /no list/],
      [
        'a blank line in a list',
        { 'clips.json': list(clip()).replace('[\n', '[\n\n') },
        /no export writes/,
      ],
      ['a blank line after a list', { 'desktop.json': '[]\n\n' }, /no list/],
      [
        'a text that is too long',
        { 'clips.json': list(clip({ content: 'x'.repeat(524_289) })) },
        /no export writes/,
      ],
      ['a line without an end', { 'clips.json': `[\n${' '.repeat(5_000_000)}` }, /far too long/],
      [
        'bytes that are no UTF-8',
        { 'clips.json': Buffer.from('[\n\xff\n]', 'latin1') },
        /no export/,
      ],
      [
        'one packed file that is listed twice',
        { 'clips.json': good['clips.json'].replace('[\n', `[\n${JSON.stringify(twice)},\n`) },
        /f1\.txt is listed twice/,
      ],
      ['other bytes in a file', { 'files/f1/f1.txt': randomBytes(64) }, /f1\.txt is not what was/],
    ];
    const archives: [string, () => Promise<Uint8Array | string>, string, RegExp][] = [
      ...entries.map(
        ([name, more, text]) =>
          [name, () => zip({ ...good, ...more }), 'ARCHIVE_DAMAGED', text] as (typeof archives)[0],
      ),
      ['no ZIP at all', async () => 'just a text', 'NOT_AN_EXPORT', /no export of Clipline/],
      ['an empty file', async () => '', 'NOT_AN_EXPORT', /no export/],
      ['some other ZIP', () => zip({ 'holiday.jpg': 'x' }), 'NOT_AN_EXPORT', /no export/],
      ['another manifest', () => zip({ 'manifest.json': '{"name":"x"}' }), 'NOT_AN_EXPORT', /./],
      [
        'a newer export',
        () => zip({ ...good, 'manifest.json': manifest.replace(':1', ':2') }),
        'ARCHIVE_TOO_NEW',
        /newer version/,
      ],
      [
        'one that was cut off',
        async () => (await zip(good)).subarray(0, -40),
        'ARCHIVE_DAMAGED',
        /cut off or changed/,
      ],
      [
        'one without clips.json',
        () => zip({ 'manifest.json': manifest }),
        'ARCHIVE_DAMAGED',
        /clips\.json is missing/,
      ],
      [
        'one with a bit turned',
        async () => {
          const stored = new ZipFile();
          for (const [path, bytes] of Object.entries(good))
            stored.addBuffer(Buffer.from(bytes), path, { compress: false });
          stored.end();
          return altered(await buffer(stored.outputStream), 'the bytes of it', (at, bytes) =>
            bytes.write('T', at),
          );
        },
        'ARCHIVE_DAMAGED',
        /f1\.txt is not what was exported/,
      ],
      [
        'a path that leads out',
        async () => {
          const lead = (at: number, bytes: Buffer) => bytes.write('../yy', at);
          const archive = altered(await zip({ ...good, 'xx/yy': 'x' }), 'xx/yy', lead);
          return altered(archive, 'xx/yy', lead);
        },
        'ARCHIVE_DAMAGED',
        /cut off or changed/,
      ],
      [
        'an encrypted one',
        async () => {
          const archive = await zip(good);
          for (const at of recordsOf(archive))
            archive.writeUInt16LE(archive.readUInt16LE(at + 8) | 1, at + 8);
          return archive;
        },
        'ARCHIVE_ENCRYPTED',
        /encrypted/,
      ],
      [
        'files that are all the same bytes of it',
        async () => {
          const ids = ['s1', 's2', 's3'];
          const files = ids.map((id) => ({ ...listedFile(id, ''), sha256: undefined }));
          const archive = await zip({
            ...good,
            'clips.json': list(clip({ files })),
            'files/s1/x': randomBytes(4096),
            'files/s2/x': '',
            'files/s3/x': '',
          });
          const [first = 0, ...others] = ids.map(
            (id) => archive.lastIndexOf(`files/${id}/x`) - NAME_AT,
          );
          for (const at of others) {
            // Method and time, CRC and sizes; where its bytes begin.
            archive.copy(archive, at + 10, first + 10, first + 28);
            archive.copy(archive, at + 42, first + 42, first + 46);
          }
          return archive;
        },
        'ARCHIVE_DAMAGED',
        /its files overlap/,
      ],
      [
        'one that claims to be huge',
        async () => sized(await zip(good), 0xffff_fff0),
        'ARCHIVE_DAMAGED',
        /./,
      ],
      [
        'more bytes than it says',
        async () => {
          const { 'clips.json': _, ...others } = good;
          const clips = list(clip({ content: 'a'.repeat(9000) }));
          return sized(await zip({ 'clips.json': clips, ...others }), 10);
        },
        'ARCHIVE_DAMAGED',
        /clips\.json/,
      ],
    ];

    test.each(archives)('%s', async (_name, make, code, text) => {
      const ada = await signUp(app);
      const refused = await take(ada, await make());
      expect([refused.status, refused.body.code]).toEqual([400, code]);
      expect(refused.body.error).toMatch(text);
      expect(await get(ada, '/clipboard/stats')).toMatchObject({ totalClips: 0, activeRooms: 0 });
      expect(
        (
          await app.store.db
            .selectFrom('imports')
            .select('kind')
            .where('user_id', '=', ada.user.id)
            .execute()
        ).length,
      ).toBe(0);
    });

    test('many entries, unpacked sizes that add up, and the same bytes many times', async () => {
      const ada = await signUp(app);
      const bomb = await zip({
        ...good,
        ...Object.fromEntries(
          Array.from({ length: 5 }, (_, index) => [`files/big-${index}/x`, 'x']),
        ),
      });
      for (const at of recordsOf(bomb))
        if (bomb.toString('latin1', at + NAME_AT, at + 55) === 'files/big')
          bomb.writeUInt32LE(0x7fff_ffff, at + 24);
      const refused = await take(ada, bomb);
      expect([refused.status, refused.body.code]).toEqual([413, 'ARCHIVE_TOO_LARGE']);
    });

    test('a list of files that is longer than what is held of it', async () => {
      const ada = await signUp(app);
      const wordy = async (count: number) => {
        const file = new ZipFile();
        for (const [path, bytes] of Object.entries(good)) file.addBuffer(Buffer.from(bytes), path);
        const options = { compress: false, fileComment: 'c'.repeat(0xffff) };
        for (let index = 0; index < count; index++)
          file.addBuffer(Buffer.alloc(0), `more/${index}`, options);
        file.end();
        return buffer(file.outputStream);
      };
      const refused = await take(ada, await wordy(800));
      expect([refused.status, refused.body.error]).toEqual([
        413,
        expect.stringContaining('its list of files has more than 48 MB'),
      ]);
      expect((await take(ada, await wordy(10))).status).toBe(201);
    });
  });

  test('many of one moment, and the same moment again, are all there, and paged without a gap', async () => {
    const ada = await signUp(app);
    const same = { createdAt: '2024-01-02T03:04:05.678Z', updatedAt: '2024-01-02T03:04:05.678Z' };
    const many = (count: number) => list(...Array.from({ length: count }, () => clip(same)));
    await takeEntries(ada, { 'clips.json': many(150) });
    await takeEntries(ada, { 'clips.json': many(40) });
    const found = await get(ada, '/clipboard/history');
    expect(found).toHaveLength(190);
    const paged: string[] = [];
    for (let page = 1; page <= 4; page++) {
      const { clips, total } = await get(ada, `/clipboard/history?page=${page}&pageSize=50`);
      expect(total).toBe(190);
      paged.push(...clips.map(({ id }: { id: string }) => id));
    }
    expect(paged).toEqual(found.map(({ id }: { id: string }) => id));
  });

  test('nothing comes from the future', async () => {
    const ada = await signUp(app);
    const before = Date.now();
    const dates = { createdAt: '2999-01-01T00:00:00Z', updatedAt: '1999-01-01T00:00:00Z' };
    await takeEntries(ada, { 'clips.json': list(clip(dates)) });
    const [found] = await get(ada, '/clipboard/history');
    expect(Date.parse(found.createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(found.createdAt)).toBeLessThanOrEqual(Date.now());
    expect(found.updatedAt).toBe(found.createdAt);
  });

  test('the log of a room tells of each item, also of those of one moment', async () => {
    const ada = await signUp(app);
    const at = Date.parse('2024-01-02T03:04:05.678Z');
    const items = [at, at, at - 1, at - 1].map((moment) => {
      const createdAt = new Date(moment).toISOString();
      return roomItem({ createdAt, updatedAt: createdAt });
    });
    await takeEntries(ada, roomEntries(archivedRoom('r1'), ...items));
    const [{ id }] = await get(ada, '/rooms');
    const log = await get(ada, `/rooms/${id}/activity`);
    const added = log.filter(({ type }: { type: string }) => type === 'content_add');
    expect(added).toHaveLength(4);
  });

  test('items of this moment are none of the future, and the room goes on', async () => {
    const ada = await signUp(app);
    const now = Date.now();
    const createdAt = new Date(now).toISOString();
    const items = Array.from({ length: 100 }, () => roomItem({ createdAt, updatedAt: createdAt }));
    await takeEntries(ada, roomEntries(archivedRoom('r1'), ...items));
    const [{ id }] = await get(ada, '/rooms');
    const moments = await app.store.db
      .selectFrom('room_content')
      .select('created_at')
      .where('room_id', '=', id)
      .orderBy('created_at', 'desc')
      .execute();
    expect(moments.map(({ created_at: at }) => at)).toEqual(
      Array.from({ length: 100 }, (_, before) => now - before),
    );
    const said = await call(app, `POST /rooms/${id}/content`, {
      headers: ada.headers,
      body: { content: 'goes on' },
    });
    expect(said.status).toBe(201);
    expect((await get(ada, `/rooms/${id}`)).content[0].content).toBe('goes on');
  });

  test('what was taken over and deleted, again and again, counts as rows', async () => {
    const ada = await signUp(app);
    for (const remembered of [3, 6]) {
      await takeEntries(ada, { 'clips.json': list(clip(), clip(), clip()) });
      for (const { id } of await get(ada, '/clipboard/history'))
        await call(app, `DELETE /clipboard/${id}?forever=true`, { headers: ada.headers });
      expect(await sumStored(app.store.db, ada.user.id)).toBe(remembered * ROW_BYTES);
    }
  });

  test('ends with the session it runs in', async () => {
    const ada = await signUp(app);
    // Far more than is taken between two looks.
    const clips = 12_000;
    const archive = await zip({
      'manifest.json': manifest,
      'clips.json': list(...Array.from({ length: clips }, () => clip())),
      'desktop.json': '[]\n',
    });
    const running = take(ada, archive);
    await expect
      .poll(async () => (await get(ada, '/clipboard/stats')).totalClips)
      .toBeGreaterThan(0);
    await call(app, 'POST /auth/logout', { headers: ada.headers });
    expect((await running).status).toBe(401);
    const counted = async () =>
      (
        await app.store.db
          .selectFrom('clips')
          .select('id')
          .where('user_id', '=', ada.user.id)
          .execute()
      ).length;
    const taken = await counted();
    expect(taken).toBeLessThan(clips);
    expect(await counted()).toBe(taken);
  });

  test('what was on its way to a deleted account belongs to no one', async () => {
    const [ada, bob] = [await signUp(app), await signUp(app)];
    // Something of theirs stays: the row that remembers them is another user's from then on.
    const room = await post(bob, '/rooms', { name: 'Stays' });
    await post(bob, `/rooms/${room.id}/members`, { email: ada.user.email });
    await post(ada, `/rooms/${room.id}/content`, { content: 'stays' });
    const archive = await zip({
      'manifest.json': manifest,
      'clips.json': list(...Array.from({ length: 6000 }, () => clip())),
      'desktop.json': '[]\n',
    });
    const running = take(ada, archive);
    await expect
      .poll(async () => (await get(ada, '/clipboard/stats')).totalClips)
      .toBeGreaterThan(0);
    const gone = await call(app, 'DELETE /account', {
      headers: ada.headers,
      body: { password: TEST_PASSWORD },
    });
    expect([gone.status, (await running).status]).toEqual([200, 401]);
    const { db } = app.store;
    for (const table of ['clips', 'desktops', 'sessions', 'imports'] as const)
      expect(
        await db.selectFrom(table).select('user_id').where('user_id', '=', ada.user.id).execute(),
      ).toEqual([]);
    expect(
      await db.selectFrom('users').select('id').where('id', '=', ada.user.id).execute(),
    ).toEqual([]);
    const [item] = (await get(bob, `/rooms/${room.id}`)).content;
    expect([item.content, item.user.name]).toEqual(['stays', 'Deleted account']);
  });

  test('two at once are not; a stranger may not at all', async () => {
    const ada = await signUp(app);
    expect((await call(app, 'POST /account/import')).status).toBe(401);
    const archive = await zip({
      'manifest.json': manifest,
      'clips.json': list(clip()),
      'desktop.json': '[]\n',
    });
    const head = Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n',
    );
    /** An import whose last bytes wait. */
    const begin = () => {
      let finish = () => {};
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.concat([head, archive]));
          finish = () => {
            controller.enqueue(Buffer.from('\r\n--b--\r\n'));
            controller.close();
          };
        },
      });
      const headers = { ...ada.headers, 'content-type': 'multipart/form-data; boundary=b' };
      return {
        answer: fetch(`${app.url}/api/account/import`, {
          method: 'POST',
          headers,
          body,
          duplex: 'half',
        }),
        finish: () => finish(),
      };
    };
    const both = [begin(), begin()];
    const refused = await Promise.race(both.map(({ answer }) => answer));
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'IMPORT_RUNNING' }),
    ]);
    for (const { finish } of both) finish();
    const responses = await Promise.all(both.map(({ answer }) => answer));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect((await get(ada, '/clipboard/history')).length).toBe(1);
  });

  test('the link to an export is for one session and a minute', async () => {
    const ada = await signUp(app);
    await post(ada, '/clipboard', { content: 'mine' });
    const { url } = await post(ada, '/account/export-link');
    const answer = await fetch(app.url + url);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="clipline-export-/),
    ]);
    expect(Buffer.from(await answer.bytes()).toString('latin1', 0, 2)).toBe('PK');
    expect(url).not.toContain(ada.session.access_token);
    const link = new URL(url, app.url);
    expect(Number(link.searchParams.get('expires')) * 1000 - Date.now()).toBeLessThanOrEqual(
      60_000,
    );
    for (const [name, value] of [
      ['expires', '99999999999'],
      ['for', 'another'],
      ['signature', 'x'],
    ] as const) {
      const changed = new URL(link);
      changed.searchParams.set(name, value);
      expect((await fetch(changed)).status, name).toBe(403);
    }
    await call(app, 'POST /auth/logout', { headers: ada.headers });
    expect((await fetch(link)).status).toBe(403);
    expect((await call(app, 'POST /account/export-link')).status).toBe(401);
  });
});
