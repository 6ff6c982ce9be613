import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { type Check, diskIsWritable, readiness } from './health.ts';

const works: Check = async () => {};
const fails: Check = () =>
  Promise.reject(Object.assign(new Error('/secret/path and password'), { code: 'ENOSPC' }));

test('a server that can do its work is live and ready', async () => {
  const app = await buildTestApp();
  const live = await fetch(`${app.url}/healthz`);
  expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
  const ready = await fetch(`${app.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    {
      status: 'ready',
      checks: {
        store: { ok: true },
        schema: { ok: true },
        disk: { ok: true },
        files: { ok: true },
      },
    },
  ]);
  expect(readdirSync(app.dataDir).filter((name) => name.startsWith('.ready'))).toEqual([]);
  await app.stop();
});

test('one required part that fails makes it unavailable, an optional one degraded; causes name no detail', async () => {
  expect(await readiness({ required: { a: works } })).toEqual({
    status: 'ready',
    checks: { a: { ok: true } },
  });
  expect(await readiness({ required: { a: works, b: fails }, optional: { c: fails } })).toEqual({
    status: 'unavailable',
    checks: {
      a: { ok: true },
      b: { ok: false, cause: 'ENOSPC' },
      c: { ok: false, cause: 'ENOSPC' },
    },
  });
  expect(await readiness({ required: { a: works }, optional: { c: fails } })).toMatchObject({
    status: 'degraded',
  });
});

test('a part that does not answer is not ready; one that can be done without is waited for less', async () => {
  vi.useFakeTimers();
  const answer = readiness({ required: { stuck: () => new Promise(() => {}) } });
  const optional = readiness({
    required: { a: works },
    optional: { stuck: () => new Promise(() => {}) },
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await optional).toEqual({
    status: 'degraded',
    checks: { a: { ok: true }, stuck: { ok: false, cause: 'no answer within 1 s' } },
  });
  await vi.advanceTimersByTimeAsync(4000);
  expect(await answer).toEqual({
    status: 'unavailable',
    checks: { stuck: { ok: false, cause: 'no answer within 5 s' } },
  });
  vi.useRealTimers();
});

test('a disk check leaves nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-disk-'));
  await diskIsWritable(folder)();
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  await expect(diskIsWritable(folder)()).rejects.toThrow(/ENOENT/);
});
