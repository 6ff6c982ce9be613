import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UPLOAD_PART_BYTES as PART } from '@clipline/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { startCommand } from '../../testing/command-line.ts';
import { startCuttingLine } from '../../testing/cutting-line.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { begin, partOf, putPart } from '../../testing/in-parts.ts';
import { listen } from '../../testing/listen.ts';
import { findUpload } from '../uploads/uploads.queries.ts';

const root = process.cwd();
const folder = mkdtempSync(path.join(tmpdir(), 'clipline-transfers-'));
const film = randomBytes(3 * PART + 1000);
let app: TestApp;
let ada: Person;
let env: Record<string, string>;
let here: string;
beforeAll(async () => {
  app = await buildTestApp({ MAX_FILE_MB: '101' });
});
beforeEach(async () => {
  ada = await signUp(app);
  env = { CLIPLINE_URL: app.url, CLIPLINE_TOKEN: (await makeToken(app, ada.user.id)).token };
  here = mkdtempSync(path.join(folder, 'here-'));
  process.chdir(here);
  writeFileSync('film.mp4', film);
});
afterAll(async () => {
  process.chdir(root);
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function clipline(args: string[], more: Record<string, string> = {}, input?: Uint8Array) {
  const ran = await startCommand(args, { env: { ...env, ...more }, ...(input && { input }) }).ended;
  return { ...ran, out: ran.out.toString() };
}
const get = async (what: `GET /${string}`) => (await call(app, what, ada)).body;
const clipIds = async () =>
  (await get('GET /clipboard/history')).map(({ id }: { id: string }) => id) as string[];
const filesOf = async (clipId: string) =>
  (await get(`GET /clipboard/${clipId}`)).files as { name: string; size: number; url: string }[];
const bytesOf = async ({ url }: { url: string }) =>
  Buffer.from(await (await fetch(app.url + url)).arrayBuffer());
const idIn = (out: string) => out.trim().split('/').at(-1) ?? '';

const cutting = (...after: number[]) => startCuttingLine(app.url, ...after);

test('a line that is cut on the way up and on the way down: the same bytes', async () => {
  const line = await cutting(0.5 * PART, 1.7 * PART, 3 * PART);
  const { code, out, told } = await clipline(['push', 'film.mp4'], line.env);
  expect([code, told, line.left]).toEqual([0, '', []]);
  const [file, ...more] = await filesOf(idIn(out));
  expect([file, more]).toMatchObject([{ name: 'film.mp4', size: film.length }, []]);
  expect((await bytesOf(file!)).equals(film)).toBe(true);
  expect(await get('GET /uploads')).toEqual([]);
  line.stop();

  const back = await cutting(0.5 * PART, 2.2 * PART);
  expect(await clipline(['pull', 'latest'], back.env)).toMatchObject({
    code: 0,
    out: 'film (2).mp4\n',
    told: '',
  });
  expect(back.passed()).toBeLessThan(film.length + PART);
  expect(readFileSync('film (2).mp4').equals(film)).toBe(true);
  expect(readdirSync('.')).toEqual(['film (2).mp4', 'film.mp4']);
  back.stop();
});

/** What a push that was killed after its first part leaves. */
async function leave(files = 1, at = 0, bytes = film) {
  const captureId = randomBytes(16).toString('hex');
  const body = { content: '', captureId, files };
  const { id: clipId } = (await call(app, 'POST /clipboard', { ...ada, body })).body;
  const { id } = (await begin(app, `clipboard/${clipId}`, ada.headers, { size: bytes.length }))
    .body;
  await putPart(app, id, 0, partOf(bytes, 0), ada.headers);
  return { id, clipId, part: `${captureId}:${at}` };
}

describe('push again, after it was ended', () => {
  test('goes on where it was begun, and the clip is complete', async () => {
    const { clipId } = await leave();
    const line = await cutting();
    const { out } = await clipline(['push', 'film.mp4'], line.env);
    expect(out).toBe(`${line.env.CLIPLINE_URL}/clips/${clipId}\n`);
    expect(line.passed()).toBeLessThan(2.5 * PART);
    expect((await bytesOf((await filesOf(clipId))[0]!)).equals(film)).toBe(true);
    expect((await get('GET /clipboard/latest')).id).toBe(clipId);
    line.stop();
  });

  test('another file of the same name and size begins anew', async () => {
    const other = randomBytes(film.length);
    const { id } = await leave(1, 0, other);
    const { out } = await clipline(['push', 'film.mp4']);
    expect((await bytesOf((await filesOf(idIn(out)))[0]!)).equals(film)).toBe(true);
    expect((await get('GET /uploads')).map((each: { id: string }) => each.id)).toEqual([id]);
    expect(await get(`GET /uploads/${id}`)).toMatchObject({ received: PART });
  });

  test('where the clip is gone, in a new one', async () => {
    const { clipId } = await leave();
    await call(app, `DELETE /clipboard/${clipId}`, ada);
    const line = await cutting();
    const { out } = await clipline(['push', 'film.mp4'], line.env);
    expect(line.passed()).toBeLessThan(2.5 * PART);
    expect((await bytesOf((await filesOf(idIn(out)))[0]!)).equals(film)).toBe(true);
    expect(await get('GET /uploads')).toEqual([]);
    line.stop();
  });

  test('of several files: one clip with all of them, each once', async () => {
    writeFileSync('a.txt', 'a');
    writeFileSync('b.txt', 'b');
    const { clipId, part } = await leave(3);
    const form = new FormData();
    form.append('file', new Blob(['a']), 'a.txt');
    const headers = { ...ada.headers, 'x-capture-part': part };
    await fetch(`${app.url}/api/clipboard/${clipId}/files`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { out } = await clipline(['push', 'a.txt', 'film.mp4', 'b.txt']);
    expect(idIn(out)).toBe(clipId);
    const files = await filesOf(clipId);
    expect(files.map(({ name }) => name)).toEqual(['a.txt', 'film.mp4', 'b.txt']);
    expect((await get('GET /clipboard/latest')).id).toBe(clipId);
  });

  test('with another file before it: beside it, and never in its place', async () => {
    writeFileSync('b.txt', 'b');
    const { clipId } = await leave();
    expect(idIn((await clipline(['push', 'b.txt', 'film.mp4'])).out)).toBe(clipId);
    const files = await filesOf(clipId);
    expect(files.map(({ name }) => name)).toEqual(['b.txt', 'film.mp4']);
    expect((await bytesOf(files[1]!)).equals(film)).toBe(true);
  });

  test('to a room, what was begun for that room', async () => {
    const rooms = await Promise.all(
      ['A', 'B'].map(
        async (name) => (await call(app, 'POST /rooms', { ...ada, body: { name } })).body.id,
      ),
    );
    await leave();
    for (const room of rooms) {
      const { id } = (await begin(app, `rooms/${room}`, ada.headers, { size: film.length })).body;
      await putPart(app, id, 1, partOf(film, 1), ada.headers);
    }
    const line = await cutting();
    const { code, told } = await clipline(['push', 'film.mp4', '--room', rooms[0]], line.env);
    expect([code, told]).toEqual([0, '']);
    expect(line.passed()).toBeLessThan(2.5 * PART);
    const { content } = await get(`GET /rooms/${rooms[0]}/content?page=1`);
    expect(content).toMatchObject([{ file_name: 'film.mp4' }]);
    const left = await get('GET /uploads');
    expect(left.map((each: { place: { kind: string; id: string } }) => each.place.id)).toEqual([
      rooms[1],
      expect.any(String),
    ]);
    line.stop();
  });

  test('what another brings by a link is theirs', async () => {
    const { clipId, id } = await leave();
    await app.db.updateTable('uploads').set({ caller: 'link x' }).where('id', '=', id).execute();
    const { code, out } = await clipline(['push', 'film.mp4']);
    expect([code, idIn(out)]).toEqual([0, clipId]);
    expect((await bytesOf((await filesOf(clipId))[0]!)).equals(film)).toBe(true);
  });
});

test('what is too large is told before anything is stored; standard input has a limit of its own', async () => {
  writeFileSync('large', Buffer.alloc(101 * 1024 ** 2 + 1));
  expect(await clipline(['push', 'film.mp4', 'large'])).toMatchObject({
    code: 1,
    told: 'large exceeds the 101MB limit. Please choose a smaller file.\n',
  });
  const input = randomBytes(100 * 1024 ** 2 + 1);
  const ended = [];
  for (const args of [[], ['push', '-'], ['push', 'film.mp4', '-']])
    ended.push(await clipline(args, {}, input));
  const told = 'Standard input takes at most 100MB. Write it to a file and push that.\n';
  expect(ended).toEqual(ended.map(() => ({ code: 1, out: '', told })));
  expect(await clipIds()).toEqual([]);
  const { out } = await clipline([], {}, input.subarray(1));
  const [file] = await filesOf(idIn(out));
  expect(file).toMatchObject({ name: 'stdin', size: 100 * 1024 ** 2 });
  expect((await bytesOf(file!)).equals(input.subarray(1))).toBe(true);
});

test('a part that is still waited for elsewhere is sent once that is over', async () => {
  const { id } = await leave();
  const line = await cutting();
  const upload = await findUpload(app.db, id, Date.now());
  const end = app.uploads.beginPart(upload!, 1);
  const pushing = startCommand(['push', 'film.mp4'], { env: { ...env, ...line.env } }).ended;
  await expect.poll(line.puts).toBeGreaterThan(7);
  end();
  expect((await pushing).code).toBe(0);
  expect((await bytesOf((await filesOf((await clipIds())[0]!))[0]!)).equals(film)).toBe(true);
  line.stop();
});

test('a file that is written to while it is sent fails, and is no file there', async () => {
  const line = await cutting(1.5 * PART);
  const pushing = startCommand(['push', 'film.mp4'], { env: { ...env, ...line.env } }).ended;
  await line.allCut;
  appendFileSync('film.mp4', 'more');
  const { code, told } = await pushing;
  expect([code, told]).toEqual([1, 'film.mp4 was changed while it was sent.\n']);
  expect(await filesOf((await clipIds())[0] ?? '')).toEqual([]);
  line.stop();
});

test('a download that is cut again and again ends, and leaves nothing', async () => {
  await clipline(['push', 'film.mp4']);
  const line = await cutting(...Array.from({ length: 9 }, (_, at) => (at + 1) * 1000_000));
  const { code, told } = await clipline(['pull', 'latest'], line.env);
  expect([code, told]).toEqual([1, expect.stringContaining('cannot be reached')]);
  expect(readdirSync('.')).toEqual(['film.mp4']);
  expect(line.left).toHaveLength(3);
  line.stop();
});

test('a terminal sees percent, size and speed', async () => {
  const server = createHttpServer(({ url }, response) => {
    if (url?.startsWith('/api/clipboard')) {
      const files = [{ name: 'a.bin', size: 4_404_019_200, url: '/api/files/a' }];
      return response.end(JSON.stringify({ id: 'x', content: '', createdAt: '', files }));
    }
    response.writeHead(200, { 'content-length': 4_404_019_200 });
    const send = setInterval(() => response.write(Buffer.alloc(4_404_020)), 20);
    return response.on('close', () => clearInterval(send));
  });
  const CLIPLINE_URL = `http://127.0.0.1:${await listen(server)}`;
  const pulling = startCommand(['pull', 'x'], { env: { ...env, CLIPLINE_URL }, isTerminal: true });
  await expect
    .poll(pulling.told)
    .toMatch(/KFetching a\.bin: \d+ % · [\d.]+ MB of 4\.1 GB · [\d.]+ MB\/s/);
  server.closeAllConnections();
  server.close();
  expect((await pulling.ended).told).toBe(`${CLIPLINE_URL} cannot be reached: ECONNREFUSED\n`);
  expect(readdirSync('.')).toEqual(['film.mp4']);
});
