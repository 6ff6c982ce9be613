import type { App } from './core/app.ts';
import { loadConfig } from './config.ts';
import { damageOfServed, damageText } from './core/db/store-health.ts';
import { plainReason } from './plain-reason.ts';

/**
 * After this many ms a stop no longer waits for calls still running; those who sent the signal wait
 * 10 s.
 */
const STOP_MS = 8_000;

/** A proxy in front of several nodes must give idle connections up sooner; see docs/proxy/. */
const DRAIN_MS = 3000;

process.umask(0o077);

let app: App | undefined;
let drainMs = 0;
let isStopping = false;

async function stop(code = 0): Promise<void> {
  // A terminal signals npm and this process alike, and npm passes it on.
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => {
    app?.files.storage.close?.();
    process.exit(code);
  }, STOP_MS).unref();
  try {
    await app?.close({ drainMs });
    process.exit(code);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function lookThrough(sqliteFile: string): Promise<void> {
  const damage = await damageOfServed(sqliteFile, () => isStopping);
  if (damage === undefined) return;
  console.error(`DATA_DIR: ${damageText(damage)}`);
  await stop(1);
}

async function showToOthers(url: string): Promise<void> {
  console.log(`For other devices on your network: ${url}`);
  if (!process.stdout.isTTY) return;
  const { renderUnicodeCompact } = await import('uqr');
  // In white on black, whatever the terminal's own colours are.
  const lines = renderUnicodeCompact(url, { border: 2 }).split('\n');
  console.log(lines.map((line) => `\u001B[97;40m${line}\u001B[0m`).join('\n'));
}

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const { createApp } = await import('./app.ts');
  const { openSetup } = await import('./owner/setup.ts');
  const { tellOfPasskeysElsewhere } = await import('./auth/passkeys.ts');
  // `npm run dev` has the pages of the development server in a folder of their own.
  const webFolder = process.env['WEB_DIR'];
  app = await createApp(config, webFolder === undefined ? {} : { webFolder });
  // A single node has no other that takes over.
  if (config.REDIS_URL !== undefined) drainMs = DRAIN_MS;
  const setup = await openSetup(app);
  await tellOfPasskeysElsewhere(app);
  await app.listen();
  const home = app.origins.home();
  const [other] = app.origins.reached();
  console.log(`Listening on ${home}`);
  if (setup !== undefined)
    for (const each of new Set([home, other ?? home]))
      console.log(`First account: ${each}${setup}`);
  if (other !== undefined) await showToOthers(other);
  const { sqliteFile } = app.store;
  if (sqliteFile !== undefined)
    lookThrough(sqliteFile).catch((error: unknown) => console.error(error));
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
process.on('SIGHUP', () => void stop());
try {
  await start();
} catch (error) {
  console.error(plainReason(error, process.env) ?? error);
  process.exit(1);
}
