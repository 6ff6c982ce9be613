import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import type { App } from '../src/core/app.ts';
import type { Substitutes } from '../src/core/core.ts';
import { watchAnswers } from './answer-watch.ts';
import { watchLog } from './log-canaries.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    migratedFolder: string;
  }
}

export interface TestApp extends App {
  readonly url: string;
  readonly dataDir: string;
  /**
   * Closes the app and removes its data. Throws when its log or an answer told what it must not.
   */
  stop(): Promise<void>;
}

const running = new Set<string>();

/** Whatever a test did to it, a server goes on. */
export async function checkThatAllAreReady(): Promise<void> {
  for (const url of running) {
    const { status } = await fetch(`${url}/readyz`);
    if (status !== 200) throw new Error(`After this test ${url} is not ready: ${status}`);
  }
}

/** Throws when one was left behind, and forgets it. */
export function checkThatAllAreClosed(): void {
  const left = [...running];
  running.clear();
  if (left.length > 0) throw new Error(`Not closed after these tests: ${left.join(', ')}`);
}

export async function buildTestApp(
  environment: Record<string, string> = {},
  substitutes: Substitutes = {},
): Promise<TestApp> {
  const dataDir = environment['DATA_DIR'] ?? mkdtempSync(path.join(tmpdir(), 'clipline-test-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMITS: 'off',
    PUBLIC_URL: 'http://clipline.test',
    DATA_DIR: dataDir,
    ...environment,
    LOG_LEVEL: 'debug',
  });
  if (!environment['DATA_DIR'] && !environment['DATABASE_URL'])
    cpSync(inject('migratedFolder'), dataDir, { recursive: true });
  const log = watchLog(environment['LOG_LEVEL'] ?? 'error');
  const app = await createApp(config, { logTo: log, ...substitutes });
  app.server.addHook('preValidation', async ({ body, headers }) => {
    const { password, new_password: newPassword } = (body ?? {}) as Record<string, unknown>;
    for (const each of [password, newPassword, headers['x-link-token']])
      if (typeof each === 'string') log.passwords.add(each);
  });
  const watched = watchAnswers(app.server, dataDir);
  const url = await app.listen();
  running.add(url);
  const close: App['close'] = (...options) => {
    running.delete(url);
    return app.close(...options);
  };
  return {
    ...app,
    url,
    dataDir,
    close,
    async stop() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
      log.check();
      watched.check();
    },
  };
}
