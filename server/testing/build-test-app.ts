import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type App, createApp, type Substitutes } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';

export interface TestApp extends App {
  /** Such as http://127.0.0.1:40123. */
  readonly url: string;
  readonly dataDir: string;
  /** Closes the app and removes its data. */
  stop(): Promise<void>;
}

/** The real program on a free port with data of its own; `environment` overrides settings, `substitutes` parts. */
export async function buildTestApp(environment: Record<string, string> = {}, substitutes: Substitutes = {}): Promise<TestApp> {
  const dataDir = environment['DATA_DIR'] ?? mkdtempSync(path.join(tmpdir(), 'clipline-test-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMITS: 'off',
    PUBLIC_URL: 'http://clipline.test',
    DATA_DIR: dataDir,
    ...environment,
  });
  const app = await createApp(config, substitutes);
  const url = await app.listen();
  return {
    ...app,
    url,
    dataDir,
    async stop() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
