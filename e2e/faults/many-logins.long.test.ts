import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { call } from '../../server/testing/call.ts';
import { TEST_PASSWORD } from '../../server/testing/factories.ts';
import { upload } from '../../server/testing/uploads.ts';
import {
  cleanUp,
  newFolder,
  PATIENT,
  prepareStore,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';

const LOGINS = 200;
/**
 * Far fewer than all: a reader waits neither for the passwords before it nor for the threads that
 * hash them.
 */
const MOST_DURING_A_READ = 40;

interface Logged {
  readonly route?: string;
  /** When it was answered, and how long that took, by the clock of the server. */
  readonly time: number;
  readonly ms: number;
}

/**
 * The most sign-ins that the server answered between a read's arrival and its answer. Its own log
 * tells: seen from here, responses pile up while this process waits for a processor, and so would the
 * count. It counts sign-ins instead of seconds, so that a slow machine is slow on both sides.
 */
async function loginsDuringReads({ printed }: ServerProcess): Promise<number> {
  const isLogin = ({ route }: Logged) => route === '/api/auth/login';
  const answered = () =>
    printed.out
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Logged)
      .filter(({ route }) => route !== undefined);
  await expect.poll(() => answered().filter(isLogin).length, PATIENT).toBe(LOGINS);
  const all = answered();
  const reads = all.filter(({ route }) =>
    ['/api/clipboard/:id', '/api/files/:fileId'].includes(route ?? ''),
  );
  expect(reads.length).toBeGreaterThan(1);
  return Math.max(
    ...reads.map(
      (read) =>
        all
          .slice(0, all.indexOf(read))
          .filter((each) => isLogin(each) && each.time > read.time - read.ms).length,
    ),
  );
}

test.afterAll(cleanUp);

test('200 people sign in at once: all get in, and others read texts and files meanwhile', async () => {
  const dataDir = newFolder();
  const [ada, bob] = await prepareStore(dataDir, 'Ada', 'Bob');
  const server = await startServer(dataDir, { environment: { LOG_LEVEL: 'info' } });
  const { body: clip } = await call(server, 'POST /clipboard', {
    body: { content: 'a text' },
    headers: ada.headers,
  });
  const bytes = randomBytes(300_000);
  const { body: file } = await upload(server, `/clipboard/${clip.id}/files`, ada.headers, {
    bytes,
  });

  let over = 0;
  const logins = Array.from({ length: LOGINS }, async () => {
    const answer = await call(server, 'POST /auth/login', {
      body: { email: bob.user.email, password: TEST_PASSWORD },
    });
    over += 1;
    return answer;
  });
  while (over < LOGINS) {
    expect(
      (await call(server, `GET /clipboard/${clip.id}`, { headers: ada.headers })).body.content,
    ).toBe('a text');
    expect((await (await fetch(new URL(file.url, server.url))).bytes()).length).toBe(bytes.length);
  }
  for (const { status } of await Promise.all(logins)) expect(status).toBe(200);
  expect(await loginsDuringReads(server)).toBeLessThan(MOST_DURING_A_READ);
});
