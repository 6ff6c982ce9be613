import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { App } from '../core/app.ts';

const PLACEHOLDER = '%CLIPLINE_SERVER%';
const compress = promisify(gzip);

const fileOf = ({ webFolder }: App) => path.join(webFolder, 'clipline.mjs');

const scriptOf = async (app: App, origin: string): Promise<string> =>
  (await readFile(fileOf(app), 'utf8')).replaceAll(PLACEHOLDER, origin);

const entryOf = (name: string, body: string) => ({
  header: { name, size: Buffer.byteLength(body), mode: 0o600, mtime: new Date(0) },
  body,
});

async function archiveOf(app: App, origin: string): Promise<Buffer> {
  const { packTar } = await import('modern-tar');
  const manifest = JSON.stringify({
    name: 'clipline',
    version: app.version,
    license: 'MIT',
    type: 'module',
    bin: { clipline: 'clipline.mjs' },
    engines: { node: '>=20' },
  });
  const packed = await packTar([
    entryOf('package/package.json', manifest),
    entryOf('package/clipline.mjs', await scriptOf(app, origin)),
  ]);
  return compress(packed);
}

type Make<T> = (app: App, origin: string) => Promise<T>;

/** For one origin: nearly all ask at the same. */
function onceABuild<T>(app: App, make: Make<T>): (origin: string) => Promise<T> {
  let kept: { readonly builtAt: number; readonly origin: string; readonly made: T } | undefined;
  return async (origin) => {
    const { mtimeMs: builtAt } = await stat(fileOf(app));
    const found =
      kept?.builtAt === builtAt && kept.origin === origin
        ? kept
        : { builtAt, origin, made: await make(app, origin) };
    kept = found;
    return found.made;
  };
}

function serveMade(app: App, url: string, type: string, make: Make<string | Buffer>): void {
  const made = onceABuild(app, make);
  app.server.get(url, async (request, reply) => {
    await app.limitCalls(app.addressOf(request.raw));
    const content = await made(app.origins.asked(request.headers.host)).catch(() => undefined);
    reply.header('cache-control', 'no-cache');
    if (content !== undefined) return reply.type(type).send(content);
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The command is not built yet. Run: npm run build\n');
  });
}

export function serveCommand(app: App): void {
  serveMade(app, '/clipline.mjs', 'text/javascript; charset=utf-8', scriptOf);
  serveMade(app, '/cli.tgz', 'application/gzip', archiveOf);
}
