/**
 * What `npm start` runs. Node keeps what it makes of the sources: otherwise it strips types and
 * compiles anew at each start, which takes twice as long and 25 MB that stay; so this first file is
 * plain JavaScript. A user who can write to that folder could change the program as well.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const kept = new URL('../node_modules/.cache/clipline', import.meta.url);
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? fileURLToPath(kept));

// An npm that is killed outright leaves no server behind that holds the port and the data.
const { ppid } = process;
if (process.env['npm_lifecycle_event'] === 'start')
  setInterval(() => process.ppid === ppid || process.emit('SIGTERM'), 500).unref();

await import('./src/main.ts');
