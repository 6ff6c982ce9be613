import { networkInterfaces } from 'node:os';
import type { App } from './core/app.ts';
import { loadConfig } from './config.ts';
import { ConfigError } from './core/config.ts';
import { DataDirectoryTaken } from './core/db/open.ts';
import { damageOfServed, damageText, StoreUnusable } from './core/db/store-health.ts';
import { isLoopbackUrl, networkAddresses } from './core/http/address.ts';

/**
 * After this many ms a stop no longer waits for calls still running; those who sent the signal wait
 * 10 s.
 */
const STOP_MS = 8_000;

/** A proxy in front of several nodes must give idle connections up sooner; see docs/proxy/. */
const DRAIN_MS = 3000;

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

/** One line that the operator can act on; undefined for a defect of ours, which needs its stack. */
function plainReason(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DataDirectoryTaken) return error.message;
  if (error instanceof StoreUnusable)
    return `${process.env['DATABASE_URL'] ? 'DATABASE_URL' : 'DATA_DIR'}: ${error.message}`;
  const { code, syscall, address, port, message } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'ERR_SQLITE_ERROR') return `DATA_DIR: the store cannot be opened: ${message}`;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} on ${address} is already in use. Stop the other program, or set PORT to another number.`,
    EACCES: `PORT ${port} may not be used by this user. Set PORT to a number above 1023.`,
  };
  return (
    reasons[code ?? ''] ??
    `HOST cannot be listened on: ${code}. Set HOST to an address of this machine, such as 0.0.0.0.`
  );
}

async function lookThrough(sqliteFile: string): Promise<void> {
  const damage = await damageOfServed(sqliteFile, () => isStopping);
  if (damage === undefined) return;
  console.error(`DATA_DIR: ${damageText(damage)}`);
  await stop(1);
}

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const { createApp } = await import('./app.ts');
  const { openSetup } = await import('./owner/setup.ts');
  // `npm run dev` has the pages of the development server in a folder of their own.
  const webFolder = process.env['WEB_DIR'];
  app = await createApp(config, webFolder === undefined ? {} : { webFolder });
  // A single node has no other that takes over.
  if (config.REDIS_URL !== undefined) drainMs = DRAIN_MS;
  const setup = await openSetup(app);
  const { port } = new URL(await app.listen());
  // With PORT=0 the system chooses, and only now is the address known.
  const url = config.PORT === 0 ? config.PUBLIC_URL.replace(/:0$/, `:${port}`) : config.PUBLIC_URL;
  console.log(`Listening on ${url}`);
  if (setup !== undefined) console.log(`First account: ${url}${setup}`);
  const { sqliteFile } = app.store;
  if (sqliteFile !== undefined)
    lookThrough(sqliteFile).catch((error: unknown) => console.error(error));
  // Links and codes that are made there lead nowhere on a phone.
  if (isLoopbackUrl(url))
    for (const address of networkAddresses(config.HOST, networkInterfaces()))
      console.log(`For other devices on your network: http://${address}:${port}`);
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
process.on('SIGHUP', () => void stop());
try {
  await start();
} catch (error) {
  console.error(plainReason(error) ?? error);
  process.exit(1);
}
