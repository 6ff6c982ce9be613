import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';
import { grantFor, makeLink } from '../../../testing/links.ts';
import { removeBurnt } from '../../clips/clips.module.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app);
});
afterAll(() => app.stop());

const ask = async (what: Parameters<typeof call>[1], body?: unknown) =>
  (await call(app, what, { headers: owner.headers, body })).body;
const isInLog = (text: string) =>
  readFileSync(path.join(app.dataDir, 'clipline.sqlite-wal')).includes(text);

const ways: Record<string, (clipId: string) => Promise<unknown>> = {
  'an undone clip': (id) => ask(`DELETE /clipboard/${id}?forever=true`),
  'one clip of the trash': async (id) => {
    await ask(`DELETE /clipboard/${id}`);
    return ask(`DELETE /trash/clip/${id}`);
  },
  'the whole trash': async (id) => {
    await ask(`DELETE /clipboard/${id}`);
    return ask('DELETE /trash');
  },
  'earlier versions of a clip': async (id) => {
    await ask(`PUT /clipboard/${id}`, { content: 'another text' });
    return ask(`DELETE /clipboard/${id}/versions`);
  },
  'a clip that burnt': async (id) => {
    await grantFor(app, await makeLink(app, owner, { clipId: id, burn: true }));
    return removeBurnt(app, Date.now() + 15 * 60_000);
  },
};

test.each(Object.entries(ways))('%s: nothing of it is left in the log', async (name, remove) => {
  const text = `secret of ${name}`;
  const { id } = await ask('POST /clipboard', { content: text });
  expect(isInLog(text)).toBe(true);
  await remove(id);
  expect(isInLog(text)).toBe(false);
});
