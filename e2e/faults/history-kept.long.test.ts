import { once } from 'node:events';
import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { migrations } from '../../server/src/migrations/migrations.ts';
import { openStore } from '../../server/src/core/db/open.ts';
import { migrate } from '../../server/src/core/db/migrate.ts';
import { administer } from '../../server/testing/administer.ts';
import { type Answer, call } from '../../server/testing/call.ts';
import { makeToken, signUp, TEST_PASSWORD } from '../../server/testing/factories.ts';
import { grantFor, makeLink, withGrant } from '../../server/testing/links.ts';
import { cleanUp, newFolder, type ServerProcess, startServer } from './support/server-process.ts';

const CYCLES = 50;
const CLIPS = 2;
/** Longer than a burst of saves lasts. */
const APART_MS = 6 * 60_000;
const EMAIL = 'ada@example.com';

type Headers = Record<string, string>;
interface Saved {
  readonly content: string;
  readonly by: string;
}
/** What was acknowledged of a clip, by version, and what was sent without an answer. */
interface Told {
  readonly id: string;
  readonly acknowledged: Map<number, Saved>;
  unanswered: Saved[];
}
interface WireClip {
  readonly id: string;
  readonly content: string;
  readonly version: number;
}

/**
 * The versions whose texts ended a burst: the next save was another person's. Where that one was
 * never acknowledged, only if no one it can have been of wrote the text before it.
 */
function endedIn({ acknowledged, unanswered }: Told, current: number): number[] {
  return [...acknowledged].flatMap(([version, { by }]) => {
    if (version >= current) return [];
    const next = acknowledged.get(version + 1);
    const maybe = next ? [next] : unanswered;
    return version === 1 || !maybe.some((each) => each.by === by) ? [version] : [];
  });
}

