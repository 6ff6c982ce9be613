import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { call } from '../../server/testing/call.ts';
import { TEST_PASSWORD } from '../../server/testing/factories.ts';
import { upload } from '../../server/testing/uploads.ts';
import { cleanUp, newFolder, prepareStore, startServer } from './support/server-process.ts';

const LOGINS = 200;
/**
 * Far fewer than all: a reader waits neither for the passwords before it nor for the threads that
 * hash them.
 */
const MOST_BETWEEN_READS = 40;

test.afterAll(cleanUp);

test('200 people sign in at once: all get in, and others read texts and files meanwhile', async () => {
  const dataDir = newFolder();
  const [ada, bob] = await prepareStore(dataDir, 'Ada', 'Bob');
  const server = await startServer(dataDir);
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
  // Counted in sign-ins instead of seconds, so that a slow machine is slow on both sides.
  let most = 0;
  while (over < LOGINS) {
    const before = over;
    expect(
      (await call(server, `GET /clipboard/${clip.id}`, { headers: ada.headers })).body.content,
    ).toBe('a text');
    expect((await (await fetch(new URL(file.url, server.url))).bytes()).length).toBe(bytes.length);
    most = Math.max(most, over - before);
  }
  for (const { status } of await Promise.all(logins)) expect(status).toBe(200);
  expect(most).toBeLessThan(MOST_BETWEEN_READS);
});
