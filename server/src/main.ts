import { createApp } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';
import { DataDirectoryTaken } from './database/database.ts';

/** After this many ms a stop no longer waits for calls still running. */
const STOP_MS = 10_000;

try {
  const config = loadConfig(process.env);
  const app = await createApp(config);
  const stop = async () => {
    setTimeout(() => process.exit(0), STOP_MS - 500).unref();
    await app.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  await app.listen();
  console.log(`Listening on ${config.PUBLIC_URL}`);
} catch (error) {
  const known = error instanceof ConfigError || error instanceof DataDirectoryTaken;
  console.error(known ? error.message : error);
  process.exit(1);
}