function histories(environment: () => Record<string, string>): void {
  let dataDir: string;
  let server: ServerProcess;
  let token: Headers;
  const told: Told[] = [];
  /** How far the clock of the server is ahead. */
  let offset = 0;

  test.beforeAll(async () => {
    dataDir = newFolder();
    const { DATABASE_URL } = environment();
    const store = openStore({ DATA_DIR: dataDir, DATABASE_URL }, () => {});
    await migrate(store.db, migrations);
    const { user } = await signUp({ store }, { email: EMAIL });
    token = (await makeToken({ store }, user.id)).headers;
    await store.close();
  });
  test.afterAll(cleanUp);

  async function start(): Promise<void> {
    server = await startServer(dataDir, {
      preload: new URL('support/jumping-clock.ts', import.meta.url),
      environment: environment(),
    });
    const set = once(server.child, 'message');
    server.child.send({ offset });
    await set;
  }
  async function signIn(): Promise<Headers> {
    const body = { email: EMAIL, password: TEST_PASSWORD };
    const answer = await call(server, 'POST /auth/login', { body });
    return { authorization: `Bearer ${answer.body.session.access_token}` };
  }
  const read = async (id: string, headers: Headers) =>
    (await call(server, `GET /clipboard/${id}`, { headers })).body as WireClip;

  const newText = () => `${randomBytes(randomInt(1, 2000)).toString('base64')}\r\n é 🙂 ﬁ\n`;

  /** Saves on and on, upon what it read last where that is asked of it, until the server is gone. */
  async function write(by: string, headers: Headers, clips: readonly Told[], happened: () => void) {
    const needsVersion = 'x-link-grant' in headers;
    for (;;) {
      const clip = clips[randomInt(clips.length)] as Told;
      const saved = { content: newText(), by };
      const known = needsVersion
        ? {
            'if-match': String(
              await read(clip.id, headers).then(
                ({ version }) => version,
                () => 0,
              ),
            ),
          }
        : {};
      clip.unanswered.push(saved);
      let answer: Answer;
      try {
        answer = await call(server, `PUT /clipboard/${clip.id}`, {
          headers: { ...headers, ...known },
          body: { content: saved.content },
        });
      } catch {
        return;
      }
      clip.unanswered = clip.unanswered.filter((each) => each !== saved);
      if (answer.status === 200) {
        clip.acknowledged.set((answer.body as WireClip).version, saved);
        happened();
      } else expect(answer.status).toBe(412);
    }
  }

  async function writeUntilKilled(owner: Headers): Promise<void> {
    const clips: Told[] = [];
    for (let number = 0; number < CLIPS; number++) {
      const content = newText();
      const { body } = await call(server, 'POST /clipboard', { headers: owner, body: { content } });
      const acknowledged = new Map([[1, { content, by: 'owner' }]]);
      clips.push({ id: body.id, acknowledged, unanswered: [] });
    }
    told.push(...clips);
    let left = randomInt(8, 60);
    const happened = () => {
      left -= 1;
      if (left === 0) void server.kill();
    };
    const guests = clips.map(async (clip) => {
      const person = { headers: owner } as Parameters<typeof makeLink>[1];
      const link = await makeLink(server, person, { clipId: clip.id, access: 'edit' });
      return [clip, withGrant(await grantFor(server, link))] as const;
    });
    const opened = await Promise.all(guests);
    await Promise.all([
      write('owner', owner, clips, happened),
      write('program', token, clips, happened),
      ...opened.map(([clip, grant]) => write('link', grant, [clip], happened)),
    ]);
    await server.ended;
  }

  /** Every text that ended a burst is there, to the byte; returns how many there were. */
  async function expectAllKept(owner: Headers, clips: readonly Told[]): Promise<number> {
    let count = 0;
    for (const clip of clips) {
      const { version: current, content } = await read(clip.id, owner);
      const latest = Math.max(...clip.acknowledged.keys());
      expect(current).toBeGreaterThanOrEqual(latest);
      const possible = [clip.acknowledged.get(current), ...clip.unanswered];
      expect(possible.some((each) => each?.content === content)).toBe(true);
      for (const version of endedIn(clip, current)) {
        const kept = await call(server, `GET /clipboard/${clip.id}/versions/${version}`, {
          headers: owner,
        });
        const isSame = kept.body.content === clip.acknowledged.get(version)?.content;
        expect(isSame, `${clip.id}, version ${version} of ${current}`).toBe(true);
        count += 1;
      }
    }
    return count;
  }

  /** A save long after ends whatever burst there was: the text before it must be kept. */
  async function endBursts(owner: Headers): Promise<void> {
    for (const clip of told.slice(-CLIPS)) {
      const before = await read(clip.id, owner);
      const saved = { content: newText(), by: 'owner, later' };
      const { body } = await call(server, `PUT /clipboard/${clip.id}`, {
        headers: owner,
        body: { content: saved.content },
      });
      // Sent before the kill, and saved although no one was told.
      const stored = clip.unanswered.find(({ content }) => content === before.content);
      if (stored) clip.acknowledged.set(before.version, stored);
      clip.acknowledged.set((body as WireClip).version, saved);
      clip.unanswered = [];
    }
  }

  test(`what ended a burst is there after ${CYCLES} kills, to the byte`, async () => {
    test.setTimeout(240_000 * CYCLES);
    await start();
    let owner = await signIn();
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      await writeUntilKilled(owner);
      offset += APART_MS;
      await start();
      owner = await signIn();
      await expectAllKept(owner, told.slice(-CLIPS));
      await endBursts(owner);
    }
    const kept = await expectAllKept(owner, told);
    // At least the first text of each clip, and that before the last save.
    expect(kept).toBeGreaterThanOrEqual(2 * told.length);
    test.info().annotations.push({ type: 'texts that ended a burst', description: String(kept) });
    await server.kill();
  });
}

test.describe('on SQLite', () => histories(() => ({})));

const databaseUrl = process.env['TEST_DATABASE_URL'];
test.describe('on PostgreSQL', () => {
  test.skip(!databaseUrl, 'needs PostgreSQL');
  const name = `clipline_test_${randomBytes(8).toString('hex')}`;
  const own = new URL(databaseUrl ?? 'postgres://unset');
  own.pathname = `/${name}`;
  test.beforeAll(
    async () => void (await administer(String(databaseUrl), `create database ${name}`)),
  );
  histories(() => ({ DATABASE_URL: own.href }));
  test.afterAll(
    async () =>
      void (await administer(String(databaseUrl), `drop database if exists ${name} with (force)`)),
  );
});
