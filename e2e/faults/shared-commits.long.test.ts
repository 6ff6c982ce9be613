import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { call } from '../../server/testing/call.ts';
import {
  cleanUp,
  newFolder,
  prepareStore,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';

const CYCLES = 50;
/** So many save at the same moment. */
const SAVERS = 32;
/** The server is killed while so many of a cycle's saves are acknowledged. */
const SAVES = { atLeast: 40, below: 400 };

test.afterEach(cleanUp);

test('saves that share a commit: a killed server has lost none that it acknowledged, and each is read at once', async () => {
  test.setTimeout(1_800_000);
  const dataDir = newFolder();
  const [ada] = await prepareStore(dataDir, 'Ada');
  const { headers } = ada;
  let server: ServerProcess = await startServer(dataDir);
  /** By clip, the number that was acknowledged last and the one that was sent last. */
  const clips = await Promise.all(
    Array.from({ length: SAVERS }, async () => {
      const { body } = await call(server, 'POST /clipboard', { headers, body: { content: '0' } });
      return { id: body.id as string, acknowledged: 0, sent: 0 };
    }),
  );
  const read = async (id: string) =>
    Number((await call(server, `GET /clipboard/${id}`, { headers })).body.content);

  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const killAt = randomInt(SAVES.atLeast, SAVES.below);
    let saves = 0;
    let killed: Promise<void> | undefined;
    await Promise.all(
      clips.map(async (clip) => {
        try {
          while (!killed) {
            clip.sent += 1;
            const { status } = await call(server, `PUT /clipboard/${clip.id}`, {
              headers,
              body: { content: String(clip.sent) },
            });
            expect(status).toBe(200);
            clip.acknowledged = clip.sent;
            saves += 1;
            if (saves === killAt) killed = server.kill();
            else expect(await read(clip.id)).toBe(clip.acknowledged);
          }
        } catch (error) {
          // A server that was killed breaks its connections.
          if (!killed) throw error;
        }
      }),
    );
    await killed;
    server = await startServer(dataDir);
    for (const clip of clips) {
      const found = await read(clip.id);
      expect([clip.acknowledged, clip.sent]).toContain(found);
      clip.acknowledged = found;
      clip.sent = found;
    }
  }
});
